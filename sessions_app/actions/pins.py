"""Which books a story reads, and at which revision: explicit, ordered, never rebound (WB-13)."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db.models import Max

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.indexes import want_indexes
from sessions_app.actions.locking import resting_head
from sessions_app.actions.refusals import refused
from sessions_app.models import Session, SessionPin
from sessions_app.queries.pins import may_have_more_of, pin_of, revision_at
from worldbook.actions.story_write import story_write
from worldbook.models import Revision, User
from worldbook.queries.visible import visible_books

Json = dict[str, Any]


def find_revision(by: User, book_id: int, number: int | None) -> Revision:
    """A revision the account may read (the latest where none is named); refused where absent."""
    book = visible_books(by).filter(pk=book_id).first()
    if book is None:
        raise refused("pin_missing", book=book_id)
    wanted = book.latest_revision if number is None else number
    revision = Revision.objects.defer("body").filter(book=book, number=wanted).first()
    if revision is None:
        raise refused("pin_missing", book=book_id, revision=wanted)
    return revision


def pin_book(
    *, by: User, session_id: int, key: str, book_id: int, revision: int | None = None
) -> Json:
    """Let a story read a book at a revision, after those it reads already; not during a turn."""

    def work(story: Session) -> Done:
        resting_head(story)
        found = find_revision(by, book_id, revision)
        if SessionPin.objects.filter(session=story, book_id=book_id).exists():
            raise refused("already_pinned")
        last = SessionPin.objects.filter(session=story).aggregate(last=Max("place"))["last"]
        place = 0 if last is None else last + 1
        with story_write(story.pk, cause="player"):
            SessionPin.objects.create(session=story, book_id=book_id, revision=found, place=place)
        want_indexes(story)
        return Done(what="pins", result={"book": book_id, "revision": found.number})

    arguments = {"book": book_id, "revision": revision}
    return give_command(
        by=by, session_id=session_id, key=key, name="pin", arguments=arguments, work=work
    )


def unpin_book(*, by: User, session_id: int, key: str, book_id: int) -> Json:
    """Let a story read a book no more; not during a turn."""

    def work(story: Session) -> Done:
        resting_head(story)
        with story_write(story.pk, cause="player"):
            removed, _ = SessionPin.objects.filter(session=story, book_id=book_id).delete()
        if not removed:
            raise refused("not_pinned")
        return Done(what="pins", result={"book": book_id})

    return give_command(
        by=by, session_id=session_id, key=key, name="unpin", arguments={"book": book_id}, work=work
    )


def repin_book(
    *,
    by: User,
    session_id: int,
    book_id: int,
    expected_revision: int,
    revision: int,
    key: str = "",
) -> Json:
    """Let a story read another revision of a book that it pins (WB-13); not during a turn.

    `expected_revision` is the one whose difference to the new one was looked at: where the pin
    has moved since, nothing is done. Without a `key` the command is one of its own.

    Raises ActionRefused: not_found, turn_running, not_pinned, pin_moved (409, with `present`),
    pin_same, pin_missing.
    """

    def work(story: Session) -> Done:
        resting_head(story)
        pin = pin_of(story, book_id)
        if pin is None:
            raise refused("not_pinned")
        if pin.revision.number != expected_revision:
            raise refused("pin_moved", expected=expected_revision, present=pin.revision.number)
        if revision == expected_revision:
            raise refused("pin_same", revision=revision)
        wanted = revision_at(book_id, revision)
        if wanted is None or not may_have_more_of(by, book_id):
            raise refused("pin_missing", book=book_id, revision=revision)
        with story_write(story.pk, cause="player"):
            SessionPin.objects.filter(pk=pin.pk).update(revision=wanted)
        want_indexes(story)
        return Done(
            what="pins", result={"book": book_id, "before": expected_revision, "revision": revision}
        )

    arguments = {"book": book_id, "expected_revision": expected_revision, "revision": revision}
    return give_command(
        by=by,
        session_id=session_id,
        key=key or secrets.token_hex(16),
        name="repin",
        arguments=arguments,
        work=work,
    )


def order_pins(*, by: User, session_id: int, key: str, books: Sequence[int]) -> Json:
    """Put a story's books in this order, which decides between equals (WB-53); not during a turn.

    `books` are the ids of all pinned books. Raises ActionRefused: not_found, turn_running,
    pins_changed (409, with the ids as they are).
    """

    def work(story: Session) -> Done:
        resting_head(story)
        pins = SessionPin.objects.filter(session=story).order_by("place", "id")
        present = {pin.book_id: pin for pin in pins}
        if sorted(books) != sorted(present):
            raise refused("pins_changed", books=list(present))
        for place, book in enumerate(books):
            present[book].place = place
        with story_write(story.pk, cause="player"):
            SessionPin.objects.bulk_update(present.values(), ["place"])
        return Done(what="pins", result={"books": list(books)})

    arguments = {"books": list(books)}
    return give_command(
        by=by, session_id=session_id, key=key, name="order_pins", arguments=arguments, work=work
    )
