"""Undoing and redoing a step of a draft, without overwriting what was changed since (WK-15)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from worldbook.actions.books import put_own_fields
from worldbook.actions.compare import label_of, plain
from worldbook.actions.draft_rows import delete_rows, insert_rows, update_rows
from worldbook.actions.drafts import touch_draft
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit, not_found
from worldbook.models import DraftStep, Entry, Lorebook, User
from worldbook.queries.books import ENTRY_FIELDS
from worldbook.queries.draft_steps import changed_since_by
from worldbook.queries.visible import editable_books
from worldbook.rules.draft_changes import (
    Conflict,
    Plan,
    RowChange,
    came_at,
    fields_of,
    plan_turn,
)

MOST_NAMED = 50
SPARES_LOCKED = ("set", "list", "replace")
"""Kinds that never touched a locked entry: undoing one does not either, if it was locked since."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What undoing or redoing a step did: the entries it changed, and those it left as they are."""

    step: DraftStep
    changed: int
    left: int


@dataclass(slots=True)
class _Turn:
    """One draft's part of it: the step, what it does to the rows, and to the book's own fields."""

    book: Lorebook
    step: DraftStep
    plan: Plan
    own: dict[str, Any]
    own_conflicts: list[dict[str, Any]]
    versions_differ: bool


@transaction.atomic
def undo_step(*, by: User, book_id: int, step_id: int, leave_changed: bool = False) -> Turned:
    """Put back what a step of a draft has changed; moved entries leave the other book again.

    Args:
        by: who undoes it.
        book_id: the book.
        step_id: the step.
        leave_changed: leave the entries as they are that were changed since, and undo the others.

    Raises:
        ActionRefused: "not_found", "not_yours", "already_undone" (409), or "undo_conflict" (409)
            with `rows`, the first fifty entries that say something else by now: `{key_id, title,
            book, why, fields: [{field, label, left, now}], by}`, and `row_count`.
    """
    return _turn(by, book_id, step_id, undo=True, leave_changed=leave_changed)


@transaction.atomic
def redo_step(*, by: User, book_id: int, step_id: int, leave_changed: bool = False) -> Turned:
    """Do again what a step did that was undone.

    Raises:
        ActionRefused: as `undo_step`; "not_undone" (409) for a step that is in force.
    """
    return _turn(by, book_id, step_id, undo=False, leave_changed=leave_changed)


def _turn(by: User, book_id: int, step_id: int, *, undo: bool, leave_changed: bool) -> Turned:
    steps = _locked_steps(by, book_id, step_id, undo=undo)
    turns = [_planned(step, undo=undo) for step in steps]
    left = sum(len(turn.plan.conflicts) + bool(turn.own_conflicts) for turn in turns)
    possible = any(turn.plan or turn.own for turn in turns)
    if left and not (leave_changed and possible):
        raise _conflict(turns)
    for turn in turns:
        _carry_out(turn, by, undo=undo)
    changed = sum(turn.plan.count for turn in turns)
    return Turned(turns[0].step, changed, left)


def _locked_steps(by: User, book_id: int, step_id: int, *, undo: bool) -> list[DraftStep]:
    """The step, and its twin where the account may edit the other book, with both books locked."""
    light = DraftStep.objects.filter(pk=step_id, book_id=book_id).select_related("twin")
    step = light.defer("changes", "twin__changes").first()
    if step is None:
        book_to_edit(by, book_id)
        raise not_found()
    books = {step.book_id: step.pk}
    twin = step.twin
    if twin and editable_books(by).filter(pk=twin.book_id).exists():
        books[twin.book_id] = twin.pk
    locked = {pk: book_to_edit(by, pk) for pk in sorted(books)}
    rows = {row.pk: row for row in DraftStep.objects.filter(pk__in=books.values())}
    if step.pk not in rows:
        raise not_found()
    if rows[step.pk].undone == undo:
        raise _already(undo=undo)
    kept = [rows[pk] for pk in books.values() if pk in rows and rows[pk].undone != undo]
    for row in kept:
        row.book = locked[row.book_id]
    return kept


def _already(*, undo: bool) -> ActionRefused:
    if undo:
        return ActionRefused("already_undone", _("This step has been undone already."))
    return ActionRefused("not_undone", _("This step has not been undone."))


def _planned(step: DraftStep, *, undo: bool) -> _Turn:
    """What is to be done for one draft."""
    changes = [RowChange.from_json(data) for data in step.changes]
    turned = [change.turned() for change in changes] if undo else changes
    afters = [change.after for change in turned if change.after is not None]
    wanted = [after["key_id"] for after in afters if "key_id" in after]
    taken = dict(step.book.entries.filter(key_id__in=wanted).values_list("key_id", "pk"))
    now = _rows(step.book, turned)
    plan = plan_turn(turned, now, taken, spare_locked=step.kind in SPARES_LOCKED)
    own, own_conflicts = _own_fields(step, undo=undo)
    return _Turn(
        book=step.book,
        step=step,
        plan=plan,
        own=own,
        own_conflicts=own_conflicts,
        versions_differ=_keep_versions(step, plan, now),
    )


def _rows(book: Lorebook, turned: Sequence[RowChange]) -> dict[int, dict[str, Any]]:
    """The rows concerned as they are now, as far as a plan needs them."""
    rows = book.entries.filter(pk__in=[change.id for change in turned])
    names = dict.fromkeys(("pk", "version", "locked", *fields_of(turned)))
    now = {row["pk"]: row for row in rows.values(*names)}
    leaving = [change for change in turned if change.after is None and change.id in now]
    unsure = [change.id for change in leaving if now[change.id]["version"] != came_at(change)]
    whole = book.entries.filter(pk__in=unsure).values("pk", "version", *ENTRY_FIELDS)
    return now | {row["pk"]: row for row in whole}


def _keep_versions(step: DraftStep, plan: Plan, now: Mapping[int, Mapping[str, Any]]) -> bool:
    """Note the version of rows that leave changed, so that they come back with a higher one."""
    leaving, noted = set(plan.deletes), False
    for data in step.changes if leaving else ():
        side = data["before"] or data["after"]
        if data["id"] in leaving and now[data["id"]]["version"] != side.get("row_version", 0) + 1:
            side["row_version"] = now[data["id"]]["version"]
            noted = True
    return noted


def _own_fields(step: DraftStep, *, undo: bool) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The book's own fields to set, and those that say something else by now."""
    if not step.book_fields:
        return {}, []
    sides = ("after", "before") if undo else ("before", "after")
    old, new = (step.book_fields[side] for side in sides)
    wanted, conflicts = {}, []
    for name, value in new.items():
        now = plain(getattr(step.book, name))
        if now == old[name]:
            wanted[name] = value
        elif now != value:
            label = label_of(step.book, name)
            conflicts.append({"field": name, "label": label, "left": old[name], "now": now})
    return wanted, conflicts


def _carry_out(turn: _Turn, by: User, *, undo: bool) -> None:
    delete_rows(turn.book, turn.plan.deletes)
    update_rows(turn.book, turn.plan.updates)
    insert_rows(turn.book, turn.plan.inserts)
    if turn.own:
        put_own_fields(turn.book, turn.own)
    step = turn.step
    step.undone, step.turned_by, step.turned_at = undo, by, Now()
    columns = ["undone", "turned_by", "turned_at"]
    step.save(update_fields=[*columns, "changes"] if turn.versions_differ else columns)
    if turn.plan or turn.own:
        touch_draft(turn.book)


def _conflict(turns: Sequence[_Turn]) -> ActionRefused:
    rows = [line for turn in turns for line in _lines(turn)]
    count = sum(len(turn.plan.conflicts) + bool(turn.own_conflicts) for turn in turns)
    names = ", ".join(f"“{row['title'] or row['key_id']}”" for row in rows[:3])
    message = ngettext(
        "%(names)s has been changed since this step; nothing was put back.",
        "%(count)d entries have been changed since this step, %(names)s among them; nothing was "
        "put back.",
        count,
    )
    return ActionRefused(
        "undo_conflict",
        message % {"count": count, "names": names},
        detail={
            "rows": rows,
            "row_count": count,
            "possible": any(turn.plan or turn.own for turn in turns),
        },
    )


def _lines(turn: _Turn) -> Iterable[dict[str, Any]]:
    """The first conflicts of one draft as JSON, with who has changed the entry since."""
    if turn.own_conflicts:
        yield {
            "key_id": "",
            "title": turn.book.name,
            "book": turn.book.name,
            "why": "changed",
            "fields": turn.own_conflicts,
            "by": [],
        }
    shown = turn.plan.conflicts[:MOST_NAMED]
    fields = {item.id: [name for name, _left, _now in item.fields] for item in shown}
    since = changed_since_by(turn.step, fields) if fields else {}
    for conflict in shown:
        yield {
            "key_id": conflict.key_id,
            "title": conflict.title,
            "book": turn.book.name,
            "why": conflict.why,
            "fields": _field_lines(conflict),
            "by": since.get(conflict.id, []),
        }


def _field_lines(conflict: Conflict) -> list[dict[str, Any]]:
    return [
        {"field": name, "label": label_of(Entry(), name), "left": left, "now": now}
        for name, left, now in conflict.fields
    ]
