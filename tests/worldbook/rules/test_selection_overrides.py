"""What an author forces or bars for one turn (WB-37b): eligibility holds, and the trace shows it."""

import pytest

from tests.worldbook.rules.selecting import book, choose, decisions, entry, ids, turn
from worldbook.rules.selection import SelectionRequest, select

pytestmark = pytest.mark.spec("WB-37b")


def forced(*names: str, **fields):
    return turn("x", forced=tuple(f"inline:{name}" for name in names), **fields)


def barred(*names: str, **fields):
    return turn("x", barred=tuple(f"inline:{name}" for name in names), **fields)


def test_a_forced_entry_needs_no_key_and_says_so() -> None:
    lore = book(entry("a", "zzz"), entry("b", "x"), entry("late", "zzz", delay_until_recursion=2))
    selection = choose(forced("a", "late"), lore)
    assert sorted(ids(selection)) == ["a", "b", "late"]
    causes = {item["key_id"]: item["cause"]["kind"] for item in selection.trace["selected"]}
    assert causes == {"a": "forced", "b": "keyword", "late": "forced"}
    assert selection.trace["overrides"] == {"forced": ["inline:a", "inline:late"]}


@pytest.mark.parametrize(
    ("fields", "decision", "why"),
    [
        ({"enabled": False}, "ineligible", "disabled"),
        ({"audience": ("gm",)}, "ineligible", "audience"),
        ({"delay": 5}, "ineligible", "delay"),
        ({"conditions": {"flag": "open"}}, "ineligible", "unknown"),
        ({"probability": 0}, "ineligible", "probability"),
        ({"content": " "}, "ineligible", "empty"),
        ({"blocked": "script"}, "blocked", "script"),
        ({"requires": ("nowhere",)}, "dependency_ineligible", "unknown_entry"),
    ],
)
def test_eligibility_still_holds_for_what_is_forced(fields, decision, why) -> None:
    selection = choose(forced("a"), book(entry("a", "zzz", **fields)))
    assert ids(selection) == []
    (dropped,) = selection.dropped
    assert (dropped["decision"], dropped["why"]) == (decision, why)
    assert dropped["cause"]["kind"] == "forced"


def test_a_forced_entry_stands_behind_the_required_and_before_all_others() -> None:
    lore = book(
        entry("required", required=True),
        entry("dear", "x", priority=99),
        entry("forced", "zzz"),
        entry("constant", constant=True, priority=50),
    )
    cost = choose(turn("x"), lore).trace["selected"][0]["tokens"]
    selection = choose(forced("forced", budget=2 * cost + 20), lore)
    assert sorted(ids(selection)) == ["forced", "required"]
    assert decisions(selection)["dear"] == "over_budget"


def test_a_forced_entry_that_does_not_fit_is_told_and_fails_nothing() -> None:
    selection = choose(forced("a", budget=10), book(entry("a", "zzz")))
    assert decisions(selection) == {"a": "over_budget"}


def test_a_forced_entry_wins_its_group_and_its_conflicts_but_not_over_required_ones() -> None:
    rivals = [
        entry("p", "x", groups=("g",), group_prioritize=True, order=9),
        entry("f", "zzz", groups=("g",)),
        entry("foe", "x", priority=9, conflicts=("f",)),
    ]
    selection = choose(forced("f"), book(*rivals))
    assert ids(selection) == ["f"]
    assert decisions(selection) == {"p": "group_lost", "foe": "conflict"}
    required = entry("r", required=True, groups=("g",))
    assert ids(choose(forced("f"), book(rivals[1], required))) == ["r"]


def test_a_barred_entry_is_ineligible_whatever_called_it() -> None:
    lore = book(
        entry("r", required=True),
        entry("k", "x"),
        entry("root", "x", requires=("k",)),
        entry("other", "x"),
    )
    selection = choose(barred("r", "k"), lore)
    assert ids(selection) == ["other"]
    told = {item["key_id"]: (item["decision"], item["why"]) for item in selection.dropped}
    assert told == {
        "r": ("ineligible", "barred"),
        "k": ("ineligible", "barred"),
        "root": ("dependency_ineligible", "barred"),
    }
    assert selection.trace["overrides"] == {"barred": ["inline:r", "inline:k"]}


def test_a_barred_entry_is_no_candidate_of_a_search_either() -> None:
    lore = book(entry("inn", content="rooms for travellers"), entry("gull", content="travellers"))
    request = turn("travellers", strategy="hybrid", barred=("inline:inn",))
    selection = choose(request, lore)
    assert ids(selection) == ["gull"]


def test_names_of_other_books_and_of_nothing_change_nothing() -> None:
    lore = [book(entry("a", "zzz"), key="one"), book(entry("a", "zzz"), key="two")]
    request = turn("x", forced=("two:a", "three:a", "two:b"))
    selection = choose(request, *lore)
    assert [(item.book, item.key_id) for item in selection.selected] == [("two", "a")]


def test_the_frozen_input_keeps_what_was_given() -> None:
    request = turn("x", forced=("b:a",), barred=("b:c",), overridden=("budget",), budget=900)
    again = SelectionRequest.from_json(request.to_json())
    assert again == request
    assert choose(again, book()).trace["overrides"] == {
        "budget": 900,
        "forced": ["b:a"],
        "barred": ["b:c"],
    }
    old = {name: value for name, value in request.to_json().items() if name != "forced"}
    assert SelectionRequest.from_json(old).forced == ()
    assert "overrides" not in choose(turn("x"), book()).trace


@pytest.mark.spec("WB-25")
def test_a_required_entry_that_does_not_fit_is_named() -> None:
    refusal = select(turn("x", budget=5), [book(entry("law", required=True), key="city")], len)
    assert (refusal.code, refusal.detail["entry"]) == ("required_over_budget", "city:law")
    many = [entry(f"e{n:02}", required=True) for n in range(51)]
    refusal = select(turn("x"), [book(*many, key="city")], len)
    assert refusal.detail == {"max_entries": 50, "entry": "city:e50"}
