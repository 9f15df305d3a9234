"""Writing thousands of entries of a draft at once; the caller holds the book's lock.

Each function that is given `by` leaves one step of the draft (WK-15).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from worldbook.actions.books import put_own_fields
from worldbook.actions.draft_rows import delete_rows, insert_rows, update_rows
from worldbook.actions.draft_steps import record_step
from worldbook.actions.drafts import touch_draft
from worldbook.models import Lorebook, User
from worldbook.queries.books import entry_columns, entry_json
from worldbook.rules.compact import compact_entry
from worldbook.rules.draft_changes import RowChange, added, altered, removed
from worldbook.rules.entries import Entry as EntryValue

Values = Mapping[str, Any]


def add_entries(
    book: Lorebook,
    entries: Iterable[Values],
    *,
    by: User | None = None,
    kind: str = "import",
    detail: Values | None = None,
) -> list[RowChange]:
    """Add entries in native JSON, checked by the caller, to a draft that has none of their ids.

    Whoever adds them to a book that was there before gives `by`: it is then a step of its draft.
    """
    rows = list(entries)
    ids = insert_rows(book, rows)
    steps = []
    if by is not None:
        steps = [added(ids[row["key_id"]], compact_entry(row)) for row in rows]
        record_step(book, by=by, kind=kind, changes=steps, detail=detail)
    touch_draft(book)
    return steps


def replace_entries(book: Lorebook, entries: Iterable[EntryValue]) -> list[RowChange]:
    """Make the draft say exactly these entries; what that has changed, for a step.

    Rows whose id stays keep their row, and their version unless they change.
    """
    old = {row.key_id: row for row in book.entries.all()}
    new = {entry.key_id: entry_columns(entry) for entry in entries}
    gone = [
        removed(row.pk, row.version, compact_entry(entry_json(row)))
        for key_id, row in old.items()
        if key_id not in new
    ]
    kept = [
        altered(old[key_id].pk, entry_json(old[key_id]), values)
        for key_id, values in new.items()
        if key_id in old
    ]
    changed = [step for step in kept if step is not None]
    fresh = {key_id: values for key_id, values in new.items() if key_id not in old}
    delete_rows(book, [step.id for step in gone])
    update_rows(book, {step.id: step.after or {} for step in changed})
    ids = insert_rows(book, fresh.values())
    come = [added(ids[key_id], compact_entry(values)) for key_id, values in fresh.items()]
    return [*changed, *come, *gone]


def write_whole_draft(
    book: Lorebook,
    *,
    by: User,
    body: Values,
    entries: Iterable[EntryValue],
    kind: str,
    detail: Values | None = None,
) -> None:
    """Make the draft say what a body (native JSON, checked) and its entries say, as one step.

    The book's key and owner are not taken from the body.

    Raises:
        ActionRefused: "invalid" (400).
    """
    own = put_own_fields(book, body)
    changes = replace_entries(book, entries)
    if own or changes:
        record_step(book, by=by, kind=kind, changes=changes, book_fields=own, detail=detail)
        touch_draft(book)
