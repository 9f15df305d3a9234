"""Bundles: an entry with all it requires, whole or not at all (WB-27, WB-50)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.selection.activation import Active, BookRun, Who
from worldbook.rules.selection.budget import CONSTANT, GIVEN, OTHER, REQUIRED

Rank = tuple[Any, ...]


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


def bundled(runs: Sequence[BookRun], active: Mapping[Who, Active]) -> Field:
    """The bundles of all activated entries; those with an ineligible or unknown member fall."""
    field_ = Field(runs, active, members=dict(active))
    for root in active:
        bundle, missing = _closure(runs[root[0]], root[1])
        if missing:
            field_.fallen[root] = missing
        else:
            field_.add(root, tuple((root[0], at) for at in bundle))
    for member, root in field_.in_play().items():
        if member not in active:
            cause = {"kind": "dependency", "of": field_.key_id(root)}
            field_.members[member] = Active(member, cause)
    return field_


def _closure(run: BookRun, root: int) -> tuple[list[int], Mapping[str, Any]]:
    """An entry and all it requires, itself first; and what is wrong with the first bad member.

    What a given entry requires was seen to where it was chosen.
    """
    compiled = run.compiled
    found, at = [root], 0
    seen = {root}
    while at < len(found):
        requires = () if found[at] in run.given else compiled.entries[found[at]].requires
        for key_id in requires:
            number = compiled.number.get(key_id)
            why = "unknown_entry" if number is None else run.judge.reason(number)
            if number is None or why:
                return found, {"decision": "dependency_ineligible", "member": key_id, "why": why}
            if number not in seen:
                seen.add(number)
                found.append(number)
        at += 1
    return found, {}
