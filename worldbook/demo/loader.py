"""Puts the demo worlds and the demo account into the tables, once, and keeps untouched books new.

What is there already is left as it is: a world is skipped whole where its key or its book's key
is taken, so nothing that somebody edited changes or comes back. Only a book in which nobody has
written since it was loaded gets a later edition, as its next revision, and a world without a map
gets the demo's.
"""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from worldbook.actions.accounts import create_account
from worldbook.actions.books import create_book
from worldbook.actions.publishing import publish_whole_book
from worldbook.actions.world_documents import create_world_document
from worldbook.actions.worlds import set_picture
from worldbook.demo.files import COVER, DemoWorld, read_demo_worlds
from worldbook.demo.renewing import furnish_world, renew_book
from worldbook.models import Lorebook, User, Visibility, World
from worldbook.rules.entries import book_to_json

ACCOUNT = "demo"
ACCOUNT_FILE = "demo-account.txt"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a run did: the password if the account is new, and names.

    `worlds` are new, `books` were renewed, `furnished` are worlds of an earlier release that have
    got their map, things and rules.
    """

    password: str | None
    worlds: tuple[str, ...]
    books: tuple[str, ...] = ()
    furnished: tuple[str, ...] = ()


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
    furnished = [
        str(demo.world["name"]) for demo in demos if there[demo.key] and furnish_world(demo)
    ]
    missing = [str(demo.world["name"]) for demo in demos if not there[demo.key]]
    return Loaded(password, tuple(missing), tuple(renewed), tuple(furnished))


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
    """Add one world with its published book, its map and things, its cast and its openings."""
    _load_book(demo, by)
    world = create_world_document(by=by, document=demo.document, visibility=Visibility.PUBLIC)
    set_picture(world, "cover", demo.picture(COVER))
    for character in world.characters.all():
        set_picture(character, "portrait", demo.picture(character.key))


def _load_book(demo: DemoWorld, by: User) -> None:
    """The book with its draft and its first revision."""
    book = create_book(by=by, visibility=Visibility.PUBLIC, key=demo.book.key, name=demo.book.name)
    publish_whole_book(by=by, book_id=book.pk, expected_revision=0, body=book_to_json(demo.book))
