"""How much of a book that an account may open it reads: authors all, players what is for them."""

from worldbook.models import Lorebook, User
from worldbook.queries.roles import viewer_of
from worldbook.queries.visible import editable_books, work_books
from worldbook.rules.access import STAFF_ROLES
from worldbook.rules.entries import Book
from worldbook.rules.open_part import Reach, open_part


def reach_of(user: User, book: Lorebook, said: Book) -> Reach:
    """How far the account sees into a state (`said`) of a book that is open to it (WB-37, WB-37a).

    Authors and moderators see all of what they may open, and so does who may edit it. A player
    sees what players may read, where the state says that they may or the book was shared with it.
    """
    if viewer_of(user).roles & set(STAFF_ROLES):
        return Reach.ALL
    if editable_books(user).filter(pk=book.pk).exists():
        return Reach.ALL
    shared = work_books(user).filter(pk=book.pk)
    return Reach.PLAYER if said.players_may_read or shared.exists() else Reach.NOTHING


def part_for(user: User, book: Lorebook, said: Book) -> Book | None:
    """What the account may read of a state of a book; None where it may read nothing of it."""
    reach = reach_of(user, book, said)
    return None if reach is Reach.NOTHING else open_part(said, reach)
