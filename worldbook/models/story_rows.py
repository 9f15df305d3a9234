"""State rows of stories: numbered once, journaled, dumped, moved (ST-0, ST-0a, ST-4).

A row has a number `n`, unique in its session and given once. Its primary key is made of both, so
that keys of other sessions never meet it and the same row has the same `n` in a branch:

    id = session_id × 2³² + n

Rows are written inside `worldbook.actions.story_write` only; the database refuses anything else.
Deleting a session removes its rows (a trigger on the sessions' table does).
"""

from typing import Any, ClassVar

from django.apps import apps
from django.db import models
from django.db.models import Func

NUMBER_BITS = 32
NUMBERS = 1 << NUMBER_BITS


def row_id(session_id: int, n: int) -> int:
    """The primary key of a session's row number `n`."""
    return session_id << NUMBER_BITS | n


def row_number(pk: int) -> int:
    """The number `n` in a primary key."""
    return pk & (NUMBERS - 1)


def row_range(session_id: int) -> tuple[int, int]:
    """The primary keys of a session's rows: first, and one past the last."""
    return session_id << NUMBER_BITS, (session_id + 1) << NUMBER_BITS


class NextId(Func):
    """The column default: the next number of the session that is written to."""

    function = "story_next_id"
    output_field = models.BigIntegerField()
    arity = 0


class StoryKey(models.ForeignKey):
    """A state row's reference to another row of the same session; `n` in images and dumps.

    The constraint is deferred to the end of the transaction and nothing cascades: who removes a
    row removes what refers to it, or the commit fails.
    """

    def __init__(self, to: Any, on_delete: Any = models.DO_NOTHING, **kwargs: Any) -> None:
        kwargs.setdefault("related_name", "+")
        super().__init__(to, on_delete, **kwargs)


class StoryRow(models.Model):
    """A row of a story's state."""

    STORY_KIND: ClassVar[str] = "state"
    STORY_VERSION: ClassVar[int] = 1
    """Rises with each migration that changes a column; `rules/images.py` brings old images up."""
    STORY_TOGETHER: ClassVar[tuple[frozenset[str], ...]] = ()
    """Columns that are one value: who changes one of them changes all (ST-1a)."""
    STORY_ONE_VALUE: ClassVar[bool] = False
    """Whether a row is one value, there only while that differs from the default (VR-1)."""

    id = models.BigIntegerField(primary_key=True, db_default=NextId(), editable=False)
    session = models.ForeignKey("sessions_app.Session", models.DO_NOTHING, related_name="+")

    class Meta:
        abstract = True

    @property
    def n(self) -> int:
        """The row's number in its session (ST-0a)."""
        return row_number(self.pk)


def story_tables() -> list[type[StoryRow]]:
    """All state tables in declared order: by app, from the ground up, then as defined (ST-6)."""
    return [model for model in apps.get_models() if issubclass(model, StoryRow)]


def state_keys(model: type[models.Model]) -> list[str]:
    """The columns of a state table that refer to state rows."""
    return [field.column for field in model._meta.concrete_fields if isinstance(field, StoryKey)]
