from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.diff import EntryChange, diff_books
from worldbook.rules.entries import Book, CharacterFilter, Entry

GATE = Entry("gate", title="The gate", content="Shut.", place=0)
KEY = Entry("key", title="The key", content="Copper.", place=1)
OTHER = {
    str: "something else",
    bool: None,
    int: 77,
    tuple: ("else",),
}


def different(entry, name):
    value = getattr(entry, name)
    if name in ("conditions", "source"):
        return {"fact": 1}
    if name == "character_filter":
        return CharacterFilter("include", ("Mira",))
    if name == "additional_keys":
        return (("a", "b"),)
    if isinstance(value, bool):
        return not value
    return OTHER[type(value)] if value is not None else 3


@pytest.mark.spec("WB-12")
def test_added_removed_and_changed_entries_are_named():
    before = Book(entries=(GATE, KEY))
    after = Book(entries=(replace(GATE, content="Open.", priority=3), Entry("guard", title="Oda")))
    assert diff_books(before, after).entries == (
        EntryChange("gate", "The gate", "changed", ("content", "priority")),
        EntryChange("guard", "Oda", "added"),
        EntryChange("key", "The key", "removed"),
    )


NOT_ALONE = ("key_id", "place")


@pytest.mark.parametrize("name", [one.name for one in fields(Entry) if one.name not in NOT_ALONE])
def test_a_change_of_any_field_is_seen(name):
    changed = replace(GATE, **{name: different(GATE, name)})
    (change,) = diff_books(Book(entries=(GATE,)), Book(entries=(changed,))).entries
    assert change.fields == (name,)


def test_fields_of_the_book_are_named_and_its_place_is_not():
    before = Book(key="a", revision=1, scan_depth=4)
    after = Book(key="b", revision=2, scan_depth=5, tags=("x",))
    assert diff_books(before, after).fields == ("scan_depth", "tags")
    assert not diff_books(before, replace(before, key="c", revision=9))


@given(
    st.lists(st.sampled_from("abcdef"), unique=True),
    st.lists(st.sampled_from("abcdef"), unique=True),
)
def test_a_diff_names_each_id_once(old, new):
    before = Book(entries=tuple(Entry(key) for key in old))
    after = Book(entries=tuple(Entry(key) for key in new))
    changes = diff_books(before, after).entries
    assert {change.key_id for change in changes} == set(old) ^ set(new)
    assert len(changes) == len(set(old) ^ set(new))


@pytest.mark.spec("WB-17")
def test_an_entry_that_moved_is_named_and_those_it_passed_are_not():
    entries = [Entry(name, place=at) for at, name in enumerate("abcd")]
    after = [Entry("d", place=0), *(replace(one, place=one.place + 1) for one in entries[:3])]
    (change,) = diff_books(Book(entries=tuple(entries)), Book(entries=tuple(after))).entries
    assert (change.key_id, change.fields) == ("d", ("place",))
    spread = tuple(replace(one, place=one.place * 10) for one in entries)
    assert not diff_books(Book(entries=tuple(entries)), Book(entries=spread))
