"""Who uses a lorebook: stories by the revision they pin, and openings (WK-10)."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from worldbook.models import Lorebook, OpeningPin, Revision, User
from worldbook.queries.roles import viewer_of
from worldbook.queries.visible import visible_openings

STORY = {
    "story": F("session_pins__session_id"),
    "title": F("session_pins__session__title"),
    "owner": F("session_pins__session__owner_id"),
    "owner_name": F("session_pins__session__owner__username"),
    "played_at": F("session_pins__session__played_at"),
}


@dataclass(frozen=True, slots=True)
class RevisionUse:
    """How many stories pin a revision, and how many of them are the asker's own."""

    number: int
    stories: int
    own: int


def revision_uses(user: User, book: Lorebook) -> list[RevisionUse]:
    """The revisions that some story pins, newest first."""
    mine = Q(session_pins__session__owner=user)
    rows = (
        Revision.objects.filter(book=book)
        .annotate(stories=Count("session_pins"), own=Count("session_pins", filter=mine))
        .filter(stories__gt=0)
        .order_by("-number")
        .values_list("number", "stories", "own")
    )
    return [RevisionUse(*row) for row in rows]


def stories_reading(user: User, book: Lorebook) -> QuerySet[Revision, Any]:
    """The stories that pin the book and that the account may know of, as rows of `STORY` with the
    `number` they pin: its own; for moderators and administrators all (AD-2)."""
    pinned = Q(session_pins__isnull=False)
    viewer = viewer_of(user)
    if not (viewer.moderator or viewer.administrator):
        pinned &= Q(session_pins__session__owner=user)
    rows = Revision.objects.filter(pinned, book=book)
    ordered = rows.order_by("-session_pins__session__played_at", "-session_pins__id")
    return ordered.values("number", **STORY)


def openings_pinning(user: User, book: Lorebook) -> QuerySet[OpeningPin]:
    """The openings, of worlds the account may see, from which stories read the book."""
    rows = OpeningPin.objects.filter(book=book, opening__in=visible_openings(user))
    rows = rows.select_related("opening__world", "revision").defer("revision__body")
    return rows.order_by("opening__world__name", "opening__name", "id")
