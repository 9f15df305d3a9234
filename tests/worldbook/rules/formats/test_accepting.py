"""What an import offers is taken over where it was confirmed, and only there."""

import json

import pytest

from worldbook.rules.entries import book_to_json
from worldbook.rules.formats import read
from worldbook.rules.formats.accepting import VARIABLES, accept
from worldbook.rules.validation import book_problems

BODY = "<% if (getvar('trust') >= 3) { %>\nShe smiles.\n<% } %>"
PART = "Always. <% if (getvar('rain') === true) { %>Wet.<% } %>"


def parsed():
    entries = {
        "0": {"uid": 0, "comment": "Mira", "key": ["mira"], "content": BODY},
        "1": {"uid": 1, "comment": "Rain", "key": ["rain"], "content": PART},
        "2": {
            "uid": 2,
            "comment": "[InitVar]",
            "key": [],
            "content": '{"trust": 1, "mood": ["calm", "how she feels"]}',
        },
    }
    found = read(json.dumps({"name": "North", "entries": entries}).encode(), file_name="x.json")
    return book_to_json(found.book), found.report.offers


def entry(book, key_id):
    return next(item for item in book["entries"] if item["key_id"] == key_id)


TRUST = {"variable": {"of": {"kind": "world"}, "variable": "trust", "op": ">=", "value": 3}}


@pytest.mark.spec("WB-9a")
def test_nothing_confirmed_changes_nothing():
    book, offers = parsed()
    assert {offer.kind for offer in offers} == {"condition", "variable"}
    assert accept(book, offers, ()) == book


@pytest.mark.spec("WB-9a")
def test_a_confirmed_condition_replaces_the_template_that_held_the_whole_body():
    book, offers = parsed()
    assert entry(book, "mira")["blocked"]
    number = next(at for at, offer in enumerate(offers) if offer.key_id == "mira")
    made = accept(book, offers, {number})
    mira = entry(made, "mira")
    assert (mira["conditions"], mira["content"], mira["blocked"]) == (TRUST, "She smiles.", "")
    assert entry(made, "rain") == entry(book, "rain")
    assert book_problems(made | {"key": "north"}) == ()


@pytest.mark.spec("WB-9a")
def test_a_condition_on_a_part_of_the_body_leaves_it_blocked():
    book, offers = parsed()
    number = next(at for at, offer in enumerate(offers) if offer.key_id == "rain")
    rain = entry(accept(book, offers, {number}), "rain")
    assert rain["conditions"]["variable"]["variable"] == "rain"
    assert (rain["content"], rain["blocked"]) == (PART, entry(book, "rain")["blocked"])


@pytest.mark.spec("WB-9a")
def test_a_condition_stands_beside_those_an_entry_has():
    book, offers = parsed()
    own = {"turn": {"at_least": 2}}
    entry(book, "mira")["conditions"] = own
    number = next(at for at, offer in enumerate(offers) if offer.key_id == "mira")
    assert entry(accept(book, offers, {number}), "mira")["conditions"] == {"all": [own, TRUST]}


@pytest.mark.spec("WB-9a")
def test_confirmed_definitions_are_kept_with_the_book():
    book, offers = parsed()
    numbers = {at for at, offer in enumerate(offers) if offer.kind == "variable"}
    kept = accept(book, offers, numbers)["source"][VARIABLES]
    assert kept == [
        {"name": "trust", "type": "number", "initial": 1},
        {"name": "mood", "type": "text", "initial": "calm", "description": "how she feels"},
    ]
