"""What players may read of a book (WB-37, WB-37a)."""

import pytest

from tests.factories import make_entry
from worldbook.rules.entries import Book
from worldbook.rules.open_part import Reach, is_open, open_part

pytestmark = pytest.mark.spec("WB-37a")

LORE = (
    make_entry("plain", comment="mine", source={"uid": 1}, tags=("plot",), place=1),
    make_entry("actors", audience=("actor", "planner"), place=0),
    make_entry("secret", audience=("planner", "gm")),
    make_entry("later", conditions={"flag": "open"}),
    make_entry("off", enabled=False),
    make_entry("blocked", blocked="script"),
)


@pytest.mark.parametrize(
    ("reach", "keys"),
    [
        (Reach.ALL, [entry.key_id for entry in LORE]),
        (Reach.PLAYER, ["plain", "actors"]),
        (Reach.NOTHING, []),
    ],
)
@pytest.mark.spec("WB-37")
def test_players_read_what_addresses_the_actor_and_waits_for_nothing(reach, keys) -> None:
    assert [entry.key_id for entry in open_part(Book(entries=LORE), reach).entries] == keys
    assert [entry.key_id for entry in LORE if is_open(entry)] == ["plain", "actors"]


def test_an_authors_own_notes_are_for_authors() -> None:
    book = Book(entries=LORE, tags=("mine",), source={"a": 1})
    entry = open_part(book, Reach.PLAYER).entries[0]
    assert (entry.comment, entry.source, entry.tags) == ("", {}, ())
    remark = Book(entries=(make_entry("a", content="The {{// liar }}regent.", locked=True),))
    (shown,) = open_part(remark, Reach.PLAYER).entries
    assert (shown.content, shown.locked) == ("The regent.", False)
    assert open_part(book, Reach.PLAYER).source == {}
    assert open_part(book, Reach.ALL) == book
