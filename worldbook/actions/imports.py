"""Importing a file in two steps: a preview that changes nothing, and saving it (WB-7…10)."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from worldbook.actions.books import create_book, put_own_fields
from worldbook.actions.draft_steps import record_step
from worldbook.actions.errors import ActionRefused
from worldbook.actions.limits import count_import
from worldbook.actions.lookup import book_to_edit, must_author, not_found
from worldbook.actions.many_entries import add_entries, write_whole_draft
from worldbook.actions.words import refuse_problems
from worldbook.models import ImportPreview, Lorebook, User
from worldbook.queries.imports import book_to_save, draft_of_import
from worldbook.queries.recognition import known_content
from worldbook.rules.arrivals import join
from worldbook.rules.compact import compact_book
from worldbook.rules.entries import book_from_json
from worldbook.rules.formats import Parsed, read
from worldbook.rules.formats.accepting import VARIABLES
from worldbook.rules.formats.refusals import reason_in
from worldbook.rules.refusal import Refusal
from worldbook.rules.storable import storable
from worldbook.rules.validation import book_problems

KEPT = timedelta(hours=1)
NEW, REVISION, LINK = WAYS = ("new", "revision", "link")
BOOK_VALUES = (
    "name",
    "description",
    "language",
    "scan_depth",
    "case_sensitive",
    "whole_words",
    "max_passes",
    "constant_budget_ratio",
    "players_may_read",
    "tags",
    "source",
)


def _read(data: bytes, file_name: str, import_defaults: str) -> Parsed:
    parsed = read(
        data,
        file_name=file_name,
        import_defaults=import_defaults,
        max_entries=settings.WORLDBOOK_IMPORT_MAX_ENTRIES,
        max_bytes=settings.WORLDBOOK_IMPORT_MAX_BYTES,
    )
    if isinstance(parsed, Refusal):
        raise ActionRefused(parsed.code, reason_in(parsed, _), status=400, detail=parsed.detail)
    return parsed


def no_lorebook() -> ActionRefused:
    """The answer for a card that holds no lorebook, with what can be done with it."""
    return ActionRefused(
        "no_lorebook",
        _(
            "This card holds no lorebook. It can be imported as a character: choose “a character "
            "with its book”."
        ),
        status=400,
    )


def _must_hold(parsed: Parsed, wanted: str) -> None:
    """Refuse a file that does not hold what is wanted of it (WB-7)."""
    if wanted == ImportPreview.Wanted.CHARACTER and parsed.card is None:
        raise ActionRefused("no_character", _("This file holds no character."), status=400)
    if wanted == ImportPreview.Wanted.LOREBOOK and parsed.book is None:
        raise no_lorebook()


def preview_import(
    *, by: User, data: bytes, file_name: str, wanted: str, import_defaults: str = "native"
) -> ImportPreview:
    """Read a file and keep file and report for an hour; nothing else is changed (WB-8).

    Args:
        by: who imports; an author.
        data: the file.
        file_name: names only what has no name of its own.
        wanted: "lorebook" or "character".
        import_defaults: "native" or "sillytavern" (WB-9).

    Raises:
        ActionRefused: "not_author" (403), "unknown_choice" (400), "throttled" (429) with
            `retry_after`, and with 400 every reason that `rules.formats.refusals` knows,
            "no_character" and "no_lorebook".
    """
    must_author(by)
    if (
        wanted not in ImportPreview.Wanted.values
        or import_defaults not in ImportPreview.Defaults.values
    ):
        raise ActionRefused("unknown_choice", _("This choice is not known."), status=400)
    count_import(by)
    parsed = _read(data, file_name, import_defaults)
    _must_hold(parsed, wanted)
    kept = storable(parsed.to_json())
    report = kept.pop("report")
    if kept["book"] is not None:
        kept["book"] = compact_book(kept["book"])
    return ImportPreview.objects.create(
        owner=by,
        wanted=wanted,
        file_name=storable(file_name)[-255:],
        file=data,
        file_hash=hashlib.sha256(data).hexdigest(),
        import_defaults=import_defaults,
        parsed=kept,
        report=report,
        expires_at=timezone.now() + KEPT,
    )


def preview_gone() -> ActionRefused:
    """The answer for a preview that is past its hour, or was never there."""
    return ActionRefused(
        "preview_gone",
        _("This preview is gone: it is kept for an hour. Please upload the file again."),
        status=404,
    )


def preview_to_save(by: User, preview_id: Any) -> ImportPreview:
    """The preview, locked until the transaction ends, or a refusal once its hour is over.

    Raises:
        ActionRefused: "preview_gone" (404).
    """
    live = ImportPreview.objects.select_for_update(of=("self",))
    preview = live.filter(pk=preview_id, owner=by, expires_at__gt=Now()).first()
    if preview is None:
        raise preview_gone()
    return preview


def _joining(book: Lorebook, entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The entries with ids that the book does not have yet, after its last place (WB-6)."""
    present = dict(book.entries.values_list("key_id", "place"))
    return join(entries, present, max(present.values(), default=-1) + 1)


def _define_variables(book: Lorebook, by: User, source: Mapping[str, Any]) -> None:
    """Keep definitions of variables that were confirmed with the book they come into (WB-9a)."""
    defined = source.get(VARIABLES)
    if defined:
        kept = {item["name"]: item for item in (*defined, *book.source.get(VARIABLES, ()))}
        own = put_own_fields(book, {"source": {**book.source, VARIABLES: list(kept.values())}})
        record_step(book, by=by, kind="book", book_fields=own)


def save_book_of(by: User, preview: ImportPreview, name: str = "") -> Lorebook:
    """A new lorebook from what a preview has read; the caller holds the preview's lock."""
    data = book_to_save(preview) | {"key": "new"}
    data["name"] = (data["name"].strip() or name or preview.parsed["name"])[:200]
    refuse_problems(book_problems(data))
    book = create_book(by=by, **{field: data[field] for field in BOOK_VALUES})
    book.content_hash = preview.file_hash
    book.save(update_fields=["content_hash"])
    add_entries(book, data["entries"])
    return book


@transaction.atomic
def save_import_as_book(
    *,
    by: User,
    preview_id: Any,
    into_book_id: int | None = None,
    as_: str = NEW,
    expected_draft: int | None = None,
) -> Lorebook:
    """Save a preview's lorebook; saved twice, the second time answers with what the first made.

    Args:
        by: whose preview it is.
        preview_id: the preview. Of a card only its lorebook is taken (WB-7).
        into_book_id: the book concerned; needed for all but a new one.
        as_: NEW makes a new lorebook, or adds the entries to the draft of the book that is named;
            REVISION makes that draft say exactly this, to be published as its next revision; LINK
            goes on with a book that says it already, and copies nothing (WB-9b).
        expected_draft: for REVISION the version of the draft that was looked at.

    Raises:
        ActionRefused: "preview_gone" (404), "no_lorebook" (400), "not_found", "not_yours",
            "not_author", "invalid" (400), "unknown_choice" (400), "draft_conflict" (409) with
            `expected` and `draft_version`, and "not_known" (409): the book to go on with does not
            say this.
    """
    preview = preview_to_save(by, preview_id)
    if preview.saved_book is not None:
        return preview.saved_book
    if preview.parsed["book"] is None:
        raise no_lorebook()
    if expected_draft is not None and into_book_id is not None:
        _must_be_at(book_to_edit(by, into_book_id), expected_draft)
    preview.saved_book = _saved(by, preview, into_book_id, as_)
    preview.save(update_fields=["saved_book"])
    return preview.saved_book


def _must_be_at(book: Lorebook, expected_draft: int) -> None:
    """Refuse to write over a draft that has moved since it was looked at."""
    if book.draft_version != expected_draft:
        raise ActionRefused(
            "draft_conflict",
            _("The draft has been changed in the meantime. Nothing was saved."),
            detail={"expected": expected_draft, "draft_version": book.draft_version},
        )


def _saved(by: User, preview: ImportPreview, into_book_id: int | None, as_: str) -> Lorebook:
    """The book that a preview is saved as, in one of the ways there are."""
    if into_book_id is None and as_ == NEW:
        return save_book_of(by, preview)
    if into_book_id is None or as_ not in WAYS:
        raise ActionRefused("unknown_choice", _("This choice is not known."), status=400)
    if as_ == LINK:
        return known_book(by, preview, into_book_id)
    book = book_to_edit(by, into_book_id)
    if as_ == REVISION:
        _become(by, preview, book)
    else:
        _add(by, preview, book)
    return book


def known_book(by: User, preview: ImportPreview, book_id: int) -> Lorebook:
    """A book that says already what a preview has read.

    Raises:
        ActionRefused: "not_known" (409).
    """
    for known in known_content(by, preview):
        if known.book.pk == book_id:
            return known.book
    raise ActionRefused("not_known", _("This lorebook does not say what the file says."))


def _add(by: User, preview: ImportPreview, book: Lorebook) -> None:
    """Add the entries to a draft."""
    data = book_to_save(preview)
    refuse_problems(book_problems(data | {"key": book.key, "name": book.name}))
    _define_variables(book, by, data["source"])
    detail = {"file": preview.file_name}
    add_entries(book, _joining(book, data["entries"]), by=by, detail=detail)


def _become(by: User, preview: ImportPreview, book: Lorebook) -> None:
    """Make a draft say what was read."""
    body = draft_of_import(preview, book)
    refuse_problems(book_problems(body))
    write_whole_draft(
        book,
        by=by,
        body=body,
        entries=book_from_json(body).entries,
        kind="whole",
        detail={"file": preview.file_name},
    )
    book.content_hash = preview.file_hash
    book.save(update_fields=["content_hash"])


@transaction.atomic
def accept_offers(*, by: User, preview_id: Any, numbers: Iterable[int]) -> ImportPreview:
    """Confirm those of a preview's offers that have these numbers, and no others (WB-9a).

    They are taken over when the preview is saved.

    Raises:
        ActionRefused: "preview_gone" (404), "unknown_choice" (400): there is no such offer.
    """
    preview = preview_to_save(by, preview_id)
    wanted = sorted(set(numbers))
    if wanted and not 0 <= wanted[0] <= wanted[-1] < len(preview.report["offers"]):
        raise ActionRefused("unknown_choice", _("This choice is not known."), status=400)
    preview.report["accepted"] = wanted
    preview.save(update_fields=["report"])
    return preview


@transaction.atomic
def forget_preview(*, by: User, preview_id: Any) -> None:
    """Throw a preview away before its hour is over.

    Raises:
        ActionRefused: "not_found" (404).
    """
    count, _rows = ImportPreview.objects.filter(pk=preview_id, owner=by).delete()
    if not count:
        raise not_found()


def purge_expired_previews() -> int:
    """Delete the previews whose hour is over; how many there were."""
    count, _rows = ImportPreview.objects.filter(expires_at__lte=Now()).delete()
    return count
