"""A story begins as a copy of an opening; it can be renamed, set up and deleted."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from sessions_app.actions.announce import tell_after_commit
from sessions_app.actions.beginning import begin
from sessions_app.actions.commands import START
from sessions_app.actions.copying import hold_world
from sessions_app.actions.greeting import write_greeting
from sessions_app.actions.indexes import want_indexes
from sessions_app.actions.locking import lock_own_story, resting_head
from sessions_app.actions.pins import find_revision
from sessions_app.actions.refusals import checked, raise_for, refused
from sessions_app.models import Command, Session, SessionPin, StoryCharacter, StoryWorld
from sessions_app.queries.scenarios import effective_scenario
from sessions_app.queries.trace import is_author_of, is_open
from sessions_app.rules.messages import MAX_PERSONA, MAX_TITLE, clean_text
from sessions_app.rules.settings import AUTHORS_SETTINGS, check_session_settings
from sessions_app.wire.frames import changed
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import StoryWrite, story_write
from worldbook.models import (
    Character,
    Opening,
    OpeningPin,
    Persona,
    Revision,
    User,
    World,
)
from worldbook.queries.visible import editable_worlds, visible_openings
from worldbook.rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class StartWishes:
    """What a player may choose at the start; None is what the opening says.

    `pins` are (book id, revision number or None for the latest) in their order.
    """

    persona_id: int | None = None
    persona: tuple[str, str] | None = None
    title: str = ""
    pins: Sequence[tuple[int, int | None]] | None = None
    scenario: str = ""
    seed: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


def start_story(*, by: User, key: str, opening_id: int, wishes: StartWishes) -> Session:
    """Start a story as a copy of an opening the account may see; once per key.

    Copies the world with its cards, pins books at revisions, and writes the greeting as turn 0 with
    its alternates as takes. Raises ActionRefused (not_found, no_cast, pin_missing, opening_broken,
    player_is_set, ...).
    """
    with transaction.atomic():
        _one_start_at_a_time(by, key)
        name = f"{START}{by.pk}"
        known = Command.objects.filter(user=by, idempotency_key=key, name=name).first()
        if known is not None:
            return known.session
        story = _copy_opening(by, _held_opening(by, opening_id), wishes)
        Command.objects.create(session=story, user=by, idempotency_key=key, name=name)
    return story


def _one_start_at_a_time(by: User, key: str) -> None:
    """The same start sent twice at once is one start."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"start:{by.pk}:{key}"]
        )


def _held_opening(by: User, opening_id: int) -> Opening:
    """An opening the account may see, and its world, neither of which changes meanwhile."""
    openings = visible_openings(by).select_related("world", "player").filter(pk=opening_id)
    for world_id in openings.values_list("world_id", flat=True):
        hold_world(world_id)
    opening = openings.first()
    if opening is None:
        raise refused("not_found")
    return opening


def _copy_opening(by: User, opening: Opening, wishes: StartWishes) -> Session:
    scenario_id = wishes.scenario or opening.scenario_id
    _must_be_an_authors(by, opening.world, wishes.settings)
    require_scenario(scenario_id, wishes.settings)
    cast = [row.character for row in opening.cast.select_related("character")]
    if not cast:
        raise refused("no_cast")
    name, text = _persona(by, opening, wishes)
    title = wishes.title.strip()[:MAX_TITLE] or opening.name
    story = Session.objects.create(
        owner=by,
        title=title,
        world=opening.world,
        language=opening.world.language,
        scenario_id=scenario_id,
        seed=wishes.seed.strip()[:64] or secrets.token_hex(16),
        seed_given=bool(wishes.seed.strip()),
        persona_name=name,
        persona_text=text,
        settings=dict(wishes.settings),
    )
    with story_write(story.pk, cause="start") as write:
        _begin(by, write, story, opening, cast)
        _pin_all(by, story, opening, cast, wishes)
    want_indexes(story)
    write_greeting(story, opening, cast)
    return story


def _begin(
    by: User, write: StoryWrite, story: Session, opening: Opening, cast: Sequence[Character]
) -> None:
    """Give the story its state; why an opening does not fit its world is for authors (AD-2)."""
    try:
        begin(write, story, opening, cast)
    except ActionRefused as refusal:
        if is_author_of(by, story):
            raise
        raise refused(refusal.code) from refusal


def require_scenario(scenario_id: str, settings: Mapping[str, Any]) -> None:
    """Refuse a scenario that does not exist, is off, or cannot work so (SC-1, SC-2)."""
    raise_for(check_session_settings(settings))
    found = effective_scenario(scenario_id, settings)
    if isinstance(found, Refusal):
        raise refused("scenario_unavailable", scenario=scenario_id, reason=found.reason)


def _must_be_an_authors(by: User, world: World | None, settings: Mapping[str, Any]) -> None:
    """Refuse settings that only author view of an own story may give; anybody may take them back."""
    given = {name for name, value in settings.items() if value is not None}
    if not given & AUTHORS_SETTINGS:
        return
    if is_open(world) or (world and editable_worlds(by).filter(pk=world.pk).exists()):
        return
    raise refused("not_author")


def _persona(by: User, opening: Opening, wishes: StartWishes) -> tuple[str, str]:
    """Name and text of whom the player plays: the opening's character, else a persona."""
    if opening.player is not None:
        if wishes.persona is not None or wishes.persona_id is not None:
            raise refused("player_is_set", player=opening.player.name)
        return opening.player.name, opening.player.description
    if wishes.persona is not None:
        name, text = wishes.persona
        return checked(clean_text(name, MAX_TITLE)), text.strip()[:MAX_PERSONA]
    if wishes.persona_id is not None:
        own = Persona.objects.filter(pk=wishes.persona_id, owner=by).first()
        if own is None:
            raise refused("not_found", persona=wishes.persona_id)
        return own.name, own.text
    return opening.persona_name or by.get_username(), opening.persona_text


def _pin_all(
    by: User, story: Session, opening: Opening, cast: list[Character], wishes: StartWishes
) -> None:
    """Pin what the player chose, else the opening's books and then those of the cards."""
    ready = _opening_revisions(opening, cast)
    if wishes.pins is None:
        chosen = list(ready.values())
    else:
        chosen = [
            ready[book]
            if book in ready and number in (None, ready[book].number)
            else find_revision(by, book, number)
            for book, number in wishes.pins
        ]
    if len({revision.book_id for revision in chosen}) < len(chosen):
        raise refused("already_pinned")
    SessionPin.objects.bulk_create(
        SessionPin(session=story, book_id=revision.book_id, revision=revision, place=place)
        for place, revision in enumerate(chosen)
    )


def _opening_revisions(opening: Opening, cast: list[Character]) -> dict[int, Revision]:
    """Book id to the revision a story from this opening reads; a pin to nothing is refused."""
    pins = OpeningPin.objects.filter(opening=opening).select_related("book", "revision")
    books = {pin.book_id: pin.revision for pin in pins.defer("revision__body")}
    latest = [book for book, revision in books.items() if revision is None]
    latest += [
        card.lorebook_id for card in cast if card.lorebook_id and card.lorebook_id not in books
    ]
    newest = {
        revision.book_id: revision
        for revision in Revision.objects.defer("body")
        .filter(book_id__in=latest)
        .order_by("book_id", "-number")
        .distinct("book_id")
    }
    for book, revision in books.items():
        if revision is None and book not in newest:
            raise refused("pin_missing", book=book)
    pinned = {book: revision or newest[book] for book, revision in books.items()}
    return pinned | {book: revision for book, revision in newest.items() if book not in pinned}


def update_story(*, by: User, session_id: int, values: Mapping[str, Any]) -> Session:
    """Change title, persona or settings of a story; what is absent stays, a setting of None goes."""
    with transaction.atomic():
        story = lock_own_story(by, session_id)
        if "title" in values:
            story.title = checked(clean_text(values["title"], MAX_TITLE))
        if "persona_name" in values:
            story.persona_name = checked(clean_text(values["persona_name"], MAX_TITLE))
        if "persona_text" in values:
            story.persona_text = values["persona_text"].strip()[:MAX_PERSONA]
        if "settings" in values:
            _must_be_an_authors(by, story.world, values["settings"])
            together = {**story.settings, **values["settings"]}
            story.settings = {name: value for name, value in together.items() if value is not None}
            require_scenario(story.scenario_id, story.settings)
        story.save(update_fields=["title", "persona_name", "persona_text", "settings"])
        if {"persona_name", "persona_text"} & values.keys():
            _rewrite_persona(story)
        if "strategy" in values.get("settings", {}):
            want_indexes(story)
        tell_after_commit(story.pk, changed("settings"))
    return story


def _rewrite_persona(story: Session) -> None:
    """The player's character in the story's state is as the player says it is."""
    players = StoryWorld.objects.filter(session=story).values("player")
    with story_write(story.pk, cause="player"):
        StoryCharacter.objects.filter(pk__in=players).update(
            name=story.persona_name, description=story.persona_text
        )


def delete_story(*, by: User, session_id: int) -> None:
    """Delete a story with all that hangs on it; not while a turn runs."""
    with transaction.atomic():
        story = lock_own_story(by, session_id)
        resting_head(story)
        story.delete()
