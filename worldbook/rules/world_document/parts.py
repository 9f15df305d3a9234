"""The parts of a world's document and what each field of them may hold.

A document is `{"format": "rpsite-world", "version": 1, "world": {…}, "regions": […], …}`: rows name
each other by key. A field that is left out has its default; a list's order is the order in which
things are shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.calendar_validate import HEMISPHERES, WEEKDAYS
from worldbook.rules.fields import LARGE, Anything, Flag, Kind, OneOf, Text, Whole
from worldbook.rules.one_line import Name
from worldbook.rules.world_document.kinds import (
    LARGE_NUMBER_OR_NONE,
    MOST_ROWS,
    Key,
    Number,
    Objects,
    Row,
    Rows,
    Scalar,
    Several,
)

FORMAT, VERSION = "rpsite-world", 1

LONGEST_WALK = 30 * 24 * 3600
"""Seconds of the longest exit: as long as the longest skip (TM-3)."""
FURTHEST = 1_000_000
MOST_ALIKE = 1_000_000

EXIT_STATES = ("open", "closed", "locked", "blocked")
CONTAINERS = ("none", "open", "closed", "locked")
CONDITIONS = ("active", "unconscious", "captive", "away", "dead")
HOLDERS = {"location": "locations", "character": "characters", "item": "items"}
"""What can hold a thing, and the part that it stands in."""
SCOPES = {"character": "characters", "item": "items", "location": "locations", "world": ""}
KNOWABLE = ("location", "item", "exit", "lore")


@dataclass(frozen=True, slots=True)
class Field:
    """One field: what it may hold, and what it has where it is left out."""

    kind: Kind
    default: Any = None
    needed: bool = False


def needed(kind: Kind) -> Field:
    """A field that must be there."""
    return Field(kind, needed=True)


_NAME = needed(Name())
_KEY = needed(Key())
_WORDS = Field(Several(Text(200, empty=False)), ())
_TEXTS = Field(Several(Text(), MOST_ROWS), ())
_NO_KEY = Field(Key(null=True))
_BLANK_KEY = Field(Key(blank=True), "")
_TEXT = Field(Text(), "")
_OFF, _ON = Field(Flag(), False), Field(Flag(), True)  # noqa: FBT003 - a default
_UNSAID = Field(Flag(null=True))
_LINE = Field(Text(200), "")
_MOMENT = Field(Text(40), "")
_HUNDRED = Field(Whole(0, 100), 0)
_SIGNED, _SHARE = Field(Number(-1, 1), 0), Field(Number(0, 1), 0)

CARD: Mapping[str, Field] = {
    "nickname": _LINE,
    "description": _TEXT,
    "personality": _TEXT,
    "scenario": _TEXT,
    "first_mes": _TEXT,
    "alternate_greetings": _TEXTS,
    "group_only_greetings": _TEXTS,
    "mes_example": _TEXT,
    "system_prompt": _TEXT,
    "post_history_instructions": _TEXT,
    "creator": _LINE,
    "creator_notes": _TEXT,
    "character_version": Field(Text(100), ""),
    "tags": _TEXTS,
    "extensions": Field(Anything(), {}),
}
"""The fields of a character card, V3 names, but for key and name."""

PARTS: Mapping[str, Mapping[str, Field]] = {
    "world": {
        "key": _KEY,
        "name": _NAME,
        "language": Field(Text(10, empty=False), "en"),
        "description": _TEXT,
        "zone": Field(Text(64, empty=False), "UTC"),
        "hemisphere": Field(OneOf(HEMISPHERES), "north"),
        "festivals": Field(Anything(), {}),
        "calendar_names": Field(Anything(), {}),
        "day_parts": Field(Anything(), {}),
        "starting_time": _MOMENT,
        "clock_mode": Field(OneOf(("simulated", "real", "none")), "simulated"),
        "rules": Field(Several(Text(500, empty=False)), ()),
        "open_to_players": _ON,
    },
    "regions": {
        "key": _KEY,
        "name": _NAME,
        "description": _TEXT,
        "aliases": _WORDS,
        "parent": _NO_KEY,
    },
    "locations": {
        "key": _KEY,
        "name": _NAME,
        "description": _TEXT,
        "aliases": _WORDS,
        "tags": _WORDS,
        "region": _NO_KEY,
        "x": Field(Whole(-FURTHEST, FURTHEST, null=True)),
        "y": Field(Whole(-FURTHEST, FURTHEST, null=True)),
        "features": Field(Rows("features", 200), ()),
    },
    "features": {"key": _KEY, "name": _NAME, "description": _TEXT, "aliases": _WORDS},
    "exits": {
        "key": _KEY,
        "name": _NAME,
        "from": needed(Key()),
        "to": needed(Key()),
        "description": _TEXT,
        "aliases": _WORDS,
        "state": Field(OneOf(EXIT_STATES), "open"),
        "opener": _BLANK_KEY,
        "door": Field(Text(100), ""),
        "hidden": _OFF,
        "travel_seconds": Field(Whole(0, LONGEST_WALK, null=True)),
        "see_through": _UNSAID,
        "hear_through": _UNSAID,
    },
    "slots": {"key": _KEY, "name": _NAME, "capacity": Field(Whole(1, 100), 1)},
    "characters": {
        "key": _KEY,
        "name": _NAME,
        **CARD,
        "lorebook": _NO_KEY,
        "aliases": _WORDS,
        "location": _NO_KEY,
        "condition": Field(OneOf(CONDITIONS), "active"),
        "follows": _NO_KEY,
        "background": _OFF,
        "group": _OFF,
        "playable": _ON,
        "routine_on": _ON,
        "valence": _SIGNED,
        "arousal": _SIGNED,
        "dominance": _SIGNED,
        "routines": Field(Rows("routines", 200), ()),
        "relationships": Field(Rows("relationships"), ()),
        "knowledge": Field(Rows("knowledge"), ()),
        "intents": Field(Rows("intents", 200), ()),
    },
    "routines": {
        "start": needed(Text(5)),
        "end": needed(Text(5)),
        "days": Field(Several(OneOf(WEEKDAYS), 7), ()),
        "calendar": Field(Anything(), {}),
        "location": _NO_KEY,
        "activity": Field(Text(300), ""),
    },
    "relationships": {
        "other": needed(Key()),
        "label": Field(Text(100), ""),
        "summary": _TEXT,
        "familiarity": _SHARE,
        "trust": _SIGNED,
        "closeness": _SIGNED,
        "tension": _SHARE,
    },
    "knowledge": {"kind": needed(OneOf(KNOWABLE)), "key": needed(Text(240, empty=False))},
    "intents": {
        "key": _KEY,
        "kind": Field(Text(60), ""),
        "text": needed(Text(empty=False)),
        "priority": _HUNDRED,
        "urgency": _HUNDRED,
        "deadline": _MOMENT,
        "plan": _TEXT,
    },
    "items": {
        "key": _KEY,
        "kind": _BLANK_KEY,
        "name": _NAME,
        "description": _TEXT,
        "text": _TEXT,
        "aliases": _WORDS,
        "tags": _WORDS,
        "quantity": Field(Whole(1, MOST_ALIKE), 1),
        "unique": _OFF,
        "hidden": _OFF,
        "fixed": _OFF,
        "notable": _OFF,
        "condition": _LINE,
        "slot": _BLANK_KEY,
        "container": Field(OneOf(CONTAINERS), "none"),
        "opener": _BLANK_KEY,
        "owner": _NO_KEY,
        "holder": needed(Row("holder")),
        "worn": _BLANK_KEY,
    },
    "holder": {"kind": needed(OneOf(tuple(HOLDERS))), "key": needed(Key())},
    "variables": {
        "key": _KEY,
        "name": _NAME,
        "description": _TEXT,
        "value_kind": Field(OneOf(("number", "flag", "choice", "text")), "number"),
        "scope": Field(OneOf(tuple(SCOPES)), "character"),
        "minimum": Field(LARGE_NUMBER_OR_NONE),
        "maximum": Field(LARGE_NUMBER_OR_NONE),
        "step": Field(LARGE_NUMBER_OR_NONE),
        "options": _WORDS,
        "default": Field(Scalar(null=True)),
        "visibility": Field(OneOf(("public", "private")), "public"),
        "always": _OFF,
        "bands": Field(Objects(), ()),
        "baseline": Field(LARGE_NUMBER_OR_NONE),
        "targets": Field(Several(Key()), ()),
    },
    "checks": {
        "key": _KEY,
        "name": _NAME,
        "when": _TEXT,
        "dice": needed(Text(200, empty=False)),
        "reading": Field(OneOf(("total", "successes")), "total"),
        "comparison": Field(OneOf(("absolute", "over", "under")), "absolute"),
        "variable": _BLANK_KEY,
        "bands": Field(Objects(), ()),
    },
    "openings": {
        "key": _KEY,
        "name": _NAME,
        "blurb": _TEXT,
        "scenario_id": Field(Text(60, empty=False), "worldbook"),
        "greeting": _TEXT,
        "alternate_greetings": _TEXTS,
        "persona_name": _LINE,
        "persona_text": _TEXT,
        "characters": Field(Several(Key()), ()),
        "pins": Field(Rows("pins", 200), ()),
        "player": _NO_KEY,
        "location": _NO_KEY,
        "starting_time": _MOMENT,
        "variable_values": Field(Rows("values"), ()),
        "item_changes": Field(Objects(1_000), ()),
    },
    "pins": {"book": needed(Key()), "revision": Field(Whole(1, LARGE, null=True))},
    "values": {
        "of": needed(Row("of")),
        "variable": needed(Key()),
        "value": needed(Scalar()),
    },
    "of": {"kind": needed(OneOf(tuple(SCOPES))), "key": Field(Key(blank=True), "")},
}
"""The fields of each part; some parts stand only inside others."""

TOP = ("regions", "locations", "exits", "slots", "characters", "items", "variables", "checks")
KEYED = (*TOP, "openings")
"""The lists of a document, in its order; each row has a key."""
