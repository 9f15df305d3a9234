"""What one character is to another, one row a direction, apart from beliefs (KN-1, KN-2)."""

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
