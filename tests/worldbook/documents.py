"""Documents of small worlds that tests begin with."""

from copy import deepcopy
from typing import Any

_HOUSE: dict[str, Any] = {
    "world": {"key": "house", "name": "The house", "zone": "Europe/Berlin"},
    "regions": [{"key": "town", "name": "Town"}, {"key": "street", "name": "St", "parent": "town"}],
    "locations": [
        {
            "key": "hall",
            "name": "Hall",
            "region": "street",
            "features": [{"key": "clock", "name": "Clock"}, {"key": "stove", "name": "Stove"}],
        },
        {"key": "cellar", "name": "Cellar"},
    ],
    "exits": [
        {
            "key": "down",
            "name": "Trapdoor",
            "from": "hall",
            "to": "cellar",
            "state": "locked",
            "opener": "iron-key",
            "door": "trapdoor",
            "travel_seconds": 20,
        },
        {
            "key": "up",
            "name": "Trapdoor",
            "from": "cellar",
            "to": "hall",
            "state": "locked",
            "opener": "iron-key",
            "door": "trapdoor",
        },
    ],
    "slots": [{"key": "finger", "name": "Finger", "capacity": 2}],
    "characters": [
        {
            "key": "mira",
            "name": "Mira",
            "location": "hall",
            "valence": 0.25,
            "routines": [
                {"start": "08:00", "end": "12:00", "location": "cellar", "activity": "counts jars"}
            ],
            "relationships": [{"other": "tom", "label": "brother", "trust": 0.5}],
            "knowledge": [
                {"kind": "location", "key": "cellar"},
                {"kind": "item", "key": "iron-key"},
                {"kind": "lore", "key": "house-lore:the-jars"},
            ],
            "intents": [{"key": "sell", "text": "Sell the house", "priority": 5}],
        },
        {"key": "tom", "name": "Tom", "location": "hall", "follows": "mira"},
    ],
    "items": [
        {
            "key": "iron-key",
            "name": "Iron key",
            "holder": {"kind": "item", "key": "tin"},
            "owner": "mira",
        },
        {
            "key": "tin",
            "name": "Tin",
            "container": "closed",
            "holder": {"kind": "location", "key": "hall"},
        },
        {
            "key": "ring",
            "name": "Ring",
            "slot": "finger",
            "worn": "finger",
            "holder": {"kind": "character", "key": "mira"},
        },
    ],
    "variables": [
        {"key": "debt", "name": "Debt", "minimum": 0, "maximum": 100, "step": 0.5, "default": 10},
        {"key": "sworn", "name": "Sworn", "value_kind": "flag", "targets": ["tom"]},
    ],
    "checks": [
        {
            "key": "luck",
            "name": "Luck",
            "dice": "1d20",
            "variable": "debt",
            "bands": [
                {"to": 10, "label": "bad", "outcome": "It fails."},
                {"from": 11, "label": "good", "outcome": "It works."},
            ],
        }
    ],
    "openings": [
        {
            "key": "evening",
            "name": "Evening",
            "characters": ["mira", "tom"],
            "player": "tom",
            "location": "hall",
            "variable_values": [
                {"of": {"kind": "character", "key": "mira"}, "variable": "debt", "value": 12.5}
            ],
        }
    ],
}


def house() -> dict[str, Any]:
    """A world of two places with something of every kind; each call gives one of its own."""
    return deepcopy(_HOUSE)
