"""What somebody may see or edit, as querysets; the table form of `rules.access` (AD-2)."""

from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q, QuerySet

from worldbook.models import Character, Lorebook, Opening, Share, User, Visibility, World
from worldbook.queries.roles import viewer_of
from worldbook.rules.access import STAFF_ROLES

Account = User | AnonymousUser
Row = TypeVar("Row", bound=Model)


READ, WORK, EDIT = "read", "work", "edit"


def _visible(rows: QuerySet[Row], user: Account, reach: str, prefix: str = "") -> QuerySet[Row]:
    """The rows of a book or a world (or, by `prefix`, of things in a world) within reach.

    READ is all that may be seen, WORK what is one's own or shared, EDIT what may be changed.
    """
    viewer = viewer_of(user)
    if viewer.id is None:
        return rows.none()
    if viewer.administrator or (viewer.moderator and reach != EDIT):
        return rows
    target = "lorebook" if rows.model is Lorebook else "world"
    shares = Share.objects.filter(user_id=viewer.id, **{f"{target}__isnull": False})
    if reach == EDIT:
        shares = shares.filter(access=Share.Access.EDIT)
    given = Q(**{f"{prefix}pk__in": shares.values(f"{target}_id")})
    private = Q(**{f"{prefix}visibility": Visibility.PRIVATE})
    within = Q(**{f"{prefix}owner_id": viewer.id}) | (given & ~private)
    if reach == READ:
        within |= Q(**{f"{prefix}visibility": Visibility.PUBLIC})
    return rows.filter(within)


def visible_books(user: Account) -> QuerySet[Lorebook]:
    """The lorebooks the account may read."""
    return _visible(Lorebook.objects.all(), user, READ)


def open_books(user: Account) -> QuerySet[Lorebook]:
    """The lorebooks the account may open and read entry by entry (WB-37).

    Authors and moderators may open what they see; a player may where the book says so, or where it
    was shared with the account. What is not open can be played with all the same.
    """
    books = visible_books(user)
    if viewer_of(user).roles & set(STAFF_ROLES):
        return books
    return books.filter(Q(players_may_read=True) | Q(pk__in=work_books(user).values("pk")))


def editable_books(user: Account) -> QuerySet[Lorebook]:
    """The lorebooks the account may change and publish."""
    return _visible(Lorebook.objects.all(), user, EDIT)


def visible_worlds(user: Account) -> QuerySet[World]:
    """The worlds the account may see and start stories in."""
    return _visible(World.objects.all(), user, READ)


def editable_worlds(user: Account) -> QuerySet[World]:
    """The worlds the account may change."""
    return _visible(World.objects.all(), user, EDIT)


def visible_openings(user: Account) -> QuerySet[Opening]:
    """The openings of the worlds the account may see."""
    return _visible(Opening.objects.all(), user, READ, "world__")


def editable_openings(user: Account) -> QuerySet[Opening]:
    """The openings of the worlds the account may change."""
    return _visible(Opening.objects.all(), user, EDIT, "world__")


def visible_characters(user: Account) -> QuerySet[Character]:
    """The characters of the worlds the account may see."""
    return _visible(Character.objects.all(), user, READ, "world__")


def editable_characters(user: Account) -> QuerySet[Character]:
    """The characters of the worlds the account may change."""
    return _visible(Character.objects.all(), user, EDIT, "world__")


def work_books(user: Account) -> QuerySet[Lorebook]:
    """The lorebooks an author works with: their own and those shared with them."""
    return _visible(Lorebook.objects.all(), user, WORK)


def work_worlds(user: Account) -> QuerySet[World]:
    """The worlds an author works with: their own and those shared with them."""
    return _visible(World.objects.all(), user, WORK)
