"""Making, changing and deleting a lorebook; its entries are changed in `actions.entries`."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from worldbook.actions.compare import must_be_at, plain, put
from worldbook.actions.draft_steps import record_step
from worldbook.actions.drafts import touch_draft
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit, must_author, must_own
from worldbook.actions.words import refuse_problems
from worldbook.models import Lorebook, User
from worldbook.queries.books import opening_names, pinned_by_sessions
from worldbook.queries.naming import free_book_key
from worldbook.rules.fields import BOOK_FIELDS
from worldbook.rules.validation import field_problems

OWNER_FIELDS = ("owner", "visibility")


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    """The book's values with the ratio as a decimal, or a refusal."""
    own = {name: value for name, value in values.items() if name not in OWNER_FIELDS}
    ratio = own.get("constant_budget_ratio")
    if isinstance(ratio, Decimal):
        own["constant_budget_ratio"] = float(ratio)
    refuse_problems(field_problems(own, BOOK_FIELDS))
    checked = dict(values)
    if ratio is not None:
        checked["constant_budget_ratio"] = Decimal(str(ratio))
    if "tags" in checked:
        checked["tags"] = list(checked["tags"])
    return checked


def _must_be_free(key: str, but: int = 0) -> None:
    if Lorebook.objects.filter(key=key).exclude(pk=but).exists():
        raise ActionRefused(
            "key_taken", _("Another lorebook has the key “%(key)s”.") % {"key": key}
        )


@transaction.atomic
def create_book(*, by: User, owner: User | None = None, **values: Any) -> Lorebook:
    """Make a book with an empty draft; without a `key`, one is made from the name.

    Raises:
        ActionRefused: "not_author" (403), "invalid" (400), "key_taken" (409).
    """
    must_author(by)
    given = {name: value for name, value in values.items() if name != "key" or value}
    checked = _checked(given)
    checked.setdefault("key", free_book_key(str(checked.get("name", ""))))
    _must_be_free(checked["key"])
    return Lorebook.objects.create(owner=owner or by, **checked)


@transaction.atomic
def update_book(*, by: User, book_id: int, expected_version: int, **values: Any) -> Lorebook:
    """Change fields of a book that is still at the version they were read from.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_owner", "invalid", "key_taken",
            "edit_conflict".
    """
    book = book_to_edit(by, book_id)
    if any(name in values and values[name] != getattr(book, name) for name in OWNER_FIELDS):
        must_own(by, book)
    checked = _checked(values)
    must_be_at(book, expected_version, checked)
    if "key" in checked:
        _must_be_free(checked["key"], but=book.pk)
    old_key = book.key
    own = _put(book, checked)
    record_step(book, by=by, kind="book", book_fields=own)
    if own or book.key != old_key:
        touch_draft(book)
    return book


def put_own_fields(book: Lorebook, data: Mapping[str, Any]) -> dict[str, Any]:
    """Take the book's fields from native JSON, but for its key; the caller holds its lock.

    Returns:
        What has changed, for a step of the draft: `{before, after}`, or `{}`.

    Raises:
        ActionRefused: "invalid" (400).
    """
    values = {name: data[name] for name in BOOK_FIELDS if name in data and name != "key"}
    return _put(book, _checked(values))


def _put(book: Lorebook, values: Mapping[str, Any]) -> dict[str, Any]:
    """Set the columns that differ; what has changed of the book's content, as JSON."""
    before = {name: plain(getattr(book, name)) for name in values}
    changed = [name for name in put(book, values) if name not in (*OWNER_FIELDS, "key")]
    if not changed:
        return {}
    after = {name: plain(getattr(book, name)) for name in changed}
    return {"before": {name: before[name] for name in changed}, "after": after}


@transaction.atomic
def delete_book(*, by: User, book_id: int) -> None:
    """Delete a book with its draft and its revisions, unless something still reads it.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_owner", "book_pinned" (409).
    """
    book = book_to_edit(by, book_id)
    must_own(by, book)
    stories = pinned_by_sessions(book.pk)
    if stories:
        message = ngettext(
            "%(count)d story reads this lorebook; it cannot be deleted.",
            "%(count)d stories read this lorebook; it cannot be deleted.",
            stories,
        )
        raise ActionRefused(
            "book_pinned", message % {"count": stories}, detail={"stories": stories}
        )
    openings = opening_names(book.pk)
    if openings:
        raise ActionRefused(
            "book_pinned",
            _("These openings pin this lorebook: %(names)s.") % {"names": ", ".join(openings)},
            detail={"openings": openings},
        )
    book.revisions.all().delete()
    book.delete()
