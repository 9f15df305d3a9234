"""The books a story pins: which revision may take the place of one, and what would differ (WB-13)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from sessions_app.models import Session, SessionPin
from sessions_app.queries.trace import edits_world_of
from worldbook.models import OpeningPin, Revision, User
from worldbook.queries.compiled import compiled_books
from worldbook.queries.visible import (
    editable_books,
    open_books,
    visible_books,
    visible_openings,
    work_books,
)
from worldbook.rules.diff import (
    BookDiff,
    EntryChange,
    FieldDifference,
    book_differences,
    diff_books,
    entry_differences,
)
from worldbook.rules.entries import Book, Entry
from worldbook.rules.open_part import Reach, open_part
from worldbook.rules.refusal import Refusal
from worldbook.rules.word_diff import word_diff

Json = dict[str, Any]

CHANGES_A_PAGE = 30


def pin_of(story: Session, book_id: int) -> SessionPin | None:
    """The story's pin of a book, with book and revision but without the revision's body."""
    pins = SessionPin.objects.select_related("book", "revision").defer("revision__body")
    return pins.filter(session=story, book_id=book_id).first()


def revision_at(book_id: int, number: int) -> Revision | None:
    """A revision of a book, without its body."""
    return Revision.objects.defer("body").filter(book_id=book_id, number=number).first()


def revisions_gone(wanted: Iterable[int]) -> bool:
    """Whether one of these revisions (by id) is not there any more."""
    ids = set(wanted)
    return bool(ids) and Revision.objects.filter(pk__in=ids).count() < len(ids)


def may_have_more_of(user: User, book_id: int) -> bool:
    """Whether a story of this account may go to other revisions of a book that it reads already.

    It may where the account may read the book, and where an opening it may start from brings the
    book as it is published: a new story would read the newest revision too.
    """
    if visible_books(user).filter(pk=book_id).exists():
        return True
    openings = visible_openings(user)
    pinned = OpeningPin.objects.filter(opening__in=openings, book_id=book_id, revision=None)
    carried = openings.filter(cast__character__lorebook_id=book_id)
    return pinned.exists() or carried.exists()


def revisions_to_choose(user: User, pin: SessionPin) -> QuerySet[Revision]:
    """The revisions that a pin may be moved to, newest first, with the one it is at."""
    rows = Revision.objects.filter(book_id=pin.book_id).defer("body").order_by("-number")
    if may_have_more_of(user, pin.book_id):
        return rows
    return rows.filter(pk=pin.revision_id)


def reach_into(user: User, story: Session, book_id: int, said: Book) -> Reach:
    """How much of a revision (`said`) this reader of the story may read (WB-37, WB-37a).

    All: who may edit the book or the story's world. What players may read: where the book is open
    to the account and the revision was published as open, or where it was shared. Else nothing.
    """
    if editable_books(user).filter(pk=book_id).exists() or edits_world_of(user, story):
        return Reach.ALL
    if work_books(user).filter(pk=book_id).exists():
        return Reach.PLAYER
    opened = open_books(user).filter(pk=book_id, players_may_read=True)
    return Reach.PLAYER if said.players_may_read and opened.exists() else Reach.NOTHING


def readable_books(user: User, story: Session) -> set[int]:
    """The ids of the pinned books that this reader may open, as far as the books say."""
    pinned = set(SessionPin.objects.filter(session=story).values_list("book_id", flat=True))
    if edits_world_of(user, story):
        return pinned
    return set(open_books(user).filter(pk__in=pinned).values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class Step:
    """What a re-pinning would change, as a reader may see it.

    `before` and `after` are the parts that are open to the reader, `diff` their difference;
    `hidden` is how many further entries differ.
    """

    before: Book
    after: Book
    diff: BookDiff
    hidden: int
    reach: Reach

    def page(self, number: int) -> tuple[EntryChange, ...]:
        """A page of the changed entries, from 1: comparing words takes its time."""
        return self.diff.entries[(number - 1) * CHANGES_A_PAGE : number * CHANGES_A_PAGE]

    @property
    def pages(self) -> int:
        """How many pages there are; at least one."""
        return max(1, -(-len(self.diff.entries) // CHANGES_A_PAGE))


_NARROW: Sequence[Reach] = (Reach.NOTHING, Reach.PLAYER, Reach.ALL)


def step_to(user: User, story: Session, pin: SessionPin, wanted: Revision) -> Step:
    """Compare the pinned revision with another, both as this process keeps them."""
    old, new = (kept.book for kept in compiled_books([pin.revision_id, wanted.pk]))
    reaches = [reach_into(user, story, pin.book_id, said) for said in (old, new)]
    reach = min(reaches, key=_NARROW.index)
    before, after = open_part(old, reach), open_part(new, reach)
    shown = BookDiff() if reach is Reach.NOTHING else diff_books(before, after)
    if reach is Reach.ALL:
        return Step(before, after, shown, 0, reach)
    told = {change.key_id for change in shown.entries}
    hidden = sum(change.key_id not in told for change in diff_books(old, new).entries)
    return Step(before, after, shown, hidden, reach)


def find_step(user: User, story: Session, book_id: int, number: int | None) -> Step | Refusal:
    """What another revision (the latest where none is named) would change for the account's story.

    Refused: not_pinned, pin_missing.
    """
    pin = pin_of(story, book_id)
    if pin is None:
        return Refusal("not_pinned", f"The book {book_id} is not pinned.")
    wanted = revision_at(book_id, pin.book.latest_revision if number is None else number)
    here = wanted is not None and wanted.pk == pin.revision_id
    if wanted is None or not (here or may_have_more_of(user, book_id)):
        detail = {"book": book_id, "revision": number}
        return Refusal("pin_missing", f"There is no revision {number}.", detail)
    return step_to(user, story, pin, wanted)


def step_json(step: Step, page: int = 1) -> Json:
    """A step as JSON values: what changes of the book and of a page of the entries, word by word."""
    old = {entry.key_id: entry for entry in step.before.entries}
    new = {entry.key_id: entry for entry in step.after.entries}
    own = () if step.reach is Reach.NOTHING else book_differences(step.before, step.after)
    return {
        "revision": step.before.revision,
        "to": step.after.revision,
        "reach": step.reach,
        "book_fields": [_difference_json(item) for item in own],
        "changed": [
            {
                **change.to_json(),
                "differences": [
                    _difference_json(item)
                    for item in _differences(old.get(change.key_id), new.get(change.key_id))
                ],
            }
            for change in step.page(page)
        ],
        "hidden": step.hidden,
        "pages": step.pages,
    }


def _differences(before: Entry | None, after: Entry | None) -> tuple[FieldDifference, ...]:
    """What differs in an entry that both have; of one that only one has, its text."""
    if before is not None and after is not None:
        return entry_differences(before, after)
    old, new = (entry.content if entry else "" for entry in (before, after))
    return (FieldDifference("content", old, new, word_diff(old, new)),)


def _difference_json(item: FieldDifference) -> Json:
    words = None if item.words is None else [[piece.op, piece.text] for piece in item.words]
    return {"field": item.field, "before": item.before, "after": item.after, "words": words}
