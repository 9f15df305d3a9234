import json
from itertools import count

import pytest

from tests.worldbook.rules.selecting import OPEN, book, entry, turn
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import explain, select
from worldbook.rules.tokens import estimate

BOOK = book(
    entry("in", "x", content="inner", **OPEN),
    entry("asleep", "tower", "", "/gate$/", scan_depth=2),
    entry("second", "x", secondary_keys=("moon", "x"), secondary_logic="and_all"),
    entry("zero", "x", scan_depth=0),
    entry("keyless"),
    entry("late", "x", delay_until_recursion=9),
    entry("off", "nothing", enabled=False),
    entry("disabled", "x", enabled=False),
    entry("closed", "inner", exclude_recursion=True),
    entry("barred", "x", dont_activate=True),
    entry("excluded", "x", exclude_keys=("x",)),
    key="b",
)
REQUEST = turn("the tower", "one", "two", "x")


@pytest.mark.spec("PG-21", "WB-37")
@pytest.mark.parametrize(
    ("key_id", "why"),
    [
        ("asleep", "key_not_found"),
        ("second", "secondary_keys"),
        ("zero", "depth_zero"),
        ("keyless", "no_keys"),
        ("late", "pass_never_comes"),
        ("off", "key_not_found"),
        ("closed", "key_not_found"),
        ("barred", "dont_activate"),
        ("excluded", "exclude_keys"),
    ],
)
def test_why_an_entry_was_not_activated(key_id, why):
    told = explain(REQUEST, [BOOK], key_id)
    assert (told["decision"], told["why"]) == ("not_activated", why)
    assert json.loads(json.dumps(told)) == told


@pytest.mark.spec("PG-21")
def test_what_is_told_of_keys_and_places():
    told = explain(REQUEST, [BOOK], "asleep")
    assert told["keys"] == [
        {
            "key": "tower",
            "found": None,
            "too_deep": {"text": "message", "back": 3, "role": "user"},
        },
        {"key": "/gate$/", "found": None},
    ]
    assert told["empty_keys"] == 1
    assert told["looked_at"]["messages"] == 2
    second = explain(REQUEST, [BOOK], "second")
    assert [key["found"] is not None for key in second["secondary_keys"]] == [False, True]
    assert explain(REQUEST, [BOOK], "closed")["keys"][0]["in_a_body"]
    assert explain(REQUEST, [BOOK], "off")["besides"] == {
        "decision": "ineligible",
        "why": "disabled",
    }


@pytest.mark.spec("PG-21")
def test_what_came_up_is_told_as_in_the_trace():
    assert explain(REQUEST, [BOOK], "in")["decision"] == "selected"
    assert explain(REQUEST, [BOOK], "disabled")["why"] == "disabled"
    assert isinstance(explain(REQUEST, [BOOK], "nobody"), Refusal)
    assert isinstance(explain(REQUEST, [BOOK], "in", book="other"), Refusal)
    other = book(entry("in", "never"), key="c")
    assert explain(REQUEST, [BOOK, other], "in", book="c")["decision"] == "not_activated"


@pytest.mark.spec("PG-21", "WB-22")
def test_a_slow_pattern_is_judged_by_the_clock_of_the_turn():
    def clock():
        return next(ticks)

    lore, asked = book(entry("slow", "/gate/")), turn("the gate", "one", "two")
    ticks = count()
    chosen = select(asked, [lore], estimate, clock=clock)
    ticks = count()
    told = explain(asked, [lore], "slow", clock=clock)
    assert chosen.selected == ()
    assert (told["decision"], told["why"]) == ("not_activated", "key_not_found")
    assert explain(asked, [lore], "slow")["decision"] == "selected"
