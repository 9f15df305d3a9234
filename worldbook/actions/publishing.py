"""Publishing: the draft becomes the next immutable revision (WB-12)."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.indexes import queue_index
from worldbook.actions.lookup import book_to_edit
from worldbook.actions.many_entries import write_whole_draft
from worldbook.actions.words import MOST_SHOWN, refuse_problems
from worldbook.models import Lorebook, Revision, User
from worldbook.queries.books import draft_book, published_book
from worldbook.queries.indexes import site_embedding
from worldbook.queries.lint_words import finding_text
from worldbook.rules.diff import BookDiff, diff_books
from worldbook.rules.entries import Book, book_from_json, book_to_json
from worldbook.rules.lint_errors import errors
from worldbook.rules.validation import book_problems

NOTE_LENGTH = 300


def body_hash(body: Mapping[str, Any]) -> str:
    """SHA-256 of the body as canonical JSON; book key and revision number are part of it."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _diff_json(diff: BookDiff) -> dict[str, Any]:
    return {
        "changed": [change.to_json() for change in diff.entries],
        "book_fields": list(diff.fields),
    }


def _must_be_latest(book: Lorebook, expected: int, submitted: Book | None) -> None:
    """Refuse a publication that is based on another revision than the latest."""
    if book.latest_revision == expected:
        return
    latest = published_book(book.pk, book.latest_revision)
    since = diff_books(published_book(book.pk, expected), latest)
    detail = {"expected": expected, "latest": book.latest_revision, **_diff_json(since)}
    if submitted is not None:
        detail["yours"] = _diff_json(diff_books(latest, submitted))
    raise ActionRefused(
        "revision_conflict",
        _(
            "Revision %(latest)d has been published in the meantime; you started from revision "
            "%(expected)d. Nothing was published."
        )
        % {"latest": book.latest_revision, "expected": expected},
        detail=detail,
    )


def _must_pass_lint(draft: Book) -> None:
    """Refuse a book with errors, the first fifty of them told (WB-40)."""
    found = tuple(errors(draft))
    if not found:
        return
    first = found[0]
    message = _("Nothing was published. Entry “%(entry)s”: %(problem)s") % {
        "entry": first.key_id,
        "problem": finding_text(first),
    }
    if len(found) > 1:
        message = _("%(first)s (%(count)d problems in all)") % {
            "first": message,
            "count": len(found),
        }
    detail = {
        "findings": [one.to_json(_) for one in found[:MOST_SHOWN]],
        "finding_count": len(found),
    }
    raise ActionRefused("lint_errors", message, status=400, detail=detail)


def _publish(book: Lorebook, by: User, note: str, draft: Book | None = None) -> Revision:
    """Freeze the draft and have it indexed (WB-16); the caller holds the book's lock."""
    number = book.latest_revision + 1
    body = book_to_json(draft or draft_book(book.pk)) | {"revision": number}
    refuse_problems(book_problems(body))
    revision = Revision.objects.create(
        book=book,
        number=number,
        body=body,
        content_hash=body_hash(body),
        entry_count=len(body["entries"]),
        note=note[:NOTE_LENGTH],
        published_by=by,
    )
    book.latest_revision = number
    book.published_version = book.draft_version
    book.save(update_fields=["latest_revision", "published_version"])
    embedding = site_embedding()
    if embedding:
        queue_index(revision, by=by, embedding=embedding)
    return revision


@transaction.atomic
def publish_book(
    *,
    by: User,
    book_id: int,
    expected_revision: int,
    note: str = "",
    expected_draft: int | None = None,
) -> Revision:
    """Publish the draft as it is as the next revision, if `expected_revision` is the latest.

    Of two who publish at once one gets the revision, the other the conflict. With
    `expected_draft`, the version of the draft that was looked at, nothing unseen is published.

    Raises:
        ActionRefused: "not_found", "not_yours", "invalid" (400), "lint_errors" (400) with
            `findings` (`rules.findings`), "draft_conflict" (409) with `expected` and
            `draft_version`, or "revision_conflict" (409) with `expected`, `latest`, `changed`
            (`{key_id, title, change, fields}` of each entry that was published since) and
            `book_fields`.
    """
    book = book_to_edit(by, book_id)
    _must_be_latest(book, expected_revision, None)
    if expected_draft not in (None, book.draft_version):
        raise ActionRefused(
            "draft_conflict",
            _("The draft has been changed since you looked at it. Nothing was published."),
            detail={"expected": expected_draft, "draft_version": book.draft_version},
        )
    draft = draft_book(book.pk)
    _must_pass_lint(draft)
    return _publish(book, by, note, draft)


@transaction.atomic
def publish_imported(*, by: User, book_id: int) -> Revision:
    """Publish what a card has brought as the first revision of its book, whatever lint says of it.

    One bad entry never sinks the others (WB-10): it does not act, and the author is told before
    the next publication.

    Raises:
        ActionRefused: as `publish_book`, but for "lint_errors".
    """
    book = book_to_edit(by, book_id)
    _must_be_latest(book, 0, None)
    return _publish(book, by, _("Imported"))


@transaction.atomic
def publish_whole_book(
    *,
    by: User,
    book_id: int,
    expected_revision: int,
    body: Mapping[str, Any],
    note: str = "",
    expected_draft: int | None = None,
) -> Revision:
    """Make the draft say what `body` (native JSON) says, and publish it.

    A draft with changes that are not published yet is not overwritten unseen: its version must
    then be given as `expected_draft`. The book's key and owner are not taken from the body.

    Raises:
        ActionRefused: as `publish_book`; a conflict has `yours` too, what the body would change.
            "draft_conflict" (409) with `draft_version` and `changed`: what the draft says that
            was never published.
    """
    book = book_to_edit(by, book_id)
    submitted = dict(body) | {"key": book.key}
    refuse_problems(book_problems(submitted))
    wanted = book_from_json(submitted)
    _must_be_latest(book, expected_revision, wanted)
    _must_know_draft(book, expected_draft)
    _must_pass_lint(wanted)
    write_whole_draft(book, by=by, body=submitted, entries=wanted.entries, kind="whole")
    return _publish(book, by, note)


def _must_know_draft(book: Lorebook, expected_draft: int | None) -> None:
    """Refuse to overwrite changes of the draft that whoever publishes has not seen."""
    if expected_draft == book.draft_version or book.draft_version == book.published_version:
        return
    unseen = diff_books(published_book(book.pk, book.latest_revision), draft_book(book.pk))
    if not unseen.entries and not (book.latest_revision and unseen.fields):
        return
    raise ActionRefused(
        "draft_conflict",
        _("The draft has changes that are not published. Nothing was published."),
        detail={
            "expected": expected_draft,
            "draft_version": book.draft_version,
            **_diff_json(unseen),
        },
    )
