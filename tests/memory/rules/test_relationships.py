from decimal import Decimal

import pytest

from memory.rules.relationships import Relationship, acquaintances, towards_those_present

LOVE = Relationship("anna", "ben", "love", closeness=Decimal("0.9"))


@pytest.mark.spec("KN-2")
def test_whom_one_meets_or_is_told_of_becomes_a_neutral_acquaintance():
    (new,) = acquaintances({("anna", "ben")}, "anna", ["ben", "cleo", "anna", "cleo"])
    assert new == Relationship("anna", "cleo", "acquaintance")
    assert (new.familiarity, new.trust, new.closeness, new.tension, new.summary) == (0, 0, 0, 0, "")
    assert acquaintances({("anna", "ben")}, "ben", ["anna"]) == (
        Relationship("ben", "anna", "acquaintance"),
    )
    assert acquaintances((), "anna", ["anna"]) == ()


@pytest.mark.spec("KN-1")
def test_a_character_gets_its_own_towards_those_present():
    back = Relationship("ben", "anna", "fear")
    away = Relationship("anna", "cleo", "envy")
    all_ = {(it.character, it.other): it for it in (LOVE, back, away)}
    assert towards_those_present(all_, "anna", ["dora", "ben", "anna"]) == (LOVE,)
