"""Making, changing and deleting worlds."""

from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.compare import must_be_at, put
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import must_author, must_own, world_to_edit
from worldbook.actions.pictures import clean_picture
from worldbook.actions.world_columns import split_columns
from worldbook.actions.world_documents import refuse_faults
from worldbook.actions.world_parts import Put, edit_world
from worldbook.models import User, World
from worldbook.queries.naming import free_world_key
from worldbook.queries.world_document import read_world_document
from worldbook.rules.world_document import document_faults

OWNER_FIELDS = ("owner", "visibility")


def key_taken(key: str) -> ActionRefused:
    """The answer where something else has that key."""
    return ActionRefused("key_taken", _("The key “%(key)s” is taken.") % {"key": key})


def set_picture(row: Any, field: str, data: bytes | None) -> None:
    """Keep an uploaded picture, re-encoded; empty bytes take the picture away, None leaves it.

    Raises:
        ActionRefused: "bad_picture" (400).
    """
    if data is None:
        return
    if not data:
        getattr(row, field).delete(save=False)
    else:
        picture = clean_picture(data)
        getattr(row, field).save(
            f"{row.key}.{picture.extension}", ContentFile(picture.data), save=False
        )
    row.version += 1
    row.save(update_fields=[field, "version"])


@transaction.atomic
def create_world(
    *, by: User, owner: User | None = None, cover: bytes | None = None, **values: Any
) -> World:
    """Make a world; without a `key`, one is made from the name.

    Raises:
        ActionRefused: "not_author" (403), "key_taken" (409), "invalid" (400),
            "bad_picture" (400).
    """
    must_author(by)
    values["key"] = values.get("key") or free_world_key(str(values.get("name", "")))
    if World.objects.filter(key=values["key"]).exists():
        raise key_taken(values["key"])
    world = World.objects.create(owner=owner or by, **values)
    refuse_faults(document_faults(read_world_document(world).document))
    set_picture(world, "cover", cover)
    return world


@transaction.atomic
def update_world(
    *, by: User, world_id: int, expected_version: int, cover: bytes | None = None, **values: Any
) -> World:
    """Change a world that is still at the version its fields were read from.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_owner", "key_taken", "edit_conflict",
            "invalid", "bad_picture".
    """
    world = world_to_edit(by, world_id)
    if any(name in values and values[name] != getattr(world, name) for name in OWNER_FIELDS):
        must_own(by, world)
    must_be_at(world, expected_version, values)
    if World.objects.filter(key=values.get("key", "")).exclude(pk=world.pk).exists():
        raise key_taken(values["key"])
    said, others = split_columns("world", values)
    edit_world(by=by, world_id=world.pk, edits=[Put("world", said)])
    world.refresh_from_db()
    put(world, others)
    set_picture(world, "cover", cover)
    return world


@transaction.atomic
def delete_world(*, by: User, world_id: int) -> None:
    """Delete a world with its characters and openings; stories keep their copies.

    Raises:
        ActionRefused: "not_found", "not_yours", "not_owner".
    """
    world = world_to_edit(by, world_id)
    must_own(by, world)
    world.delete()
