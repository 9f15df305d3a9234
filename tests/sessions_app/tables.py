"""A story with a world under it for tests of rounds, time and rolls, and turns that play in it."""

import itertools
from copy import deepcopy
from typing import Any

from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.actions.turn_jobs import Claim
from sessions_app.models import Session
from sessions_app.rules.steps import TurnRef
from tests.factories import make_user
from tests.sessions_app.stories import make_scenario, new_key
from worldbook.actions.world_documents import create_world_document
from worldbook.models import Opening, User

_numbers = itertools.count(1)
_DOOR = {"state": "locked", "opener": "iron-key", "door": "cellar-door"}

_INN: dict[str, Any] = {
    "world": {
        "key": "inn",
        "name": "The inn",
        "zone": "Europe/Berlin",
        "starting_time": "2026-03-02T10:00",
        "open_to_players": False,
    },
    "locations": [
        {"key": "hall", "name": "Hall", "description": "A low room."},
        {"key": "yard", "name": "Yard"},
        {"key": "cellar", "name": "Cellar"},
        {"key": "attic", "name": "Attic"},
    ],
    "exits": [
        {"key": "to-yard", "name": "front door", "from": "hall", "to": "yard", "state": "closed"},
        {"key": "to-hall", "name": "front door", "from": "yard", "to": "hall",
         "travel_seconds": 120},
        {"key": "down", "name": "cellar door", "from": "hall", "to": "cellar", **_DOOR},
        {"key": "up", "name": "cellar door", "from": "cellar", "to": "hall", **_DOOR},
        {"key": "ladder", "name": "ladder", "from": "yard", "to": "attic", "hidden": True,
         "travel_seconds": 600},
        {"key": "ladder-down", "name": "ladder", "from": "attic", "to": "yard"},
    ],
    "characters": [
        {"key": "mira", "name": "Mira", "location": "hall", "description": "The innkeeper."},
        {"key": "tom", "name": "Tom", "location": "yard", "follows": "mira",
         "routines": [
             {"start": "06:00", "end": "12:00", "location": "yard", "activity": "chops wood"},
             {"start": "12:00", "end": "13:00", "location": "hall", "activity": "eats"},
         ]},
        {"key": "vera", "name": "Vera", "location": "attic",
         "routines": [{"start": "10:30", "end": "24:00", "location": "yard"}]},
    ],
    "items": [
        {"key": "iron-key", "name": "iron key", "holder": {"kind": "location", "key": "hall"}},
        {"key": "coin", "name": "coin", "quantity": 10,
         "holder": {"kind": "character", "key": "mira"}},
        {"key": "chest", "name": "chest", "container": "locked", "opener": "small-key",
         "fixed": True, "holder": {"kind": "location", "key": "hall"}},
        {"key": "gem", "name": "gem", "hidden": True,
         "holder": {"kind": "location", "key": "hall"}},
        {"key": "small-key", "name": "small key", "holder": {"kind": "item", "key": "chest"}},
        {"key": "bread", "name": "bread", "quantity": 2,
         "holder": {"kind": "location", "key": "yard"}},
    ],
    "variables": [
        {"key": "alarm", "name": "Alarm", "scope": "world", "minimum": 0, "maximum": 3,
         "step": 1, "default": 0},
        {"key": "wounds", "name": "Wounds", "minimum": 0, "maximum": 5, "step": 1, "default": 0},
    ],
    "checks": [
        {"key": "climb", "name": "Climb", "dice": "1d20", "comparison": "over",
         "variable": "wounds",
         "bands": [{"to": -1, "label": "fails", "outcome": "You slip."},
                   {"from": 0, "label": "works", "outcome": "You are up."}]},
        {"key": "luck", "name": "Luck", "dice": "1d6",
         "bands": [{"to": 3, "label": "bad", "outcome": "Bad luck."},
                   {"from": 4, "label": "good", "outcome": "Good luck."}]},
    ],
    "openings": [
        {"key": "morning", "name": "Morning", "characters": ["mira"], "location": "hall",
         "persona_name": "Ana", "greeting": "Good morning."},
    ],
}  # fmt: skip


def inn() -> dict[str, Any]:
    """The world as a document; each call gives one of its own, under a key of its own."""
    document = deepcopy(_INN)
    document["world"]["key"] = f"inn-{next(_numbers)}"
    return document


def make_table_story(
    player: User | None = None, document: dict[str, Any] | None = None, **wishes: Any
) -> Session:
    """A story in the inn, of a player who is an author of its world, in the hall with Mira."""
    player = player or make_user(roles=["author"])
    make_scenario()
    world = create_world_document(by=player, document=document or inn())
    opening = Opening.objects.get(world=world)
    return start_story(
        by=player, key=new_key(), opening_id=opening.pk, wishes=StartWishes(**wishes)
    )


def at(claim: Claim, number: int = 1) -> TurnRef:
    """Under which turn an attempt does something."""
    return TurnRef(
        session_id=claim.session_id,
        turn_id=claim.turn_id,
        turn_number=number,
        take_id=claim.take_id,
        attempt=claim.attempt,
        timeline=claim.timeline,
    )
