"""Bundles: an entry with all it requires, whole or not at all (WB-27, WB-50)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.selection.activation import Active, BookRun, Who
from worldbook.rules.selection.budget import CONSTANT, GIVEN, OTHER, REQUIRED

Rank = tuple[Any, ...]
Missing = Mapping[str, Any]
"""Why a bundle falls: its bad member, as the trace tells it; empty where there is none."""


@dataclass(slots=True)
class Field:
    """The entries that are still in play: roots, activated by themselves, with their bundles.

    `bundles[root]` begins with the root. `fallen` says of those who were in play why they are no
    longer; an entry is in play as long as one bundle that is in play has it.
    """

    runs: Sequence[BookRun]
    active: Mapping[Who, Active]
    bundles: dict[Who, tuple[Who, ...]] = field(default_factory=dict)
    members: dict[Who, Active] = field(default_factory=dict)
    fallen: dict[Who, Mapping[str, Any]] = field(default_factory=dict)
    _roots_of: dict[Who, set[Who]] = field(default_factory=dict)

    def add(self, root: Who, bundle: tuple[Who, ...]) -> None:
        """Bring a bundle into play."""
        self.bundles[root] = bundle
        for member in bundle:
            self._roots_of.setdefault(member, set()).add(root)

    def has(self, who: Who) -> bool:
        """Whether an entry is in play."""
        return bool(self._roots_of.get(who))

    def level(self, root: Who) -> int:
        """The class of an entry, by its fields and not by what activated it (WB-51)."""
        run = self.runs[root[0]]
        entry = run.compiled.entries[root[1]]
        if root[1] in run.given:
            return GIVEN
        if entry.required:
            return REQUIRED
        return CONSTANT if entry.constant else OTHER

    def rank(self, root: Who) -> Rank:
        """Class, priority, direct hit, hybrid score, order, pin, place: lower is better (WB-30).

        One that an author forces stands behind the required ones, before all others (WB-37b).
        """
        compiled = self.runs[root[0]].compiled
        entry = compiled.entries[root[1]]
        active = self.active[root]
        found = not active.direct, -active.score
        place = compiled.rank[root[1]]
        level = self.level(root)
        first = level > REQUIRED, level > REQUIRED and not active.forced, level
        return *first, -entry.priority, *found, -entry.order, root[0], place

    def is_forced(self, who: Who) -> bool:
        """Whether an author lets the entry itself in this once."""
        active = self.active.get(who)
        return active is not None and active.forced

    def key_id(self, who: Who) -> str:
        """The name of an entry in its book."""
        return self.runs[who[0]].compiled.entries[who[1]].key_id

    def ranked(self) -> list[Who]:
        """The roots in play, best first."""
        return sorted(self.bundles, key=self.rank)

    def in_play(self) -> dict[Who, Who]:
        """All entries in play, each with its best root, best first."""
        result: dict[Who, Who] = {}
        for root in self.ranked():
            for member in self.bundles[root]:
                result.setdefault(member, root)
        return result

    def drop(self, loser: Who, facts: Mapping[str, Any]) -> None:
        """Take out an entry and every bundle that has it; members of other bundles stay."""
        for root in sorted(self._roots_of.get(loser, ())):
            self.drop_root(root, loser, facts)

    def drop_root(self, root: Who, cause: Who, facts: Mapping[str, Any]) -> None:
        """Take out a bundle because of one of its members."""
        for who in self.bundles.pop(root):
            self._roots_of[who].discard(root)
            if not self._roots_of[who]:
                more = {} if who == cause else {"member": self.key_id(cause)}
                self.fallen[who] = {**facts, **more}


def bundled(runs: Sequence[BookRun], active: Mapping[Who, Active], most: int) -> Field:
    """The bundles of all activated entries; those with an ineligible or unknown member fall.

    Of a bundle with more than `most` members, which can never go in, only one more than that many
    are in play: a book in which everything requires everything costs no more than another.
    """
    field_ = Field(runs, active, members=dict(active))
    requirements = [_Requirements(run, most) for run in runs]
    for root in active:
        bundle, missing = requirements[root[0]].bundle(root[1])
        if missing:
            field_.fallen[root] = missing
        else:
            field_.add(root, tuple((root[0], at) for at in bundle))
    for member, root in field_.in_play().items():
        if member not in active:
            cause = {"kind": "dependency", "of": field_.key_id(root)}
            field_.members[member] = Active(member, cause)
    return field_


_NONE: Missing = {}


class _Requirements:
    """What the entries of a book require, each looked at once."""

    def __init__(self, run: BookRun, most: int) -> None:
        self._run = run
        self._most = most
        self._known: dict[int, tuple[list[int], Missing]] = {}
        self._spread: dict[int, Missing] | None = None

    def bundle(self, root: int) -> tuple[list[int], Missing]:
        """An entry and all it requires, itself first; and what is wrong with the first bad member."""
        found, seen, at = [root], {root}, 0
        while at < len(found):
            if len(found) > self._most:
                return found[: self._most + 1], self._missing_anywhere(root)
            numbers, missing = self._of(found[at])
            if missing:
                return found, missing
            fresh = [number for number in numbers if number not in seen]
            seen.update(fresh)
            found.extend(dict.fromkeys(fresh))
            at += 1
        return found, _NONE

    def _of(self, at: int) -> tuple[list[int], Missing]:
        """What an entry itself requires, up to the first bad one.

        What a given entry requires was seen to where it was chosen.
        """
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = ([], _NONE) if at in self._run.given else self._read(at)
        return known

    def _read(self, at: int) -> tuple[list[int], Missing]:
        compiled = self._run.compiled
        numbers: list[int] = []
        for key_id in compiled.entries[at].requires:
            number = compiled.number.get(key_id)
            why = "unknown_entry" if number is None else self._run.judge.reason(number)
            if number is None or why:
                wrong = {"decision": "dependency_ineligible", "member": key_id, "why": why}
                return numbers, wrong
            numbers.append(number)
        return numbers, _NONE

    def _missing_anywhere(self, root: int) -> Missing:
        """The nearest bad one of all that an entry requires, however far away."""
        if self._spread is None:
            users: dict[int, list[int]] = {}
            self._spread = {}
            for at in range(len(self._run.compiled.entries)):
                numbers, missing = self._of(at)
                if missing:
                    self._spread[at] = missing
                for number in numbers:
                    users.setdefault(number, []).append(at)
            waiting = list(self._spread)
            for at in waiting:
                for user in users.get(at, ()):
                    if user not in self._spread:
                        self._spread[user] = self._spread[at]
                        waiting.append(user)
        return self._spread.get(root, _NONE)
