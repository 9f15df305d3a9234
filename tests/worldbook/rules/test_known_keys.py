import pytest

from worldbook.demo.files import FOLDERS, read_demo_world
from worldbook.rules.entries import Book, Entry
from worldbook.rules.known_keys import book_findings, known_keys

DOCUMENT = {
    "world": {"key": "inn", "name": "Inn", "festivals": {"fair": {"months": [5]}}},
    "regions": [{"key": "land", "name": "Land"}],
    "locations": [{"key": "hall", "name": "Hall", "region": "land"}],
    "characters": [{"key": "mira", "name": "Mira", "location": "hall"}],
    "items": [
        {"key": "purse", "name": "Purse", "kind": "bag",
         "holder": {"kind": "location", "key": "hall"}},
    ],
    "variables": [{"key": "alarm", "name": "Alarm", "scope": "world"}],
}  # fmt: skip
KNOWN = known_keys(DOCUMENT)


def variable(of, name):
    return {"variable": {"of": of, "variable": name, "op": "==", "value": 0}}


@pytest.mark.spec("CO-3", "WB-14")
@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ({"place": {"who": "player", "at": "land"}}, None),
        ({"place": {"who": "persona", "at": ["hall", "land"]}}, None),
        ({"item": {"item": "bag", "at": "hall"}}, None),
        ({"item": {"item": "purse", "held_by": "mira"}}, None),
        (variable({"kind": "world"}, "alarm"), None),
        (variable({"kind": "character", "key": "mira"}, "valence"), None),
        ({"calendar": {"festival": "fair"}}, None),
        ({"engagement": {"key": "duel", "status": "kept"}}, None),
        ({"place": {"who": "mira", "at": "cellar"}}, ("place.at", "cellar")),
        ({"all": [{"together": {"who": ["mira", "tom"]}}]}, ("all[0].together.who[1]", "tom")),
        ({"item": {"item": "crown", "at": "hall"}}, ("item.item", "crown")),
        (variable({"kind": "character", "key": "mira"}, "alarm"), ("variable.variable", "alarm")),
        ({"calendar": {"festival": "yule"}}, ("calendar.festival", "yule")),
    ],
)
def test_what_a_world_does_not_have_is_told(condition, told):
    book = Book(key="lore", entries=(Entry("gate", conditions=condition),))
    found = list(book_findings(KNOWN, [("first", book), ("second", book)]))
    if told is None:
        assert found == []
        return
    (finding,) = found
    assert (finding.part, finding.key, finding.level) == ("openings", "first", "warning")
    assert (finding.detail["path"], finding.detail["value"]) == told
    assert "“lore”" in finding.say()


def test_entries_that_are_off_or_wrong_in_themselves_are_passed_over():
    away = {"place": {"who": "mira", "at": "cellar"}}
    book = Book(
        key="lore",
        entries=(Entry("off", conditions=away, enabled=False), Entry("odd", conditions={"x": 1})),
    )
    assert list(book_findings(KNOWN, [("first", book)])) == []


@pytest.mark.spec("CO-3")
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_demo_books_ask_for_nothing_that_their_world_does_not_have(folder):
    demo = read_demo_world(folder)
    assert list(book_findings(known_keys(demo.document), [("gate", demo.book)])) == []
