"""Making, changing and deleting the characters of a world."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from worldbook.actions.compare import must_be_at, put
from worldbook.actions.lookup import must_see_book, not_found, world_to_edit
from worldbook.actions.world_columns import split_columns
from worldbook.actions.world_parts import create_part, delete_part, update_part
from worldbook.actions.worlds import key_taken, set_picture
from worldbook.models import Character, User
from worldbook.queries.naming import free_character_key


@transaction.atomic
def create_character(
    *, by: User, world_id: int, portrait: bytes | None = None, **values: Any
) -> Character:
    """Put a character into a world; without a `key`, one is made from the name.

    Raises:
        ActionRefused: "not_found", "not_yours", "key_taken", "invalid", "bad_picture".
    """
    world = world_to_edit(by, world_id)
    values["key"] = values.get("key") or free_character_key(world.pk, str(values.get("name", "")))
    if world.characters.filter(key=values["key"]).exists():
        raise key_taken(values["key"])
    _must_see_its_book(by, values)
    said, others = split_columns("characters", values)
    create_part(by=by, world_id=world.pk, part="characters", values=said)
    character = world.characters.get(key=values["key"])
    _set_others(character, others)
    set_picture(character, "portrait", portrait)
    return character


def _set_others(character: Character, values: Mapping[str, Any]) -> None:
    """Write columns that the world's document does not have."""
    for name, value in values.items():
        setattr(character, name, value)
    if values:
        character.save(update_fields=list(values))


def _must_see_its_book(by: User, values: Mapping[str, Any]) -> None:
    book = values.get("lorebook")
    if book is not None:
        must_see_book(by, book.pk)


def _character(by: User, character_id: int) -> Character:
    world_id = Character.objects.filter(pk=character_id).values_list("world_id", flat=True).first()
    if world_id is None:
        raise not_found()
    world_to_edit(by, world_id)
    return Character.objects.select_related("lorebook").get(pk=character_id)


@transaction.atomic
def update_character(
    *,
    by: User,
    character_id: int,
    expected_version: int,
    portrait: bytes | None = None,
    **values: Any,
) -> Character:
    """Change a character that is still at the version its fields were read from.

    Raises:
        ActionRefused: "not_found", "not_yours", "key_taken", "edit_conflict", "invalid",
            "bad_picture".
    """
    character = _character(by, character_id)
    must_be_at(character, expected_version, values)
    others = Character.objects.filter(world_id=character.world_id).exclude(pk=character.pk)
    if others.filter(key=values.get("key", "")).exists():
        raise key_taken(values["key"])
    if values.get("lorebook") != character.lorebook:
        _must_see_its_book(by, values)
    said, rest = split_columns("characters", values)
    update_part(
        by=by,
        world_id=character.world_id,
        part="characters",
        key=character.key,
        values=said,
    )
    character.refresh_from_db()
    put(character, rest)
    set_picture(character, "portrait", portrait)
    return character


@transaction.atomic
def delete_character(*, by: User, character_id: int) -> None:
    """Take a character out of its world; stories keep their copy.

    Raises:
        ActionRefused: "not_found", "not_yours", "in_use" (409) while it has things.
    """
    character = _character(by, character_id)
    delete_part(by=by, world_id=character.world_id, part="characters", key=character.key)
