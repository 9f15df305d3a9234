"""What a step of a story is asked for under, and what it answers: values, and their JSON.

A *step* is what changes a story's state in one transaction: a round, a skip of time, a roll. Keys
are those of the story's own rows; instants are milliseconds since 1970 in UTC (TM-1).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.refusal import Refusal

Json = dict[str, Any]

WENT, FOLLOWED, FORCED, CARRIED, ROUTINE = "went", "followed", "forced", "carried", "routine"
"""How somebody came to a place: by the ordinary planner; along with whom it follows; by the
planner that knows every exit; without any exit; by its routine while time moved (AG-5)."""


@dataclass(frozen=True, slots=True)
class TurnRef:
    """Under which turn, take and attempt a step is done; `take_id` None: no running turn's.

    `timeline` None: whatever it is (an edit by hand that locked the story already).
    """

    session_id: int
    turn_id: int | None
    turn_number: int
    take_id: int | None
    attempt: int = 0
    timeline: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written; every reason (PL-2: `told` in a detail is what the player may hear)."""

    reasons: tuple[Refusal, ...]

    def to_json(self) -> Json:
        """{refused: [{code, reason, detail}]} as the game master is told."""
        told = [{"code": r.code, "reason": r.reason, "detail": r.detail} for r in self.reasons]
        return {"refused": told}

    def told(self) -> list[Mapping[str, Any]]:
        """What the player may hear of each reason that has something for it, no two alike."""
        said: list[Mapping[str, Any]] = []
        for reason in self.reasons:
            told = reason.detail.get("told")
            if told and told not in said:
                said.append(told)
        return said


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody is elsewhere now: `exits` are those used in their order, `seconds` their sum."""

    who: str
    origin: str | None
    target: str
    how: str = WENT
    exits: tuple[str, ...] = ()
    seconds: int = 0

    def to_json(self) -> Json:
        """{who, from, to, how, exits, seconds}."""
        return {
            "who": self.who,
            "from": self.origin,
            "to": self.target,
            "how": self.how,
            "exits": list(self.exits),
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that became true (PL-3): its record, with keys.

    `at` is where everybody was before, `moved` who is elsewhere after it (routine moves too),
    `item_changes`, `variable_changes`, `character_changes` what was applied, `left_out` the
    variable changes that were not, each with code and reason (VR-4).
    """

    number: int
    location: str | None
    at: Mapping[str, str]
    moved: tuple[Moved, ...]
    outcomes: Mapping[str, str]
    item_changes: tuple[Mapping[str, Any], ...]
    variable_changes: tuple[Mapping[str, Any], ...]
    character_changes: tuple[Mapping[str, Any], ...]
    left_out: tuple[Mapping[str, Any], ...]
    begins: int | None
    ends: int | None
    new_phase: bool = False

    def to_json(self) -> Json:
        """The record as a JSON value."""
        return {
            "round": self.number,
            "location": self.location,
            "at": dict(self.at),
            "moved": [move.to_json() for move in self.moved],
            "outcomes": dict(self.outcomes),
            "item_changes": [dict(change) for change in self.item_changes],
            "variable_changes": [dict(change) for change in self.variable_changes],
            "character_changes": [dict(change) for change in self.character_changes],
            "left_out": [dict(change) for change in self.left_out],
            "begins": self.begins,
            "ends": self.ends,
            "new_phase": self.new_phase,
        }


@dataclass(frozen=True, slots=True)
class SkipResult:
    """Time that was skipped, and who went where by its routine meanwhile."""

    begins: int
    ends: int
    reason: str
    moved: tuple[Moved, ...] = ()

    def to_json(self) -> Json:
        """{begins, ends, reason, moved}."""
        return {
            "begins": self.begins,
            "ends": self.ends,
            "reason": self.reason,
            "moved": [move.to_json() for move in self.moved],
        }


@dataclass(frozen=True, slots=True)
class RollResult:
    """A recorded roll (DC-2); `n` is its number in the story, `dice` as DI-G5 writes them.

    `total` is the sum as thrown, `value` what was read against the bands, with modifiers and
    target; `band` and `outcome` are empty where a plain roll has none.
    """

    n: int
    turn: int
    round: int
    expression: str
    dice: Sequence[Mapping[str, Any]]
    total: int
    value: int
    check: str | None = None
    name: str = ""
    modifiers: Sequence[Mapping[str, Any]] = field(default=())
    target: int | None = None
    band: str = ""
    outcome: str = ""
    reason: str = ""
    character: str | None = None
    hidden: bool = False
    asked_by: str = "agent"
    rolled_when: int | None = None
    truncated: bool = False

    @property
    def seen_value(self) -> int:
        """The value without what the player may not know: a private variable of another (VR-5)."""
        unseen: int = sum(one["value"] for one in self.modifiers if one.get("private"))
        return self.value - unseen

    def seen_json(self) -> Json:
        """The roll as its player sees it, without keys of people and variables.

        The key of a check stays: it is what a player types to roll it (DC-5). Of a hidden roll
        nothing is told but that dice fell: {n, turn, round, hidden, asked_by} (PG-26).
        """
        told = self.to_json()
        if self.hidden:
            return {name: told[name] for name in ("n", "turn", "round", "hidden", "asked_by")}
        del told["character"]
        seen = [_seen_modifier(one) for one in self.modifiers if not one.get("private")]
        return {**told, "modifiers": seen, "value": self.seen_value}

    def to_json(self) -> Json:
        """The roll as a JSON value; numbers of the story go to browsers as they are."""
        return {
            "n": self.n,
            "turn": self.turn,
            "round": self.round,
            "check": self.check,
            "name": self.name,
            "expression": self.expression,
            "dice": [dict(die) for die in self.dice],
            "modifiers": [dict(modifier) for modifier in self.modifiers],
            "target": self.target,
            "total": self.total,
            "value": self.value,
            "band": self.band,
            "outcome": self.outcome,
            "reason": self.reason,
            "character": self.character,
            "hidden": self.hidden,
            "asked_by": self.asked_by,
            "rolled_when": self.rolled_when,
            "truncated": self.truncated,
        }


def _seen_modifier(one: Mapping[str, Any]) -> Json:
    """What was added, called as people call it; what has no label was given at the roll."""
    return {"name": one.get("label", one["name"]), "value": one["value"]}
