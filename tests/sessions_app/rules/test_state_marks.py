"""What a turn changed is told from two views, and from nothing else."""

from typing import Any

import pytest

from sessions_app.rules.state_marks import marked

pytestmark = pytest.mark.spec("PG-22")

Json = dict[str, Any]


def row(n: int | None, name: str, **more: Any) -> Json:
    return {"n": n, "name": name, **more}


def place(n: int = 1, **parts: Any) -> Json:
    empty: Json = {"features": [], "exits": [], "people": [], "items": [], "beyond": []}
    return row(n, "Hall", description="", regions=[], **empty) | parts


def view(**parts: Any) -> Json:
    whole = {"player": row(9, "Ana"), "place": place(), "own": [], "known_places": []}
    return whole | {"variables": []} | parts


def values(*told: Json, n: int = 9) -> list[Json]:
    return [{"of": {"kind": "character", "n": n}, "name": "Ana", "values": list(told)}]


def test_what_came_what_is_otherwise_and_what_is_gone() -> None:
    lamp, key, rope = row(11, "lamp"), row(12, "key"), row(13, "rope")
    mira, tom = row(21, "Mira", activity=""), row(22, "Tom")
    door = row(31, "door", state="closed")
    old = view(place=place(items=[lamp, key], people=[mira, tom], exits=[door]), own=[rope])
    busy, opened = mira | {"activity": "cooks"}, door | {"state": "open"}
    new = view(place=place(items=[key], people=[busy], exits=[opened]), own=[lamp])
    told = marked(old, new)
    here = told["place"]
    assert here["changed"] is None
    assert [one["changed"] for one in here["items"]] == [None]
    assert [one["changed"] for one in (*here["people"], *here["exits"])] == ["changed"] * 2
    assert [one["changed"] for one in told["own"]] == ["new"]
    assert told["gone"] == {"people": ["Tom"], "items": ["rope"]}


@pytest.mark.spec("AD-2")
def test_of_a_place_where_one_comes_only_the_place_is_new() -> None:
    old = view(place=place(items=[row(11, "lamp")], people=[row(21, "Mira")]))
    new = view(place=place(2, items=[row(14, "cup")], people=[row(22, "Tom")]))
    told = marked(old, new)
    assert told["place"]["changed"] == "new"
    assert told["place"]["items"][0]["changed"] is None
    assert told["place"]["people"][0]["changed"] is None
    assert told["gone"] == {"people": [], "items": []}


def test_variables_of_who_was_there_before_are_compared() -> None:
    wounds, mood = row(41, "Wounds", value=1), row(None, "valence", value=0)
    old = view(variables=values(wounds, mood))
    new = view(variables=values(wounds | {"value": 2}, mood) + values(wounds, n=21))
    own, other = marked(old, new)["variables"]
    assert [one["changed"] for one in own["values"]] == ["changed", None]
    assert [one["changed"] for one in other["values"]] == [None]


def test_without_a_view_from_before_nothing_is_marked() -> None:
    told = marked(None, view(own=[row(11, "lamp")], known_places=[row(1, "Hall")]))
    assert [one["changed"] for one in (*told["own"], *told["known_places"])] == [None, None]
    assert told["place"]["changed"] is None
    nobody = {"player": None, "clock": None, "place": None}
    assert marked(view(), nobody) == nobody
