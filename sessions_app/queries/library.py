"""The stories of a player, as the library lists them."""

from django.db.models import F, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Left

from sessions_app.models import Passage, Session, SessionPin, StoryCharacter
from sessions_app.queries.stories import own_stories
from worldbook.models import Lorebook, User
from worldbook.queries.visible import visible_books

A_PAGE = 50
EXCERPT = 600
"""How many characters of the last answer a list shows."""


def stories_for(user: User, page: int = 1) -> tuple[list[Session], bool]:
    """A page of the player's stories, last played first, and whether there are more.

    Each has `turn_count`, `excerpt` (the beginning of the last answer) and `face` (the first
    character or None).
    """
    begin = (page - 1) * A_PAGE
    found = list(_listed(own_stories(user))[begin : begin + A_PAGE + 1])
    stories = found[:A_PAGE]
    for story in stories:
        story.face = next(iter(story.faces), None)  # type: ignore[attr-defined]
    return stories, len(found) > A_PAGE


def _listed(stories: QuerySet[Session]) -> QuerySet[Session]:
    last = Passage.objects.filter(take_id=OuterRef("head_id")).order_by("position")
    faces = StoryCharacter.objects.filter(cast=True).order_by("place", "id")
    faces = faces.only("session_id", "name", "portrait")
    begins = last.annotate(begins=Left("text", EXCERPT)).values("begins")[:1]
    return (
        stories.select_related(None)
        .select_related("world")
        .annotate(turn_count=F("head__turn__number"), excerpt=Subquery(begins))
    ).prefetch_related(Prefetch("characters", faces, to_attr="faces"))


def books_to_pin(user: User, story: Session) -> QuerySet[Lorebook]:
    """Published books the player may read and the story does not read yet."""
    pinned = SessionPin.objects.filter(session=story).values("book_id")
    return visible_books(user).filter(latest_revision__gt=0).exclude(pk__in=pinned)
