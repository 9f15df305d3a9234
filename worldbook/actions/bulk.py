"""Changing thousands of entries of a draft at once, each time as one step (WK-3).

Locked entries are left alone, unless nothing but unlocking is asked for. `expected_draft` is the
version of the draft that was seen when the change was looked at; what has changed since refuses it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.draft_rows import delete_rows, insert_rows, update_rows
from worldbook.actions.draft_steps import record_step
from worldbook.actions.drafts import touch_draft
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit, book_to_open
from worldbook.actions.words import refuse_problems
from worldbook.models import DraftStep, Lorebook, User
from worldbook.queries.books import ENTRY_FIELDS
from worldbook.queries.bulk import (
    Replacement,
    chosen,
    plan_edit,
    plan_replacement,
    plan_taking,
    ties_to,
)
from worldbook.queries.entry_filter import FilterRefused
from worldbook.queries.entry_selection import EntrySelection
from worldbook.rules import bulk, search
from worldbook.rules.bulk import ChangeList, SetFields, edit_problem
from worldbook.rules.compact import compact_entry
from worldbook.rules.draft_changes import RowChange, added, removed
from worldbook.rules.moving import Tie
from worldbook.rules.refusal import Refusal
from worldbook.rules.validation import entry_problems

MOST_SAID = 50
"""Members of a list that a step names."""
MOST_ENTRIES = 20_000
"""Entries that one change may be for."""


@dataclass(frozen=True, slots=True)
class BulkDone:
    """What a bulk change did: its step (None where nothing changed) and how many entries.

    `renamed` and `ties` are of entries that were taken to another book (`rules.moving`).
    """

    step: DraftStep | None
    changed: int
    same: int = 0
    locked: int = 0
    renamed: Mapping[str, str] | None = None
    ties: tuple[Tie, ...] = ()


def refused_rule(refusal: Refusal) -> ActionRefused:
    """The answer for what a rule of bulk changes or of searching has refused."""
    message = {**bulk.MESSAGES, **search.MESSAGES}[refusal.code]
    return ActionRefused(refusal.code, _(message) % refusal.detail, 400, refusal.detail)


def _book(by: User, book_id: int, expected_draft: int | None) -> Lorebook:
    """The book, locked, if its draft is still at the version seen."""
    book = book_to_edit(by, book_id)
    _must_be_at(book, expected_draft)
    return book


def _must_be_at(book: Lorebook, expected_draft: int | None) -> None:
    if expected_draft is not None and book.draft_version != expected_draft:
        raise ActionRefused(
            "draft_changed",
            _("The draft has been changed in the meantime; nothing was done. Look at it again."),
            detail={"expected": expected_draft, "draft_version": book.draft_version},
        )


def _must_fit(book: Lorebook, selection: EntrySelection) -> None:
    try:
        count = selection.rows(book).count()
    except FilterRefused as refused:
        raise ActionRefused(refused.refusal.code, str(refused), 400) from refused
    if count > MOST_ENTRIES:
        raise ActionRefused(
            "too_many_entries",
            _("%(count)d entries are too many for one change; %(most)d are possible.")
            % {"count": count, "most": MOST_ENTRIES},
            400,
        )


def must_be_possible(edit: SetFields | ChangeList) -> None:
    """Refuse an edit that cannot be made, or whose values cannot be kept.

    Raises:
        ActionRefused: "not_settable", "not_a_list", "nothing_to_do" or "invalid", all 400.
    """
    problem = edit_problem(edit)
    if problem is not None:
        raise refused_rule(problem)
    values = edit.values if isinstance(edit, SetFields) else {edit.field: list(edit.add)}
    refuse_problems(entry_problems(values))


@transaction.atomic
def edit_entries(
    *,
    by: User,
    book_id: int,
    selection: EntrySelection,
    edit: SetFields | ChangeList,
    expected_draft: int | None = None,
) -> BulkDone:
    """Set fields of many entries, or add and remove members of one of their lists.

    Raises:
        ActionRefused: "not_found", "not_yours", "draft_changed" (409), and with 400
            "not_settable", "not_a_list", "nothing_to_do", "invalid", "too_many_entries",
            "bad_pattern" and "slow_pattern" (of the selection's filter).
    """
    book = _book(by, book_id, expected_draft)
    must_be_possible(edit)
    _must_fit(book, selection)
    plan = plan_edit(book, selection, edit)
    kind = "set" if isinstance(edit, SetFields) else "list"
    step = _write(book, by, kind, plan.changes, _said(edit))
    return BulkDone(step, len(plan.changes), plan.same, len(plan.locked))


def _said(edit: SetFields | ChangeList) -> dict[str, Any]:
    """What the sentence of the step needs."""
    if isinstance(edit, SetFields):
        return {"fields": list(edit.values)}
    members = {"add": list(edit.add)[:MOST_SAID], "remove": list(edit.remove)[:MOST_SAID]}
    return {"field": edit.field, **members}


def _write(
    book: Lorebook, by: User, kind: str, changes: Sequence[RowChange], detail: Mapping[str, Any]
) -> DraftStep | None:
    if not changes:
        return None
    update_rows(book, {change.id: change.after or {} for change in changes})
    step = record_step(book, by=by, kind=kind, changes=changes, detail=detail)
    touch_draft(book)
    return step


@transaction.atomic
def replace_in_entries(
    *,
    by: User,
    book_id: int,
    selection: EntrySelection,
    replacement: Replacement,
    skipped: Collection[str] = (),
    expected_draft: int | None = None,
) -> BulkDone:
    """Replace every hit of a search but those named in `skipped` (names as `Found.name`).

    Who names hits gives the version of the draft in which they stand.

    Raises:
        ActionRefused: as `edit_entries`; "nothing_sought" and "too_long" (400).
    """
    book = _book(by, book_id, expected_draft)
    _must_fit(book, selection)
    plan = plan_replacement(book, selection, replacement)
    if isinstance(plan, Refusal):
        raise refused_rule(plan)
    changes = plan.changes(skipped)
    for change in changes:
        refuse_problems(entry_problems({"key_id": change.key_id, **(change.after or {})}))
    detail = {"search": replacement.search.text[:200], "new": replacement.new[:200]}
    step = _write(book, by, "replace", changes, detail)
    return BulkDone(step, len(changes), len(plan.hits) - len(changes), len(plan.locked))


@transaction.atomic
def delete_entries(
    *, by: User, book_id: int, selection: EntrySelection, expected_draft: int | None = None
) -> BulkDone:
    """Delete many entries; `ties` are those of entries that stay and named one of them.

    Raises:
        ActionRefused: as `edit_entries`.
    """
    book = _book(by, book_id, expected_draft)
    _must_fit(book, selection)
    found = chosen(book, selection, ("version", *ENTRY_FIELDS))
    if not found.rows:
        return BulkDone(None, 0, 0, len(found.locked))
    ids = [row["pk"] for row in found.rows]
    ties = ties_to(book, {row["key_id"] for row in found.rows}, ids)
    step = _take_out(book, by, found.rows, "delete", {})
    return BulkDone(step, len(ids), 0, len(found.locked), ties=ties)


def _take_out(
    book: Lorebook,
    by: User,
    rows: Sequence[Mapping[str, Any]],
    kind: str,
    detail: Mapping[str, Any],
) -> DraftStep | None:
    delete_rows(book, [row["pk"] for row in rows])
    changes = [
        removed(row["pk"], row["version"], compact_entry({n: row[n] for n in ENTRY_FIELDS}))
        for row in rows
    ]
    step = record_step(book, by=by, kind=kind, changes=changes, detail=detail)
    touch_draft(book)
    return step


@transaction.atomic
def take_entries(
    *,
    by: User,
    book_id: int,
    selection: EntrySelection,
    to_book_id: int,
    move: bool,
    expected_draft: int | None = None,
) -> BulkDone:
    """Copy entries to the end of another book, or move them; ids that are taken there get a number.

    A copy may come from any book the account may open, and stay in its own; locked entries are
    copied and not moved. `requires` and `conflicts` follow the entries that come along.

    Raises:
        ActionRefused: as `edit_entries`; "same_book" (400) for moving within one.
    """
    if move and to_book_id == book_id:
        raise ActionRefused("same_book", _("The entries are in this book already."), 400)
    locked = {
        pk: book_to_edit(by, pk) for pk in sorted({book_id, to_book_id} if move else {to_book_id})
    }
    to = locked[to_book_id]
    book = locked.get(book_id) or book_to_open(by, book_id)
    _must_be_at(book, expected_draft)
    _must_fit(book, selection)
    plan = plan_taking(book, selection, to, move=move)
    if not plan.rows:
        return BulkDone(None, 0, 0, len(plan.locked))
    ids = insert_rows(to, plan.journey.entries)
    changes = [added(ids[row["key_id"]], compact_entry(row)) for row in plan.journey.entries]
    detail = {"from": book.name}
    came = record_step(
        to, by=by, kind="move_in" if move else "copy_in", changes=changes, detail=detail
    )
    touch_draft(to)
    step = came
    if move:
        step = _take_out(book, by, plan.rows, "move_out", {"to": to.name})
        _make_twins(step, came)
    done = plan.journey
    return BulkDone(step, len(plan.rows), 0, len(plan.locked), done.renamed, done.ties)


def _make_twins(one: DraftStep | None, other: DraftStep | None) -> None:
    """Tie the two steps of a move together, so that undoing one undoes both."""
    for step, twin in ((one, other), (other, one)):
        if step is not None:
            step.twin = twin
            step.save(update_fields=["twin"])
