"""Who must give way: groups, of which one stays, and entries that bar each other (WB-28, WB-52)."""

from collections.abc import Mapping
from math import inf, log
from typing import Any

from worldbook.rules.draws import draw
from worldbook.rules.selection.activation import Who
from worldbook.rules.selection.budget import REQUIRED
from worldbook.rules.selection.dependencies import Field

# A label of one book: books do not know each other's groups.
Label = tuple[int, str]


def settle_groups(field: Field, *, seed: str, turn: int) -> None:
    """Of those in play that share a label one stays; the others fall with their bundles.

    Decided once: entries are ranked over all labels, and each is taken while none of its labels
    is. Required entries, and what they require, never lose.
    """
    labels = {who: found for who in field.in_play() if (found := _labels(field, who))}
    safe = {
        who for root, has in field.bundles.items() if field.level(root) <= REQUIRED for who in has
    }
    ranked = sorted(
        labels, key=lambda who: _strength(field, who, safe=who in safe, seed=seed, turn=turn)
    )
    taken: dict[Label, Who] = {}
    for who in ranked:
        if not field.has(who):
            continue
        lost_to = next((taken[label] for label in labels[who] if label in taken), None)
        if lost_to is None or who in safe:
            taken.update((label, who) for label in labels[who] if label not in taken)
        else:
            field.drop(who, {"decision": "group_lost", "to": field.key_id(lost_to)})


def _labels(field: Field, who: Who) -> tuple[Label, ...]:
    groups = field.runs[who[0]].compiled.entries[who[1]].groups
    return tuple((who[0], label) for group in groups if (label := group.strip()))


def _strength(field: Field, who: Who, *, safe: bool, seed: str, turn: int) -> tuple[Any, ...]:
    """Required first, then forced, then prioritized by order, then by a weighted draw of its own.

    The draw is -ln(u)/weight, the smallest first: of any set each wins in proportion to its
    weight (Efraimidis and Spirakis, 2006), and no draw depends on who else is there.
    """
    compiled = field.runs[who[0]].compiled
    entry, place = compiled.entries[who[1]], (who[0], compiled.rank[who[1]])
    if field.is_forced(who) and not safe:
        return True, False, -inf, place
    if safe or entry.group_prioritize:
        return not safe, not entry.group_prioritize, -entry.order, place
    wait = -log(1 - draw(seed, "group", turn, compiled.book.key, compiled.identities[who[1]]))
    weighted = wait / entry.group_weight if entry.group_weight > 0 else inf
    return True, True, weighted, (wait, *place)


def settle_conflicts(field: Field) -> None:
    """Bundles take their place in the order of WB-30; one that a taken entry bars falls whole."""
    taken: set[Who] = set()
    barred: dict[Who, Who] = {}
    for root in field.ranked():
        bundle = field.bundles[root]
        against = _barred_in(field, bundle, taken, barred)
        if against is None:
            taken.update(bundle)
            for who in bundle:
                for foe in _foes(field, who):
                    barred.setdefault(foe, who)
        else:
            loser, winner = against
            facts = {"decision": "conflict", "to": field.key_id(winner)}
            field.drop_root(root, loser, facts)


def _foes(field: Field, who: Who) -> list[Who]:
    compiled = field.runs[who[0]].compiled
    numbers = map(compiled.number.get, compiled.entries[who[1]].conflicts)
    return [(who[0], at) for at in numbers if at is not None and at != who[1]]


def _barred_in(
    field: Field, bundle: tuple[Who, ...], taken: set[Who], barred: Mapping[Who, Who]
) -> tuple[Who, Who] | None:
    """The first member that cannot stand beside a taken one or another member, and that one."""
    for who in bundle:
        if who in taken:
            continue
        if who in barred:
            return who, barred[who]
        for foe in _foes(field, who):
            if foe in taken or foe in bundle:
                return who, foe
    return None
