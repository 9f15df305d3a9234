"""Stories for tests: an opening that can be played, and stories started from it by the action."""

import itertools
from contextlib import AbstractContextManager
from typing import Any

from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.models import ModelRoute, Provider, Scenario, Session, SessionPin
from tests.factories import (
    make_book,
    make_character,
    make_entry,
    make_opening,
    make_user,
    make_world,
)
from worldbook.actions.story_write import StoryWrite, story_write
from worldbook.models import Lorebook, Opening, OpeningCharacter, OpeningPin, Revision, User

_keys = itertools.count(1)

LORE = (
    make_entry(
        "copper-key",
        title="The copper key",
        keys=("copper key",),
        content="The copper key opens nothing without the regent's order.",
    ),
)


def new_key() -> str:
    """An idempotency key that was not used yet."""
    return f"key-{next(_keys)}"


def make_scenario(scenario_id: str = "worldbook", **fields: Any) -> Scenario:
    """The scenario of the tests, played by an actor."""
    defaults: dict[str, Any] = {"name": scenario_id, "kind": "actor"}
    scenario, _ = Scenario.objects.update_or_create(pk=scenario_id, defaults=defaults | fields)
    return scenario


def tell_slowly(delay_ms: float) -> None:
    """Let the storyteller wait so long between words."""
    provider, _ = Provider.objects.update_or_create(
        name="storyteller", defaults={"kind": "storyteller", "options": {"delay_ms": delay_ms}}
    )
    ModelRoute.objects.update_or_create(
        role="actor",
        name="default",
        defaults={"provider": provider, "model": "storyteller", "context_window": 32_000},
    )


def make_playable_opening(owner: User | None = None, **fields: Any) -> Opening:
    """A public world with one character, a greeting, an alternate, and a pinned book."""
    owner = owner or make_user(roles=["author"])
    make_scenario()
    world = make_world(owner, visibility="public")
    guard = make_character(world, key="guard", name="Mira", description="The guard of the tower.")
    values = {
        "greeting": "Good evening, {{user}}. I am {{char}}.",
        "alternate_greetings": ["The tower is closed."],
        "persona_name": "Ana",
    }
    opening = make_opening(world, **(values | fields))
    OpeningCharacter.objects.create(opening=opening, character=guard)
    OpeningPin.objects.create(opening=opening, book=make_book(owner, entries=LORE))
    return opening


def by_hand(story: Session) -> AbstractContextManager[StoryWrite]:
    """Write state rows of a story for a test, as at its start: no journal."""
    return story_write(story.pk, cause="start")


def pin_by_hand(
    story: Session, book: Lorebook, revision: Revision | None = None, place: int = 9
) -> None:
    """Let a story read a book at a revision (its only one), whoever may."""
    with by_hand(story):
        SessionPin.objects.create(
            session=story, book=book, revision=revision or book.revisions.get(), place=place
        )


def repin_by_hand(story: Session, revision: Revision) -> None:
    """Let a story read this revision wherever it reads any."""
    with by_hand(story):
        story.pins.update(revision=revision)


def unpin_by_hand(story: Session, *, last: bool = False) -> None:
    """Let a story read no book, or its last one no more."""
    with by_hand(story):
        if last:
            story.pins.last().delete()
        else:
            story.pins.all().delete()


def make_story(
    player: User | None = None, opening: Opening | None = None, **wishes: Any
) -> Session:
    """A story started by its action."""
    return start_story(
        by=player or make_user(),
        key=new_key(),
        opening_id=(opening or make_playable_opening()).pk,
        wishes=StartWishes(**wishes),
    )
