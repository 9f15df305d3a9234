"""Writing the entries of a draft (WB-3), each by compare-and-set (WK-14)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from worldbook.actions.bulk import edit_entries
from worldbook.actions.compare import must_be_at, put
from worldbook.actions.draft_steps import record_step
from worldbook.actions.drafts import touch_draft
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit, entry_to_edit
from worldbook.actions.words import refuse_problems
from worldbook.models import Entry, Lorebook, User
from worldbook.queries.books import entry_json
from worldbook.queries.entry_selection import EntrySelection
from worldbook.queries.naming import free_key_id
from worldbook.rules.bulk import SetFields
from worldbook.rules.compact import compact_entry
from worldbook.rules.draft_changes import added, altered, removed
from worldbook.rules.validation import entry_problems


def _must_be_free(book: Lorebook, key_id: str, but: int = 0) -> None:
    if book.entries.filter(key_id=key_id).exclude(pk=but).exists():
        raise ActionRefused(
            "key_taken", _("Another entry of this book has the id “%(key)s”.") % {"key": key_id}
        )


def _named(given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields without an empty id: an empty one asks for a new name or keeps the old one."""
    return {name: value for name, value in given.items() if name != "key_id" or value}


def _next_place(book: Lorebook) -> int:
    last = book.entries.aggregate(last=Max("place"))["last"]
    return 0 if last is None else last + 1


@transaction.atomic
def create_entry(*, by: User, book_id: int, **fields: Any) -> Entry:
    """Write a new entry into a draft, at its end unless a `place` is given.

    Raises:
        ActionRefused: "not_found", "not_yours", "invalid" (400), "key_taken" (409).
    """
    book = book_to_edit(by, book_id)
    given = _named(fields)
    refuse_problems(entry_problems(given))
    given.setdefault("key_id", free_key_id(book.pk, given.get("title", ""), given.get("keys", ())))
    given.setdefault("place", _next_place(book))
    _must_be_free(book, given["key_id"])
    entry = Entry.objects.create(book=book, **given)
    record_step(
        book,
        by=by,
        kind="create",
        changes=[added(entry.pk, compact_entry(entry_json(entry)))],
        detail={"entry": str(entry)},
    )
    touch_draft(book)
    return entry


@transaction.atomic
def update_entry(*, by: User, entry_id: int, expected_version: int, **fields: Any) -> Entry:
    """Change fields of an entry that is still at the version they were read from.

    Raises:
        ActionRefused: "not_found", "not_yours", "invalid" (400), "key_taken" (409),
            "edit_conflict" (409), which shows both values of each field that differs.
    """
    entry = entry_to_edit(by, entry_id)
    given = _named(fields)
    refuse_problems(entry_problems(given))
    must_be_at(entry, expected_version, given)
    if "key_id" in given:
        _must_be_free(entry.book, given["key_id"], but=entry.pk)
    change = altered(entry.pk, entry_json(entry), given)
    if change is not None and put(entry, given):
        Entry.objects.filter(pk=entry.pk).update(changed_at=Now())
        detail = {"entry": str(entry), "fields": list(change.after or ())}
        record_step(entry.book, by=by, kind="edit", changes=[change], detail=detail)
        touch_draft(entry.book)
    return entry


def save_entry(
    *,
    by: User,
    book_id: int | None = None,
    entry_id: int | None = None,
    expected_version: int = 0,
    **fields: Any,
) -> Entry:
    """Create an entry of a book, or update the one named: the two above by one door.

    Raises:
        ActionRefused: as `create_entry` and `update_entry`.
    """
    if entry_id is not None:
        return update_entry(by=by, entry_id=entry_id, expected_version=expected_version, **fields)
    if book_id is None:
        raise ValueError("either book_id or entry_id is needed")
    return create_entry(by=by, book_id=book_id, **fields)


@transaction.atomic
def delete_entry(*, by: User, entry_id: int, expected_version: int | None = None) -> None:
    """Delete an entry from a draft; given a version, only while it is still at that one.

    Raises:
        ActionRefused: "not_found", "not_yours", "edit_conflict" (409).
    """
    entry = entry_to_edit(by, entry_id)
    if expected_version is not None and entry.version != expected_version:
        raise ActionRefused(
            "edit_conflict",
            _("Somebody else has changed this entry in the meantime; it was not deleted."),
            detail={"expected": expected_version, "latest": entry.version, "changed": []},
        )
    book = entry.book
    change = removed(entry.pk, entry.version, compact_entry(entry_json(entry)))
    entry.delete()
    record_step(book, by=by, kind="delete", changes=[change], detail={"entry": str(entry)})
    touch_draft(book)


def set_entries(*, by: User, book_id: int, entry_ids: Iterable[int], **fields: Any) -> int:
    """Give several entries of one book the same values; locked ones are left alone.

    Returns:
        How many entries were changed.

    Raises:
        ActionRefused: as `actions.bulk.edit_entries`.
    """
    selection = EntrySelection(ids=tuple(entry_ids))
    edit = SetFields(fields)
    return edit_entries(by=by, book_id=book_id, selection=selection, edit=edit).changed
