"""A state row refers to rows of its own story only, which the database sees to (IT-2, ST-4)."""

from django.db.models import CheckConstraint, F, Q
from django.db.models.lookups import Exact

from worldbook.models.story_rows import NUMBER_BITS


def same_story(*names: str) -> CheckConstraint:
    """The constraint that what these keys refer to, where they do, is of the row's own session.

    A primary key tells its session: id = session × 2³² + n.
    """
    condition = Q()
    for name in names:
        condition &= Q(Exact(F(name).bitrightshift(NUMBER_BITS), F("session")))
    return CheckConstraint(name="%(class)s_same_story", condition=condition)
