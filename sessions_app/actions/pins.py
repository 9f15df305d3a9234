"""Which books a story reads, and at which revision: explicit, ordered, never rebound (WB-13)."""

from typing import Any

from django.db.models import Max

from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.indexes import want_indexes
from sessions_app.actions.locking import resting_head
from sessions_app.actions.refusals import refused
from sessions_app.models import Session, SessionPin
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
        SessionPin.objects.create(session=story, book_id=book_id, revision_id=found.pk, place=place)
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
        removed, _ = SessionPin.objects.filter(session=story, book_id=book_id).delete()
        if not removed:
            raise refused("not_pinned")
        return Done(what="pins", result={"book": book_id})

    return give_command(
        by=by, session_id=session_id, key=key, name="unpin", arguments={"book": book_id}, work=work
    )
