from decimal import Decimal

import pytest

from memory.rules.relationships import (
    Relationship,
    met,
    relationship_faults,
    told_of,
    towards_those_present,
)

LOVE = Relationship("anna", "ben", "love", closeness=Decimal("0.9"))


@pytest.mark.spec("KN-2")
def test_meeting_makes_a_neutral_acquaintance_each_way_where_there_was_none():
    assert met({("anna", "ben")}, ["anna", "ben", "cleo", "anna"]) == tuple(
        Relationship(who, other, "acquaintance")
        for who, other in (
            ("anna", "cleo"),
            ("ben", "anna"),
            ("ben", "cleo"),
            ("cleo", "anna"),
            ("cleo", "ben"),
        )
    )
    assert met((), ["anna"]) == ()
    new = met((), ["anna", "ben"])[0]
    assert (new.familiarity, new.trust, new.closeness, new.tension, new.summary) == (0, 0, 0, 0, "")


@pytest.mark.spec("KN-2")
def test_being_told_of_somebody_makes_one_from_the_one_who_learned():
    learned = told_of({("anna", "ben")}, "anna", ["ben", "cleo", "anna", "cleo"])
    assert learned == (Relationship("anna", "cleo", "acquaintance"),)


@pytest.mark.spec("KN-1")
def test_a_character_gets_its_own_towards_those_present():
    back = Relationship("ben", "anna", "fear")
    away = Relationship("anna", "cleo", "envy")
    all_ = {(it.character, it.other): it for it in (LOVE, back, away)}
    assert towards_those_present(all_, "anna", ["dora", "ben", "anna"]) == (LOVE,)


@pytest.mark.spec("KN-1")
def test_degrees_have_ranges():
    good = {"label": "x", "familiarity": 1, "trust": -1, "closeness": 0.5, "tension": 0}
    assert list(relationship_faults(good)) == []
    bad = {
        "label": "x" * 101,
        "summary": None,
        "familiarity": -0.1,
        "trust": 1.5,
        "closeness": "near",
        "tension": 0.00001,
    }
    assert [(it.path, it.code) for it in relationship_faults(bad)] == [
        ("label", "too_long"),
        ("summary", "not_text"),
        ("familiarity", "out_of_range"),
        ("trust", "out_of_range"),
        ("closeness", "not_decimal"),
        ("tension", "not_decimal"),
    ]
