"""Database constraints that several tables share: enumerations and ranges."""

from collections.abc import Sequence

from django.db.models import CheckConstraint, Q


def one_of(name: str, field: str, values: Sequence[str]) -> CheckConstraint:
    """A constraint that the column holds one of the values."""
    return CheckConstraint(name=name, condition=Q(**{f"{field}__in": list(values)}))


def between(name: str, field: str, low: float, high: float) -> CheckConstraint:
    """A constraint that the column lies between the bounds, both included (null passes)."""
    return CheckConstraint(name=name, condition=Q(**{f"{field}__range": (low, high)}))
