"""What tests begin with: small functions that make rows with sensible values."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import Group

from worldbook.models import Character, Lorebook, Opening, Revision, User, World
from worldbook.rules.entries import Book, Entry, book_to_json

_numbers = itertools.count(1)
PASSWORD = "a long enough password"


def make_user(name: str = "", *, roles: Sequence[str] = ("player",), **fields: Any) -> User:
    """Make an account in these groups; authors and administrators are staff."""
    number = next(_numbers)
    staff = bool({"author", "administrator", "moderator"} & set(roles))
    fields = {"is_staff": staff} | fields
    user = User.objects.create_user(name or f"user{number}", password=PASSWORD, **fields)
    user.groups.set([Group.objects.get_or_create(name=role)[0] for role in roles])
    return user


def make_entry(key_id: str = "", **fields: Any) -> Entry:
    """Make an entry value; without keys it is found by its key id's words."""
    key_id = key_id or f"entry-{next(_numbers)}"
    defaults = {"title": key_id, "content": f"About {key_id}.", "keys": (key_id,)}
    return replace(Entry(key_id=key_id), **(defaults | fields))


def make_book(
    owner: User | None = None, *, entries: Sequence[Entry] = (), **fields: Any
) -> Lorebook:
    """Make a lorebook; with `entries` it is published as revision 1 with them."""
    number = next(_numbers)
    defaults = {"key": f"book-{number}", "name": f"Book {number}"}
    book = Lorebook.objects.create(
        owner=owner or make_user(roles=["author"]), **(defaults | fields)
    )
    if entries:
        make_revision(book, entries)
    return book


def make_revision(book: Lorebook, entries: Sequence[Entry] = (), **book_fields: Any) -> Revision:
    """Publish these entries as the book's next revision, without the action's checks."""
    book.latest_revision += 1
    book.save(update_fields=["latest_revision"])
    value = replace(Book(key=book.key, name=book.name, entries=tuple(entries)), **book_fields)
    return Revision.objects.create(
        book=book,
        number=book.latest_revision,
        body=book_to_json(value),
        content_hash=f"{next(_numbers):064x}",
        entry_count=len(entries),
    )


def make_world(owner: User | None = None, **fields: Any) -> World:
    """Make a world that is not open to its players."""
    number = next(_numbers)
    defaults = {
        "key": f"world-{number}",
        "name": f"World {number}",
        "language": "en",
        "open_to_players": False,
    }
    return World.objects.create(owner=owner or make_user(roles=["author"]), **(defaults | fields))


def make_character(world: World | None = None, **fields: Any) -> Character:
    """Make a character of a world."""
    world = world or make_world()
    number = next(_numbers)
    defaults = {"key": f"character-{number}", "name": f"Character {number}"}
    return Character.objects.create(world=world, **(defaults | fields))


def make_opening(world: World | None = None, **fields: Any) -> Opening:
    """Make an opening of a world with one character and a greeting."""
    world = world or make_world()
    number = next(_numbers)
    defaults = {
        "key": f"opening-{number}",
        "name": f"Opening {number}",
        "greeting": "Good evening.",
    }
    return Opening.objects.create(world=world, **(defaults | fields))
