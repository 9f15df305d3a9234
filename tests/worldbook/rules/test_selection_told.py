"""Why an entry is there, told to a player: names of none but those that players are told (WB-37)."""

import pytest

from sessions_app.rules.worldbook_panel import shown_entries
from tests.worldbook.rules.selecting import OPEN, book, choose, entry, turn
from worldbook.rules.selection.requests import player_answer

pytestmark = [pytest.mark.spec("WB-37"), pytest.mark.spec("AD-2")]

FOUND = choose(
    turn("the gate"),
    book(
        entry("door", "gate", content="hinge", **OPEN),
        entry("hinge", "hinge", **OPEN),
        entry("lamp", "lamp", **OPEN),
        entry("secret-order", "gate", content="nothing", requires=("candle",)),
        entry("candle", "never"),
        key="b",
    ),
    book(
        entry("the-king-is-dead", "gate", content="lamp", **OPEN),
        key="closed",
        players_may_read=False,
    ),
)


def _causes(rows, key_id, cause):
    return {row[key_id]: {n: v for n, v in row[cause].items() if n != "pass"} for row in rows}


def test_a_cause_names_no_entry_that_the_player_is_not_told() -> None:
    panel, hidden = shown_entries(FOUND.selected)
    asked = player_answer(FOUND, ms=0)
    told = _causes(panel, "id", "reason")
    assert told == _causes(asked["selected"], "key_id", "cause")
    assert hidden == asked["hidden"] == 1
    assert told["candle"] == {"kind": "dependency", "of": "secret-order"}
    assert told["lamp"] == {"kind": "recursion", "key": "lamp", "in": {"text": "body"}}
    assert told["door"]["in"] == {"text": "message", "back": 0, "role": "user"}
    assert told["hinge"]["in"] == {"text": "body", "book": "b", "key_id": "door"}


def test_nor_one_that_waits_for_what_the_reader_made_up() -> None:
    asked = player_answer(FOUND, ms=0, among={"candle", "lamp", "door"})
    assert _causes(asked["selected"], "key_id", "cause")["candle"] == {"kind": "dependency"}


def test_one_of_a_closed_book_is_not_named_for_another_of_its_name_in_an_open_one() -> None:
    found = choose(
        turn("the gate"),
        book(entry("door", "gate", **OPEN), entry("lamp", "lamp", **OPEN), key="b"),
        book(entry("door", "gate", content="lamp", **OPEN), key="closed", players_may_read=False),
    )
    panel, _ = shown_entries(found.selected)
    told = _causes(panel, "id", "reason")
    assert told == _causes(player_answer(found, ms=0)["selected"], "key_id", "cause")
    assert told["lamp"]["in"] == {"text": "body"}


def test_what_an_author_is_told_has_all_names() -> None:
    causes = {one.key_id: one.cause for one in FOUND.selected}
    assert causes["candle"]["of"] == "secret-order"
    assert causes["lamp"]["in"]["key_id"] == "the-king-is-dead"
