import pytest

from worldbook.rules.condition_asks import NOTHING_ASKED, Asks, asks_of
from worldbook.rules.entries import Book, Entry
from worldbook.rules.selection import compile_book

WORLD = {"kind": "world"}


def variable(of, name):
    return {"variable": {"of": of, "variable": name, "op": "==", "value": 1}}


@pytest.mark.spec("WB-14", "CO-2")
@pytest.mark.parametrize(
    ("condition", "parts"),
    [
        ({"time": {"after": "2026-01-01"}}, {"now"}),
        ({"calendar": {"months": [1]}}, {"now"}),
        ({"window": {"from": "08:00", "to": "09:00"}}, {"now"}),
        ({"elapsed": {"since": "start", "at_least": "1h"}}, {"now", "started"}),
        ({"elapsed": {"since": {"trigger": "x"}, "at_least": "1h"}}, {"now", "triggers"}),
        ({"elapsed": {"since": {"event": "x"}, "at_least": "1h"}}, {"now", "events"}),
        ({"place": {"who": "player", "at": "inn"}}, {"places"}),
        ({"together": {"who": ["a", "b"]}}, {"places"}),
        ({"event": {"tag": "x"}}, {"events"}),
        ({"trigger": {"key": "x", "status": "fired"}}, {"triggers"}),
        ({"turn": {"at_least": 1}}, {"turn"}),
        ({"judged": "x"}, {"verdicts"}),
        ({"item": {"item": "cup", "held_by": "player"}}, {"items"}),
        ({"item": {"item": "cup", "at": "inn"}}, {"items", "places"}),
        ({"not": {"at_least": {"n": 1, "of": [{"turn": {"at_least": 1}}]}}}, {"turn"}),
    ],
)
def test_each_kind_asks_for_its_parts(condition, parts):
    assert asks_of([condition]).parts == parts


@pytest.mark.spec("WB-14")
def test_what_is_asked_of_things_variables_and_engagements_is_named():
    asks = asks_of(
        [
            {
                "all": [
                    {"any": [{"item": {"item": "coin", "in": "purse"}}]},
                    {"not": variable(WORLD, "dread")},
                    variable({"kind": "character", "key": "player"}, "wounds"),
                ]
            },
            {"engagement": {"key": "duel", "status": "overdue"}},
        ]
    )
    assert asks == Asks(
        parts=frozenset({"items", "variables", "engagements"}),
        items=frozenset({"coin", "purse"}),
        variables=frozenset({("world", "", "dread"), ("character", "player", "wounds")}),
        engagements=frozenset({"duel"}),
    )
    assert asks.clock
    assert not asks_of([variable(WORLD, "dread")]).clock
    assert asks | NOTHING_ASKED == asks
    assert asks_of([]) == NOTHING_ASKED


@pytest.mark.spec("WB-14")
def test_a_book_asks_for_what_its_enabled_entries_with_sound_conditions_do():
    entries = (
        Entry("a", conditions={"turn": {"at_least": 1}}),
        Entry("b", conditions={"judged": "x"}, enabled=False),
        Entry("c", conditions={"event": 3}),
        Entry("d"),
    )
    assert compile_book(Book(entries=entries)).asks.parts == {"turn"}
