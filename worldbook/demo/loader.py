"""Puts the demo worlds and the demo account into the tables, once.

What is there already is left as it is: a world whose key exists is skipped whole, so nothing
that somebody edited or removed comes back or changes.
"""

import hashlib
import json
import os
import secrets
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Group
from django.db import transaction

from worldbook.demo.files import DemoWorld, read_demo_worlds
from worldbook.models import (
    CardFields,
    Character,
    Entry,
    Lorebook,
    Opening,
    OpeningCharacter,
    OpeningPin,
    Revision,
    User,
    Visibility,
    World,
)
from worldbook.rules.entries import Book, book_to_json, entry_to_json

ACCOUNT = "demo"
ACCOUNT_FILE = "demo-account.txt"
CARD_FIELDS = tuple(
    field.name for field in CardFields._meta.get_fields() if field.name != "portrait"
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a run did: the password if the account is new, and the names of new worlds."""

    password: str | None
    worlds: tuple[str, ...]


def load_demo(var_dir: Path) -> Loaded:
    """Make the account and the worlds that are not there yet; the password is kept in `var_dir`."""
    user, password = _account(var_dir)
    added = tuple(str(demo.world["name"]) for demo in read_demo_worlds() if _load_world(demo, user))
    return Loaded(password=password, worlds=added)


def _account(var_dir: Path) -> tuple[User, str | None]:
    """The demo account, and its password where it was made just now."""
    existing = User.objects.filter(username=ACCOUNT).first()
    if existing is not None:
        return existing, None
    password = secrets.token_urlsafe(12)
    with transaction.atomic():
        user = User.objects.create_user(username=ACCOUNT, password=password, is_staff=True)
        user.groups.set(Group.objects.filter(name__in=("author", "player")))
        _keep_password(var_dir / ACCOUNT_FILE, password)
    return user, password


def _keep_password(path: Path, password: str) -> None:
    """Write name and password to a file that only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(handle, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"{ACCOUNT} {password}\n")


@transaction.atomic
def _load_world(demo: DemoWorld, owner: User) -> bool:
    """Add one world with its book, cast and openings; False where the key is taken."""
    told = demo.world
    if World.objects.filter(key=demo.key).exists():
        return False
    world = World.objects.create(
        owner=owner,
        visibility=Visibility.PUBLIC,
        **{name: told[name] for name in ("key", "language", "name", "description")},
    )
    book = _load_book(demo.book, owner)
    cast = {
        card["key"]: _load_character(world, card, place, book)
        for place, card in enumerate(told["characters"])
    }
    for place, opening in enumerate(told["openings"]):
        _load_opening(world, opening, place, cast, book)
    return True


def _load_book(book: Book, owner: User) -> Lorebook:
    """The book's row, its draft, and the first revision."""
    kept = {"entries", "source", "revision", "tags"}
    values: dict[str, Any] = {
        field.name: getattr(book, field.name) for field in fields(Book) if field.name not in kept
    }
    row = Lorebook.objects.create(
        owner=owner, visibility=Visibility.PUBLIC, tags=list(book.tags), **values
    )
    for entry in book.entries:
        told = entry_to_json(entry)
        Entry.objects.create(book=row, **{key: told[key] for key in told if key != "source_id"})
    body = book_to_json(book)
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    Revision.objects.create(
        book=row,
        number=1,
        body=body,
        content_hash=digest,
        entry_count=len(book.entries),
        published_by=owner,
    )
    Lorebook.objects.filter(pk=row.pk).update(latest_revision=1)
    return row


def _load_character(world: World, card: dict[str, Any], place: int, book: Lorebook) -> Character:
    """One character of the world; fields the file leaves out keep their defaults."""
    values = {name: card[name] for name in CARD_FIELDS if name in card}
    return Character.objects.create(world=world, place=place, lorebook=book, **values)


def _load_opening(
    world: World, told: dict[str, Any], place: int, cast: dict[str, Character], book: Lorebook
) -> None:
    """One opening with its cast, first speaker first, and the book it pins at its latest."""
    names = {field.name for field in Opening._meta.get_fields() if field.concrete}
    opening = Opening.objects.create(
        world=world, place=place, **{name: told[name] for name in names & told.keys()}
    )
    for position, key in enumerate(told["characters"]):
        OpeningCharacter.objects.create(opening=opening, character=cast[key], place=position)
    OpeningPin.objects.create(opening=opening, book=book)
