"""Brings a demo book up to date that still says what an earlier edition said, and a demo world that
has no map yet; stories keep the revision they pinned, and their copies.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, override

from worldbook.actions.publishing import publish_whole_book
from worldbook.actions.world_documents import save_world_document
from worldbook.demo.editions import EDITIONS, edition
from worldbook.demo.files import DemoWorld
from worldbook.models import Lorebook, Revision, World
from worldbook.queries.books import draft_book, revision_book
from worldbook.queries.world_document import read_world_document
from worldbook.rules.entries import book_to_json
from worldbook.rules.world_document import whole_document
from worldbook.rules.world_document.parts import CARD


@transaction.atomic
def renew_book(demo: DemoWorld) -> bool:
    """Publish the demo's book as the next revision, unless somebody wrote in it; whether it was."""
    rows = Lorebook.objects.select_for_update(of=("self",)).select_related("owner")
    book = rows.filter(key=demo.book.key).first()
    if book is None or not _untouched(book, demo):
        return False
    with override(demo.book.language):
        note = gettext("A new edition of the demo.")
    publish_whole_book(
        by=book.owner,
        book_id=book.pk,
        expected_revision=book.latest_revision,
        body=book_to_json(demo.book),
        note=note,
    )
    return True


LAWS = ("regions", "locations", "exits", "slots", "items", "variables", "checks")
_BEGINNINGS = ("location", "item_changes", "variable_values")


@transaction.atomic
def furnish_world(demo: DemoWorld) -> bool:
    """Give a world that an earlier release loaded its map, things and rules; whether it was.

    Only where it has none of its own, and its cast is the demo's; its texts stay as they are.
    """
    world = World.objects.select_related("owner").filter(key=demo.key).first()
    if world is None:
        return False
    said = read_world_document(world).document
    told = whole_document(demo.document)
    cast = {row["key"] for row in said["characters"]}
    if any(said[part] for part in LAWS) or cast != {row["key"] for row in told["characters"]}:
        return False
    lives = {row["key"]: row for row in demo.document["characters"]}
    openings = {row["key"]: row for row in told["openings"]}
    had = {row["key"] for row in said["openings"]}
    document = {
        **said,
        **{part: told[part] for part in LAWS},
        "world": said["world"] | dict(demo.parts["world"]),
        "characters": [row | _life(lives[row["key"]]) for row in said["characters"]],
        "openings": [_begun(row, openings) for row in said["openings"]]
        + [row for row in told["openings"] if row["key"] not in had],
    }
    save_world_document(by=world.owner, world_id=world.pk, document=document)
    return True


def _life(card: Mapping[str, Any]) -> dict[str, Any]:
    """What a character begins with, without the fields of its card."""
    return {name: value for name, value in card.items() if name not in ("key", "name", *CARD)}


def _begun(row: Mapping[str, Any], told: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """An opening, where it is one of the demo's with the place and the things it begins with."""
    found = told.get(row["key"])
    return dict(row) if found is None else dict(row) | {name: found[name] for name in _BEGINNINGS}


def _untouched(book: Lorebook, demo: DemoWorld) -> bool:
    """Whether draft and latest revision say what another edition than the present one said."""
    latest = Revision.objects.filter(book=book, number=book.latest_revision).first()
    if latest is None:
        return False
    published = replace(revision_book(latest), revision=0)
    known = edition(latest.body) in EDITIONS[demo.book.key]
    return known and draft_book(book.pk) == published != demo.book
