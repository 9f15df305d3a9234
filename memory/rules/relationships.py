"""What one character is to another, one row a direction, apart from beliefs (KN-1, KN-2)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations
from typing import Any

from worldbook.rules.faults import Fault, by_kind
from worldbook.rules.fields import Text
from worldbook.rules.variables import plain, read_number

ACQUAINTANCE = "acquaintance"


@dataclass(frozen=True, slots=True)
class Relationship:
    """How `character` sees `other`; no such row: does not know them.

    familiarity and tension 0 to 1; trust and closeness −1 to 1; at most four places.
    """

    character: str
    other: str
    label: str = ""
    summary: str = ""
    familiarity: Decimal = Decimal(0)
    trust: Decimal = Decimal(0)
    closeness: Decimal = Decimal(0)
    tension: Decimal = Decimal(0)


RANGES: Mapping[str, tuple[Decimal, Decimal]] = {
    "familiarity": (Decimal(0), Decimal(1)),
    "trust": (Decimal(-1), Decimal(1)),
    "closeness": (Decimal(-1), Decimal(1)),
    "tension": (Decimal(0), Decimal(1)),
}
"""Least and most of each degree."""

_MOST_LABEL = 100


def relationship_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with the label, the summary and the degrees of a relationship, as JSON."""
    for name, most in (("label", _MOST_LABEL), ("summary", 0)):
        wrong = by_kind(Text(most), given.get(name, ""), name)
        if wrong:
            yield wrong
    for name, (low, high) in RANGES.items():
        number = read_number(given.get(name, 0))
        if number is None:
            yield Fault("not_decimal", name)
        elif not low <= number <= high:
            told = {"low": int(low), "high": int(high), "value": plain(number)}
            yield Fault("out_of_range", name, told)


def met(known: Collection[tuple[str, str]], present: Sequence[str]) -> tuple[Relationship, ...]:
    """What meeting face to face makes: a neutral acquaintance each way where there was none (KN-2).

    `known`: the pairs (who, whom) that have a relationship; `present`: those who meet, in an order
    that the result follows.
    """
    return tuple(
        Relationship(who, other, ACQUAINTANCE)
        for who, other in permutations(dict.fromkeys(present), 2)
        if (who, other) not in known
    )


def told_of(
    known: Collection[tuple[str, str]], who: str, others: Iterable[str]
) -> tuple[Relationship, ...]:
    """What being told of others makes: an acquaintance from the one who learned (KN-2)."""
    return tuple(
        Relationship(who, other, ACQUAINTANCE)
        for other in dict.fromkeys(others)
        if other != who and (who, other) not in known
    )


def towards_those_present(
    relationships: Mapping[tuple[str, str], Relationship], who: str, present: Iterable[str]
) -> tuple[Relationship, ...]:
    """What a character is given: its own relationships towards those present (KN-1)."""
    return tuple(relationships[who, other] for other in present if (who, other) in relationships)
