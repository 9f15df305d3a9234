"""What one character is to another, one row a direction, apart from beliefs (KN-1, KN-2)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

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


def acquaintances(
    known: Collection[tuple[str, str]], who: str, others: Iterable[str]
) -> tuple[Relationship, ...]:
    """What somebody gets towards others it meets or is told of: a neutral acquaintance (KN-2).

    `known`: the pairs (who, whom) that have a relationship already; those stay as they are. The
    others have their own side only if they meet or learn of `who` as well.
    """
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
