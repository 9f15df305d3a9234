"""What conditions ask of a story's state, so that no more of it need be read (CO-2, WB-14)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.conditions_validate import branch_of
from worldbook.rules.faults import inside

FACTS: Mapping[str, tuple[str, ...]] = {
    "time": ("now",),
    "calendar": ("now",),
    "window": ("now",),
    "elapsed": ("now",),
    "place": ("places",),
    "together": ("places",),
    "variable": ("variables",),
    "item": ("items",),
    "event": ("events",),
    "trigger": ("triggers",),
    "engagement": ("engagements",),
    "turn": ("turn",),
    "judged": ("verdicts",),
}
"""Which parts of a state (CO-2) each kind of condition asks for."""

_ANCHORS = {"start": "started", "trigger": "triggers", "event": "events"}

PARTS = tuple(sorted({fact for facts in FACTS.values() for fact in facts} | {"started"}))
"""All parts that conditions can ask for."""

Variable = tuple[str, str, str]
"""Kind and key of a target, and the name of its variable; the world's key is ""."""


@dataclass(frozen=True, slots=True)
class Asks:
    """What some conditions ask for: parts of the state, and of three of them which rows.

    `items` are kinds, `engagements` keys. Keys of characters may be the reserved `player`.
    """

    parts: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    variables: frozenset[Variable] = frozenset()
    engagements: frozenset[str] = frozenset()

    def __or__(self, other: "Asks") -> "Asks":
        return Asks(
            self.parts | other.parts,
            self.items | other.items,
            self.variables | other.variables,
            self.engagements | other.engagements,
        )

    @property
    def clock(self) -> bool:
        """Whether the clock is needed: what has a time is told from now."""
        return bool(self.parts & {"now", "started", "engagements", "events", "triggers"})


NOTHING_ASKED = Asks()


def asks_of(conditions: Iterable[Mapping[str, Any]]) -> Asks:
    """What valid conditions ask for together."""
    parts: set[str] = set()
    items: set[str] = set()
    variables: set[Variable] = set()
    engagements: set[str] = set()
    for condition in conditions:
        for kind, part, _path in leaves_of(condition, ""):
            parts.update(_parts(kind, part))
            if kind == "item":
                items.update((part["item"], part.get("in", part["item"])))
            elif kind == "variable":
                of = part["of"]
                key = "" if of["kind"] == "world" else of["key"]
                variables.add((of["kind"], key, part["variable"]))
            elif kind == "engagement":
                engagements.add(part["key"])
    return Asks(frozenset(parts), frozenset(items), frozenset(variables), frozenset(engagements))


def _parts(kind: str, part: Any) -> Iterator[str]:
    """The parts a leaf needs; where things are that somebody holds is where that one is."""
    yield from parts_of(kind, part)
    if kind == "item" and "at" in part:
        yield "places"


def parts_of(kind: str, part: Any) -> Iterator[str]:
    """The parts of the state that a leaf is about."""
    yield from FACTS.get(kind, ())
    if kind == "elapsed":
        since = part["since"]
        yield _ANCHORS[since if isinstance(since, str) else next(iter(since))]


def leaves_of(condition: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any, str]]:
    """The leaves of a valid condition: kind, what it holds, and where it stands."""
    kind, parts = branch_of(condition)
    for part, at in parts:
        yield from leaves_of(part, inside(path, at))
    if kind in FACTS:
        yield kind, condition[kind], inside(path, kind)
