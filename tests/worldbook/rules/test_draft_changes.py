import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.compact import compact_entry, whole_entry
from worldbook.rules.draft_changes import (
    RowChange,
    added,
    altered,
    fields_of,
    plan_turn,
    removed,
)

pytestmark = pytest.mark.spec("WK-15")


def whole(key_id, version=1, **fields):
    return {**whole_entry({"key_id": key_id, **fields}), "version": version}


def test_a_change_says_only_what_differs_and_is_turned_round():
    row = whole("gate", title="Gate", depth=4)
    change = altered(1, row, {"depth": 2, "title": "Gate"})
    assert change == RowChange(1, "gate", "Gate", {"depth": 4}, {"depth": 2})
    assert altered(1, row, {"depth": 4}) is None
    assert change.turned().turned() == RowChange.from_json(change.to_json()) == change
    assert fields_of([change, added(2, {"key_id": "x"})]) == ("depth",)


def test_a_row_is_put_back_only_where_it_says_what_the_step_left():
    change = RowChange(1, "gate", "", {"depth": 2, "order": 5}, {"depth": 4, "order": 9})
    same = plan_turn([change], {1: whole("gate", depth=2, order=5)}, {})
    assert same.updates == {1: {"depth": 4, "order": 9}}
    half = plan_turn([change], {1: whole("gate", depth=4, order=5)}, {})
    assert half.updates == {1: {"order": 9}}
    other = plan_turn([change], {1: whole("gate", depth=3, order=5)}, {})
    assert not other
    assert [(item.why, item.fields) for item in other.conflicts] == [
        ("changed", (("depth", 2, 3),))
    ]
    assert [item.why for item in plan_turn([change], {}, {}).conflicts] == ["gone"]


def test_an_id_that_is_taken_is_a_conflict_unless_its_holder_leaves():
    back = RowChange(1, "gate", "", None, {"key_id": "gate"})
    leaves = RowChange(2, "gate", "", {"key_id": "gate"}, None)
    taken = {"gate": 2}
    assert [item.why for item in plan_turn([back], {}, taken).conflicts] == ["taken"]
    both = plan_turn([back, leaves], {2: whole("gate")}, taken)
    assert (both.deletes, [item["row_id"] for item in both.inserts]) == ([2], [1])
    renamed = RowChange(3, "b", "", {"key_id": "b"}, {"key_id": "gate"})
    assert [item.why for item in plan_turn([renamed], {3: whole("b")}, taken).conflicts] == [
        "taken"
    ]


def test_a_row_leaves_only_as_it_came_wherever_it_stands():
    change = RowChange(1, "gate", "", {"key_id": "gate", "depth": 2}, None)
    assert plan_turn([change], {1: {"version": 1}}, {}).deletes == [1]
    moved = whole("gate", version=3, depth=2, place=8)
    assert plan_turn([change], {1: moved}, {}).deletes == [1]
    changed = whole("gate", version=3, depth=5)
    assert [item.why for item in plan_turn([change], {1: changed}, {}).conflicts] == ["changed"]
    assert not plan_turn([change], {}, {})


def test_a_row_locked_since_is_spared_unless_that_is_what_was_done():
    change = RowChange(1, "gate", "", {"depth": 2}, {"depth": 4})
    unlock = RowChange(1, "gate", "", {"locked": True}, {"locked": False})
    locked = {1: whole("gate", depth=2, locked=True)}
    spared = plan_turn([change], locked, {}, spare_locked=True)
    assert [item.why for item in spared.conflicts] == ["locked"]
    assert plan_turn([change], locked, {}).updates == {1: {"depth": 4}}
    assert plan_turn([unlock], locked, {}, spare_locked=True).updates == {1: {"locked": False}}


fields = st.fixed_dictionaries(
    {},
    optional={
        "depth": st.integers(0, 3),
        "content": st.sampled_from(["", "a", "b"]),
        "tags": st.lists(st.sampled_from("xyz"), max_size=2),
    },
)
drafts = st.dictionaries(st.integers(1, 4), fields, max_size=4)


@given(before=drafts, after=drafts)
@settings(max_examples=60)
def test_undoing_a_step_gives_back_what_was_before_it(before, after):
    old = {pk: whole(f"e{pk}", **values) for pk, values in before.items()}
    new = {pk: whole(f"e{pk}", **values) for pk, values in after.items()}
    changes = [removed(pk, 1, compact_entry(_said(old[pk]))) for pk in old if pk not in new]
    changes += [added(pk, compact_entry(_said(new[pk]))) for pk in new if pk not in old]
    kept = [altered(pk, old[pk], _said(new[pk])) for pk in old if pk in new]
    changes += [change for change in kept if change]
    plan = plan_turn([change.turned() for change in changes], new, {})
    assert plan.conflicts == []
    rows = {pk: _said(row) for pk, row in new.items() if pk not in plan.deletes}
    for pk, values in plan.updates.items():
        rows[pk] = {**rows[pk], **values}
    for entry in plan.inserts:
        values = {name: value for name, value in entry.items() if not name.startswith("row_")}
        rows[entry["row_id"]] = whole_entry(values)
    assert rows == {pk: _said(row) for pk, row in old.items()}


def _said(row):
    return {name: value for name, value in row.items() if name != "version"}
