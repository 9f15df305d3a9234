"""Puts the demo worlds and the demo account into the tables, once, and keeps untouched books new.

What is there already is left as it is: a world is skipped whole where its key or its book's key
is taken, so nothing that somebody edited changes or comes back. Only a book in which nobody has
written since it was loaded gets a later edition, as its next revision.
"""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from worldbook.actions.accounts import create_account
from worldbook.actions.books import create_book
from worldbook.actions.characters import create_character
from worldbook.actions.openings import PinWish, create_opening, set_cast, set_pins
from worldbook.actions.publishing import publish_whole_book
from worldbook.actions.worlds import create_world
from worldbook.demo.files import COVER, DemoWorld, read_demo_worlds
from worldbook.demo.renewing import renew_book
from worldbook.models import Lorebook, User, Visibility, World
from worldbook.rules.entries import book_to_json

ACCOUNT = "demo"
ACCOUNT_FILE = "demo-account.txt"
NOT_CARD_FIELDS = ("portrait",)
NOT_OPENING_FIELDS = ("characters",)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a run did: the password if the account is new, names of new worlds and renewed books."""

    password: str | None
    worlds: tuple[str, ...]
    books: tuple[str, ...] = ()


def load_demo(var_dir: Path) -> Loaded:
    """Make the account and the worlds that are not there yet; the password is kept in `var_dir`.

    Books of worlds that are there are renewed where nobody has written in them.
    """
    user, password = _account(var_dir)
    demos = read_demo_worlds()
    there = {demo.key: _is_there(demo) for demo in demos}
    for demo in demos:
        if not there[demo.key]:
            _load_world(demo, user)
    renewed = [demo.book.name for demo in demos if there[demo.key] and renew_book(demo)]
    missing = [str(demo.world["name"]) for demo in demos if not there[demo.key]]
    return Loaded(password, tuple(missing), tuple(renewed))


def _account(var_dir: Path) -> tuple[User, str | None]:
    """The demo account, and its password where it was made just now."""
    existing = User.objects.filter(username=ACCOUNT).first()
    if existing is not None:
        return existing, None
    password = secrets.token_urlsafe(12)
    with transaction.atomic():
        user = create_account(username=ACCOUNT, password=password, roles=("author", "player"))
        _keep_password(var_dir / ACCOUNT_FILE, password)
    return user, password


def _keep_password(path: Path, password: str) -> None:
    """Write name and password to a file that only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(handle, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"{ACCOUNT} {password}\n")


def _is_there(demo: DemoWorld) -> bool:
    """Whether the world or its book has been loaded before."""
    worlds = World.objects.filter(key=demo.key)
    return worlds.exists() or Lorebook.objects.filter(key=demo.book.key).exists()


@transaction.atomic
def _load_world(demo: DemoWorld, by: User) -> None:
    """Add one world with its published book, its cast and its openings."""
    told = demo.world
    world = create_world(
        by=by,
        visibility=Visibility.PUBLIC,
        cover=demo.picture(COVER),
        **{name: told[name] for name in ("key", "language", "name", "description")},
    )
    book = _load_book(demo, by)
    cast: dict[str, int] = {}
    for card in told["characters"]:
        values = {name: value for name, value in card.items() if name not in NOT_CARD_FIELDS}
        portrait = demo.picture(card["key"])
        character = create_character(by=by, world_id=world.pk, portrait=portrait, **values)
        cast[card["key"]] = character.pk
    for opening in told["openings"]:
        _load_opening(world, opening, cast, book, by)


def _load_book(demo: DemoWorld, by: User) -> Lorebook:
    """The book with its draft and its first revision."""
    book = create_book(by=by, visibility=Visibility.PUBLIC, key=demo.book.key, name=demo.book.name)
    publish_whole_book(by=by, book_id=book.pk, expected_revision=0, body=book_to_json(demo.book))
    return book


def _load_opening(
    world: World, told: Mapping[str, Any], cast: Mapping[str, int], book: Lorebook, by: User
) -> None:
    """One opening with its cast, first speaker first, and the book it pins at its latest."""
    values = {name: value for name, value in told.items() if name not in NOT_OPENING_FIELDS}
    opening = create_opening(by=by, world_id=world.pk, **values)
    ids = [cast[key] for key in told["characters"]]
    set_cast(by=by, opening_id=opening.pk, character_ids=ids)
    set_pins(by=by, opening_id=opening.pk, pins=[PinWish(book.pk)])
