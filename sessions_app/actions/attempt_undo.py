"""Put a story back to where a turn began, for another attempt or after a failure (ST-1a, TB-4).

What the turn itself has journaled is undone by ordinary, journaled writes of cause `attempt`; edits
by hand stay, and those that met the same values are kept with the take to be named on its card:
where the player may know of them (AD-2).
"""

import json
from collections.abc import Mapping

from django.db import IntegrityError, transaction

from sessions_app.models import Session, Take
from sessions_app.queries.trace import is_author_of
from sessions_app.queries.whereabouts import led_by
from sessions_app.rules.attempt_undo import (
    By,
    Change,
    Image,
    TableLaw,
    Undone,
    undo_all,
    undo_attempts,
)
from worldbook.actions.story_images import put_images
from worldbook.actions.story_write import story_write
from worldbook.models import JournalRow
from worldbook.models.story_rows import story_tables
from worldbook.rules.chains import chains_of
from worldbook.rules.images import brought_up


def undo_attempts_of(story: Session, take: Take) -> None:
    """Undo what the attempts of a take have changed; the caller holds the story's row.

    Sets `take.kept_edits`, saved here.
    """
    changes = _changes_of(story, take)
    if not any(change.by is By.ATTEMPT for change in changes):
        return
    models = story_tables()
    laws = {
        model._meta.db_table: TableLaw(model.STORY_TOGETHER, model.STORY_ONE_VALUE)
        for model in models
    }
    with story_write(
        story.pk, cause="attempt", take=take.pk, turn=take.turn_id, attempt=take.attempt
    ):
        undone = undo_attempts(changes, laws)
        try:
            with transaction.atomic():
                put_images(story.pk, _texts(undone))
                _check_followers(story)
        except (IntegrityError, _InCircle):
            undone = undo_all(changes)
            put_images(story.pk, _texts(undone))
    told = undone.kept if undone.kept and is_author_of(story.owner, story) else ()
    take.kept_edits = [edit.to_json() for edit in told]
    take.save(update_fields=["kept_edits"])


class _InCircle(Exception):  # noqa: N818 - says what would be, to be put back otherwise
    """What hands have left would let people follow each other in a circle."""


def _check_followers(story: Session) -> None:
    """Raise where somebody would follow themselves in the end (PL-8): no constraint sees that."""
    if chains_of(led_by(story.pk)).circles:
        raise _InCircle


def _changes_of(story: Session, take: Take) -> list[Change]:
    """All changes that belong to a take, in their order."""
    present = {model._meta.db_table: model.STORY_VERSION for model in story_tables()}
    rows = JournalRow.objects.filter(session=story, take_ref=take.pk).order_by("pk")
    return [
        Change(
            table=row.table,
            n=row.n,
            by=_by(row),
            before=_now(row, row.before, present),
            after=_now(row, row.after, present),
        )
        for row in rows
    ]


def _by(row: JournalRow) -> By:
    """Whose change it was: what an attempt writes carries its number."""
    if row.cause == JournalRow.Cause.ATTEMPT:
        return By.UNDO
    return By.ATTEMPT if row.attempt else By.HAND


def _now(row: JournalRow, image: Image | None, present: Mapping[str, int]) -> Image | None:
    return image and brought_up(row.table, row.version, image, present[row.table])


def _texts(undone: Undone) -> dict[str, dict[int, str | None]]:
    """Images as the tables take them."""
    return {
        table: {n: None if image is None else json.dumps(image) for n, image in rows.items()}
        for table, rows in undone.images.items()
    }
