"""States of stories as values, for tests of rules: the inn of `tables.py`, without a database."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from sessions_app.rules.world import Described, Numbers, PersonText, Placement, StoryState
from worldbook.rules.almanac import Almanac
from worldbook.rules.clock import SIMULATED, Clock
from worldbook.rules.items.state import Exit, Holder, Item, ItemState
from worldbook.rules.variables import VariableDef, Variables
from worldbook.rules.zones import zone_of

NOW = 1_772_442_000_000
"""2026-03-02T10:00 in Berlin."""


def thing(key: str, kind: str, where: str, **fields: Any) -> Item:
    """A thing held by something."""
    values = {"name": key.replace("-", " "), "kind": key, "quantity": 1}
    return Item(key=key, holder=Holder(kind, where), **(values | fields))


_EXITS = (
    Exit("to-yard", "hall", "yard", state="closed"),
    Exit("to-hall", "yard", "hall", travel_seconds=120),
    Exit("down", "hall", "cellar", state="locked", opener="iron-key", door="cellar-door"),
    Exit("up", "cellar", "hall", state="locked", opener="iron-key", door="cellar-door"),
    Exit("ladder", "yard", "attic", hidden=True, travel_seconds=600),
    Exit("ladder-down", "attic", "yard"),
)
_ITEMS = (
    thing("iron-key", "location", "hall"),
    thing("coin", "character", "mira", quantity=10),
    thing("chest", "location", "hall", container="locked", opener="small-key", fixed=True),
    thing("small-key", "item", "chest"),
    thing("gem", "location", "hall", hidden=True),
)
_PEOPLE = {"ana": "hall", "mira": "hall", "tom": "hall", "vera": "attic", "lost": None}


def inn_state(**fields: Any) -> StoryState:
    """Ana plays; Mira and Tom, who follows Mira, are with her; Vera is in the attic, Lost nowhere."""
    zone = zone_of("Europe/Berlin")
    assert zone is not None
    things = ItemState(
        locations=frozenset({"hall", "yard", "cellar", "attic"}),
        characters=_PEOPLE,
        items={item.key: item for item in _ITEMS},
        exits={way.key: way for way in _EXITS},
    )
    wounds = VariableDef(
        key="wounds",
        value_kind="number",
        scope="character",
        minimum=Decimal(0),
        maximum=Decimal(5),
        step=Decimal(1),
    )
    names = {"down": "cellar door", "up": "cellar door", "ladder": "ladder"}
    state = StoryState(
        session_id=1,
        player="ana",
        things=things,
        almanac=Almanac(zone),
        clock=Clock(SIMULATED, now=NOW, started=NOW, cursor=NOW),
        ways={key: Described(key, names.get(key, key)) for key in things.exits},
        people={key: PersonText(key, key.title()) for key in _PEOPLE},
        placements={key: Placement(follows="mira" if key == "tom" else "") for key in _PEOPLE},
        variables=Variables(definitions={"wounds": wounds}),
        numbers=Numbers(),
    )
    return replace(state, **fields)


def with_people(state: StoryState, **placements: Placement) -> StoryState:
    """The state with some characters otherwise."""
    return replace(state, placements={**state.placements, **placements})
