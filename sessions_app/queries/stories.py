"""A player's stories: whose they are, and what a page shows of one besides its messages."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from sessions_app.models import Session, SessionPin, StoryCharacter
from sessions_app.queries.refusals import words_of
from sessions_app.queries.scenarios import effective_scenario, translated
from worldbook.models import User
from worldbook.queries.roles import viewer_of
from worldbook.rules.refusal import Refusal

Json = dict[str, Any]


def own_stories(user: User) -> QuerySet[Session]:
    """The account's own stories; nobody else's are ever seen through here."""
    return Session.objects.filter(owner=user).select_related("world", "head__turn")


def readable_stories(user: User) -> QuerySet[Session]:
    """The stories the account may read in the writing room: its own, all for moderators (AD-2)."""
    viewer = viewer_of(user)
    if viewer.moderator or viewer.administrator:
        return Session.objects.all()
    return Session.objects.filter(owner_id=viewer.id)


def may_watch(user_id: int, session_id: int) -> bool:
    """Whether this account may see this story now: it is theirs, and the account is open."""
    return Session.objects.filter(pk=session_id, owner_id=user_id, owner__is_active=True).exists()


def language_of(session_id: int) -> str:
    """The language of a story's reader: what the account chose, else the story's own."""
    found = Session.objects.filter(pk=session_id).values_list("owner__language", "language")
    chosen, story = found.first() or ("", "")
    return chosen or story or settings.LANGUAGE_CODE


def story_json(story: Session) -> Json:
    """SessionJson: everything about a story but its messages."""
    return {
        **summary_json(story),
        **scenario_json(story),
        "characters": [character_json(item) for item in characters_of(story)],
        "persona": {"name": story.persona_name, "text": story.persona_text},
        "pins": [pin_json(pin) for pin in pins_of(story)],
        "settings": story.settings,
    }


def summary_json(story: Session) -> Json:
    """What a list shows of a story."""
    world = story.world
    head = story.head
    return {
        "id": story.pk,
        "title": story.title,
        "world": None if world is None else {"id": world.pk, "name": world.name},
        "language": story.language,
        "played_at": story.played_at.isoformat(),
        "turns": head.turn.number if head is not None else 0,
        "timeline": story.timeline,
    }


def scenario_json(story: Session) -> Json:
    """`scenario` and the `effective` configuration with where each value came from (SC-2).

    A scenario that cannot be played has no kind, and `problem` says why.
    """
    found = effective_scenario(story.scenario_id, story.settings)
    if isinstance(found, Refusal):
        gone = {"id": story.scenario_id, "name": story.scenario_id, "kind": None}
        return {
            "scenario": {**gone, "problem": words_of(found)},
            "effective": None,
            "replaced": False,
        }
    config = translated(found.config)
    return {
        "scenario": {"id": config.id, "name": config.name, "kind": config.kind},
        "effective": found.to_json(),
        "replaced": found.replaced,
    }


def characters_of(story: Session) -> QuerySet[StoryCharacter]:
    """Who is on stage, as the story's own copies of cards; the first one speaks."""
    return StoryCharacter.objects.filter(session=story, cast=True).order_by("place", "id")


def character_json(character: StoryCharacter) -> Json:
    """A character as a page shows it."""
    portrait = character.portrait.url if character.portrait else None
    return {"n": character.n, "name": character.name, "portrait": portrait}


def pins_of(story: Session) -> QuerySet[SessionPin]:
    """The story's pins in their order."""
    return (
        SessionPin.objects.filter(session=story)
        .select_related("book", "revision")
        .defer("revision__body")
        .order_by("place", "id")
    )


def pin_json(pin: SessionPin) -> Json:
    """A book, the revision that is read, and the newest there is (WB-13: it moves by itself never)."""
    return {
        "book": pin.book_id,
        "key": pin.book.key,
        "name": pin.book.name,
        "revision": pin.revision.number,
        "latest": pin.book.latest_revision,
    }
