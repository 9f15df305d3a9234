"""Saving an imported card: a character with its picture, its greetings and its lorebook (WB-7)."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.characters import create_character
from worldbook.actions.collecting import collector_paused
from worldbook.actions.errors import ActionRefused
from worldbook.actions.imports import preview_to_save
from worldbook.actions.openings import PinWish, create_opening, set_cast, set_pins
from worldbook.actions.publishing import publish_imported
from worldbook.actions.saving_imports import known_book, save_book_of
from worldbook.actions.worlds import create_world
from worldbook.models import Character, ImportPreview, Lorebook, User
from worldbook.queries.imports import parsed_of
from worldbook.rules.formats import Card
from worldbook.rules.one_line import one_line

LONG_TEXTS = (
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "system_prompt",
    "post_history_instructions",
    "creator_notes",
)
SHORT_TEXTS = {"name": 200, "nickname": 200, "creator": 200, "character_version": 100}
LISTS = ("alternate_greetings", "group_only_greetings", "tags")


def _columns(card: Card) -> dict[str, Any]:
    return {
        **{name: getattr(card, name) for name in LONG_TEXTS},
        **{name: getattr(card, name)[:most] for name, most in SHORT_TEXTS.items()},
        **{name: list(getattr(card, name)) for name in LISTS},
        "extensions": dict(card.extensions),
        "source": dict(card.source),
    }


def _save_character(by: User, world_id: int, card: Card, book: Lorebook | None) -> Character:
    """The character; a picture that cannot be read costs the picture only (WB-10)."""
    columns = _columns(card) | {"lorebook": book}
    columns["name"] = one_line(card.name) or _("Unnamed")
    try:
        with transaction.atomic():
            return create_character(by=by, world_id=world_id, portrait=card.avatar, **columns)
    except ActionRefused as refused:
        if refused.code != "bad_picture":
            raise
    return create_character(by=by, world_id=world_id, **columns)


def _own_world(by: User, card: Card) -> int:
    name = one_line(card.name) or _("Unnamed")
    return create_world(by=by, name=name, description=card.creator_notes).pk


def _own_opening(by: User, character: Character, book: Lorebook | None) -> None:
    """An opening that plays the card at once, with its book pinned."""
    opening = create_opening(by=by, world_id=character.world_id, name=character.name)
    set_cast(by=by, opening_id=opening.pk, character_ids=[character.pk])
    if book is not None:
        set_pins(by=by, opening_id=opening.pk, pins=[PinWish(book.pk)])


def _book_of_card(
    by: User, preview: ImportPreview, card: Card, known_id: int | None
) -> Lorebook | None:
    """The card's lorebook, published once so that stories can pin it: a new one, or a known one."""
    if preview.parsed["book"] is None:
        return None
    if known_id is not None:
        book = known_book(by, preview, known_id)
        if not book.latest_revision:
            publish_imported(by=by, book_id=book.pk)
        return book
    name = _("Lore of %(name)s") % {"name": one_line(card.name, 150)}
    book = save_book_of(by, preview, name=name)
    publish_imported(by=by, book_id=book.pk)
    return book


@collector_paused()
@transaction.atomic
def save_import_as_character(
    *, by: User, preview_id: Any, world_id: int | None = None, known_book_id: int | None = None
) -> Character:
    """Save a preview's card as a character of a world, with its lorebook (published once).

    Without a world a private one of its own is made, with an opening to play it. Saved twice, the
    second time answers with what the first has made. A book that says already what the card's book
    says may be named as `known_book_id`; the character then goes with it, and it is not doubled
    (WB-9b).

    Raises:
        ActionRefused: "preview_gone" (404), "no_character" (400), "not_found", "not_yours",
            "not_author", "invalid" (400), "not_known" (409): the book named does not say this.
    """
    preview = preview_to_save(by, preview_id)
    if preview.saved_character is not None:
        return preview.saved_character
    card = parsed_of(preview).card
    if card is None:
        raise ActionRefused("no_character", _("This file holds no character."), status=400)
    book = _book_of_card(by, preview, card, known_book_id)
    character = _save_character(by, world_id or _own_world(by, card), card, book)
    if world_id is None:
        _own_opening(by, character, book)
    preview.saved_character = character
    preview.saved_book = book
    preview.save(update_fields=["saved_character", "saved_book"])
    return character
