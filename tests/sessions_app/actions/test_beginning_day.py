"""Routines when a story begins (AG-1, AG-5)."""

import pytest

from sessions_app.queries.world import read_world
from tests.sessions_app.tables import inn, make_table_story

pytestmark = pytest.mark.django_db


@pytest.mark.spec("AG-5")
def test_everybody_does_what_their_routine_says_and_is_where_the_world_put_them() -> None:
    document = inn()
    window = {"start": "09:00", "end": "11:00", "location": "cellar", "activity": "counts barrels"}
    document["characters"] += [
        {"key": "otto", "name": "Otto", "routines": [window]},
        {"key": "ida", "name": "Ida", "routines": [window], "condition": "captive"},
        {"key": "uwe", "name": "Uwe", "routines": [window], "routine_on": False},
    ]
    state = read_world(make_table_story(document=document).pk)
    assert {who: state.things.characters[who] for who in ("tom", "vera", "otto", "ida", "uwe")} == {
        "tom": "yard", "vera": "attic", "otto": "cellar", "ida": None, "uwe": None,
    }  # fmt: skip
    doing = {who: placement.activity for who, placement in state.placements.items()}
    assert doing == {
        "mira": "", "tom": "chops wood", "vera": "", "persona": "",
        "otto": "counts barrels", "ida": "", "uwe": "",
    }  # fmt: skip
    assert state.clock.cursor == state.clock.now


@pytest.mark.spec("AG-5", "TM-2")
def test_without_a_clock_no_routine_holds() -> None:
    document = inn() | {"world": inn()["world"] | {"clock_mode": "none"}}
    state = read_world(make_table_story(document=document).pk)
    assert {placement.activity for placement in state.placements.values()} == {""}
