"""Making and changing openings: ready stories with a cast and pinned books."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.compare import must_be_at, put
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import must_see_book, not_found, world_to_edit
from worldbook.actions.world_columns import split_columns
from worldbook.actions.world_parts import create_part, delete_part, update_part
from worldbook.actions.worlds import key_taken
from worldbook.models import Character, Lorebook, Opening, Revision, User
from worldbook.queries.naming import free_opening_key


@dataclass(frozen=True, slots=True)
class PinWish:
    """A book to pin; without a revision number, the latest when a story starts."""

    book_id: int
    number: int | None = None


@transaction.atomic
def create_opening(*, by: User, world_id: int, **values: Any) -> Opening:
    """Give a world an opening; without a `key`, one is made from the name.

    Raises:
        ActionRefused: "not_found", "not_yours", "key_taken", "invalid".
    """
    world = world_to_edit(by, world_id)
    values["key"] = values.get("key") or free_opening_key(world.pk, str(values.get("name", "")))
    if world.openings.filter(key=values["key"]).exists():
        raise key_taken(values["key"])
    said, others = split_columns("openings", values)
    create_part(by=by, world_id=world.pk, part="openings", values=said)
    opening = world.openings.get(key=values["key"])
    put(opening, others)
    return opening


def _opening(by: User, opening_id: int) -> Opening:
    world_id = Opening.objects.filter(pk=opening_id).values_list("world_id", flat=True).first()
    if world_id is None:
        raise not_found()
    world_to_edit(by, world_id)
    return Opening.objects.get(pk=opening_id)


@transaction.atomic
def update_opening(*, by: User, opening_id: int, expected_version: int, **values: Any) -> Opening:
    """Change an opening that is still at the version its fields were read from.

    Raises:
        ActionRefused: "not_found", "not_yours", "key_taken", "edit_conflict", "invalid".
    """
    opening = _opening(by, opening_id)
    must_be_at(opening, expected_version, values)
    others = Opening.objects.filter(world_id=opening.world_id).exclude(pk=opening.pk)
    if others.filter(key=values.get("key", "")).exists():
        raise key_taken(values["key"])
    said, rest = split_columns("openings", values)
    _say(by, opening, said)
    opening.refresh_from_db()
    put(opening, rest)
    return opening


def _say(by: User, opening: Opening, values: Mapping[str, Any]) -> None:
    """Change fields of an opening as the world's document has them."""
    update_part(by=by, world_id=opening.world_id, part="openings", key=opening.key, values=values)


@transaction.atomic
def delete_opening(*, by: User, opening_id: int) -> None:
    """Delete an opening; stories that were started from it go on.

    Raises:
        ActionRefused: "not_found", "not_yours".
    """
    opening = _opening(by, opening_id)
    delete_part(by=by, world_id=opening.world_id, part="openings", key=opening.key)


@transaction.atomic
def set_cast(*, by: User, opening_id: int, character_ids: Sequence[int]) -> None:
    """Say who plays, in order; the first one speaks.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_of_this_world" (400), "cast_twice" (400).
    """
    opening = _opening(by, opening_id)
    if len(set(character_ids)) != len(character_ids):
        raise ActionRefused("cast_twice", _("A character plays once in a story."), status=400)
    known = set(opening.world.characters.values_list("pk", flat=True))
    if not known.issuperset(character_ids):
        raise ActionRefused(
            "not_of_this_world", _("The cast must be characters of the same world."), status=400
        )
    keys = dict(Character.objects.filter(pk__in=character_ids).values_list("pk", "key"))
    _say(by, opening, {"characters": [keys[pk] for pk in character_ids]})


@transaction.atomic
def set_pins(*, by: User, opening_id: int, pins: Sequence[PinWish]) -> None:
    """Say which books a story from this opening pins, in order (WB-13).

    Raises:
        ActionRefused: "not_found", "not_yours", "pinned_twice" (400), "no_such_revision" (400).
    """
    opening = _opening(by, opening_id)
    books = [pin.book_id for pin in pins]
    if len(set(books)) != len(books):
        raise ActionRefused("pinned_twice", _("A book is pinned once in a story."), status=400)
    kept = set(opening.pins.values_list("book_id", flat=True))
    for book_id in books:
        if book_id not in kept:
            must_see_book(by, book_id)
    for pin in pins:
        _must_be_there(pin)
    keys = dict(Lorebook.objects.filter(pk__in=books).values_list("pk", "key"))
    said = [{"book": keys[pin.book_id], "revision": pin.number} for pin in pins]
    _say(by, opening, {"pins": said})


def _must_be_there(pin: PinWish) -> None:
    if pin.number is None:
        return
    if not Revision.objects.filter(book_id=pin.book_id, number=pin.number).exists():
        raise ActionRefused(
            "no_such_revision",
            _("The book has no revision %(number)d.") % {"number": pin.number},
            status=400,
        )
