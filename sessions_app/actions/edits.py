"""An author changes one value of a story's state by hand, seeing what it changes (PG-22, AD-5).

An edit carries the value it saw; where the present one differs nothing is written and both are
told. The journal keeps it with its reason under the cause `author`.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.edit_plain import invalid, write_plain
from sessions_app.actions.edit_rules import RULES
from sessions_app.actions.refusals import refused
from sessions_app.models import Session
from sessions_app.queries.state_rows import HELD, TABLES, held_value, plain_value, row_json
from sessions_app.queries.trace import is_author_of
from sessions_app.rules.proposals import MAX_REASON
from worldbook.actions.story_write import StoryWrite, story_write
from worldbook.models import User
from worldbook.models.story_rows import NUMBERS, StoryRow, row_id
from worldbook.rules.storable import is_all_storable

Json = dict[str, Any]

MOST_WRITTEN = 200_000
"""How long a value may be as JSON: it is journaled with the whole row, before and after."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One field of one row: `table` and `field` as in `queries/state_rows.py`, `n` the row's number.

    `seen` is the value that was on the page, `value` the one that is wanted; references by key.
    """

    table: str
    n: int
    field: str
    seen: Any
    value: Any
    reason: str


def edit_state(*, by: User, session_id: int, key: str, edit: Edit) -> Json:
    """Change a value of a story's state; {…, row: the row as it is now}.

    Only who owns the story and has author view of it. Raises ActionRefused: not_author, not_found,
    field_fixed, reason_missing, value_changed (with `seen` and `present`), value_invalid (with
    `path` and what is wrong).
    """

    def work(story: Session) -> Done:
        must_edit(by, story)
        return Done("state", result={"table": edit.table, "row": write_edit(story.pk, edit)})

    arguments = {"table": edit.table, "n": edit.n, "field": edit.field, "value": edit.value}
    return give_command(
        by=by, session_id=session_id, key=key, name="edit_state", arguments=arguments, work=work
    )


def must_edit(by: User, story: Session) -> None:
    """Raise unless the account has author view of the story (AD-2)."""
    if not is_author_of(by, story):
        raise refused("not_author")


def write_edit(session_id: int, edit: Edit) -> Json:
    """Write an edit, whoever wants it; the row as it is then. Raises ActionRefused as above."""
    check_said(edit.value, edit.reason)
    table = TABLES.get(edit.table)
    if table is None:
        raise refused("not_found", table=edit.table)
    if edit.field not in (*table.fields, *RULES.get(edit.table, {})):
        raise refused("field_fixed", field=edit.field)
    with story_write(session_id, cause="author", reason=edit.reason.strip()) as write:
        return row_json(edit.table, _edited(write, edit))


def check_said(value: Any, reason: str) -> None:
    """Raise unless there is a reason, and a value that can be kept."""
    if not 0 < len(reason.strip()) <= MAX_REASON:
        raise refused("reason_missing", most=MAX_REASON)
    if not is_all_storable({"value": value, "reason": reason}):
        raise invalid("value", "unstorable")
    if len(json.dumps(value, ensure_ascii=False)) > MOST_WRITTEN:
        raise invalid("value", "too_long", most=MOST_WRITTEN)


def _edited(write: StoryWrite, edit: Edit) -> StoryRow:
    """The row after the edit, written."""
    row = _row(write, edit)
    present = held_value(row) if edit.field == HELD else plain_value(row, edit.field)
    if present != edit.seen:
        raise refused("value_changed", field=edit.field, seen=edit.seen, present=present)
    own = RULES.get(edit.table, {}).get(edit.field)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            (own or write_plain)(write, row, edit.field, edit.value)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    except IntegrityError as error:
        raise invalid(edit.field, "state_broken") from error
    row.refresh_from_db()
    return row


def _row(write: StoryWrite, edit: Edit) -> Any:
    if not 0 < edit.n < NUMBERS:
        raise refused("not_found", n=edit.n)
    pk = row_id(write.session_id, edit.n)
    row = TABLES[edit.table].model._default_manager.filter(pk=pk).first()
    if row is None:
        raise refused("not_found", n=edit.n)
    return row
