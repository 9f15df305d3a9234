"""Stories to measure: made by the same actions as anybody's, in the process of the site measured."""

import json
import secrets
import sys
import time
from typing import Any

from django.conf import settings
from django.test import Client

from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.models import ModelRoute, Provider, Scenario
from worldbook.actions.accounts import create_account
from worldbook.actions.books import create_book
from worldbook.actions.characters import create_character
from worldbook.actions.openings import PinWish, create_opening, set_cast, set_pins
from worldbook.actions.publishing import body_hash
from worldbook.actions.worlds import create_world
from worldbook.management.bench_books import make_case
from worldbook.models import IndexBuild, Lorebook, Revision, User
from worldbook.rules.entries import book_to_json

INDEX_SECONDS = 600


def print_set_up(wishes: str) -> None:
    """What `set_up` makes of wishes in JSON, printed as one line of JSON."""
    sys.stdout.write(json.dumps(set_up(**json.loads(wishes))) + "\n")


def set_up(*, stories: int, entries: int, delay_ms: float, strategy: str = "") -> dict[str, Any]:
    """Make an account with stories in scenario worldbook, told with that delay between words.

    All of them pin one book of `entries` entries; a `strategy` takes the place of the scenario's,
    and a book that is searched by meaning is indexed when this returns. Returns the sign-in
    `cookie`, the `stories` (ids), and `messages`: texts of 100 words, of which the last one names
    entries of the book.
    """
    _tell_with(delay_ms)
    if strategy:
        Scenario.objects.filter(pk="worldbook").update(strategy=strategy)
    by = create_account(username="bench", password=None, roles=("author", "player"))
    case = make_case(language="en", entries=entries, recursion=True)
    opening = _opening(by, book_to_json(case.book))
    keys = [secrets.token_hex(8) for _ in range(stories)]
    made = [
        start_story(by=by, key=key, opening_id=opening, wishes=StartWishes()).pk for key in keys
    ]
    _until_indexed()
    said = [message.content for message in case.request.messages if message.role == "user"]
    client = Client()
    client.force_login(by)
    return {
        "cookie": client.cookies[settings.SESSION_COOKIE_NAME].OutputString(attrs=[]),
        "stories": made,
        "messages": [*said, case.request.query],
    }


def _tell_with(delay_ms: float) -> None:
    """Set the storyteller's delay between words."""
    provider, _ = Provider.objects.update_or_create(
        name="storyteller",
        defaults={
            "kind": "storyteller", "options": {"delay_ms": delay_ms}, "max_concurrent": 1000
        },
    )  # fmt: skip
    ModelRoute.objects.update_or_create(
        role="actor",
        name="default",
        defaults={"provider": provider, "model": "storyteller", "context_window": 32_000},
    )


def _until_indexed() -> None:
    """Wait for the indexes that the stories asked for."""
    until = time.monotonic() + INDEX_SECONDS
    while IndexBuild.objects.filter(state=IndexBuild.State.BUILDING).exists():
        if time.monotonic() > until:
            raise RuntimeError(f"the book was not indexed in {INDEX_SECONDS} s")
        time.sleep(1)


def _publish(book: Lorebook, body: dict[str, Any]) -> None:
    """The first revision, put there as it is: nothing is indexed while something is measured."""
    digest, count = body_hash(body), len(body["entries"])
    Revision.objects.create(book=book, number=1, body=body, content_hash=digest, entry_count=count)
    Lorebook.objects.filter(pk=book.pk).update(latest_revision=1)


def _opening(by: User, body: dict[str, Any]) -> int:
    """An opening with one character and one book; its id."""
    book = create_book(by=by, key="bench", name="Bench")
    _publish(book, body | {"key": book.key, "name": book.name, "revision": 1})
    world = create_world(by=by, key="bench", name="Bench", description="", language="en")
    guard = create_character(by=by, world_id=world.pk, key="guard", name="Mira")
    opening = create_opening(by=by, world_id=world.pk, name="Bench", greeting="Good evening.")
    set_cast(by=by, opening_id=opening.pk, character_ids=[guard.pk])
    set_pins(by=by, opening_id=opening.pk, pins=[PinWish(book.pk)])
    return int(opening.pk)
