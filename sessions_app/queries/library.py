"""The stories of a player, as the library lists them."""

from django.db.models import F, OuterRef, Prefetch, QuerySet, Subquery

from sessions_app.models import Passage, Session, SessionPin, StoryCharacter
from sessions_app.queries.stories import own_stories
from worldbook.models import Lorebook, User
from worldbook.queries.visible import visible_books


def stories_for(user: User) -> list[Session]:
    """The player's stories, last played first; each with `turn_count`, `excerpt` and `face`.

    `excerpt` is the beginning of the last answer, `face` the first character or None.
    """
    stories = list(_listed(own_stories(user)))
    for story in stories:
        story.face = next(iter(story.faces), None)  # type: ignore[attr-defined]
    return stories


def _listed(stories: QuerySet[Session]) -> QuerySet[Session]:
    last = Passage.objects.filter(take_id=OuterRef("head_id")).order_by("position")
    faces = StoryCharacter.objects.order_by("place", "id").only("session_id", "name", "portrait")
    return stories.annotate(
        turn_count=F("head__turn__number"), excerpt=Subquery(last.values("text")[:1])
    ).prefetch_related(Prefetch("characters", faces, to_attr="faces"))


def books_to_pin(user: User, story: Session) -> QuerySet[Lorebook]:
    """Published books the player may read and the story does not read yet."""
    pinned = SessionPin.objects.filter(session=story).values("book_id")
    return visible_books(user).filter(latest_revision__gt=0).exclude(pk__in=pinned)
