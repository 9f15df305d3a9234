"""A story begins while its world is edited: it gets the world as it was or as it is, never both."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, connections, transaction

from sessions_app.models import Session
from sessions_app.queries.world import read_world
from tests.factories import make_user
from tests.sessions_app.actions.test_beginning import a_house, begin_in
from tests.sessions_app.actions.test_turn_writes_at_once import BLOCKED_BY_US
from tests.sessions_app.stories import make_scenario
from worldbook.actions.world_documents import create_world_document, save_world_document
from worldbook.models import Location

pytestmark = pytest.mark.django_db(transaction=True)


def meanwhile(first: Callable[[], object], late: Callable[[], object]) -> None:
    """Run `first` and, before it is committed, `late`, which has to wait for it."""

    def run() -> None:
        try:
            late()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        first()
        thread.start()
        assert waits_for_us(thread)
    thread.join(20)
    assert not thread.is_alive()


def waits_for_us(thread: threading.Thread) -> bool:
    until = time.monotonic() + 20
    while time.monotonic() < until and thread.is_alive():
        with connection.cursor() as cursor:
            cursor.execute(BLOCKED_BY_US)
            (waits,) = cursor.fetchone()
        if waits:
            return True
    return False


def test_who_begins_during_an_edit_waits_and_gets_all_of_it() -> None:
    make_scenario()
    author = make_user(roles=["author"])
    world = create_world_document(by=author, document=a_house())
    edited = a_house()
    edited["locations"].append({"key": "yard", "name": "Yard"})
    edited["characters"][1]["location"] = "yard"
    meanwhile(
        lambda: save_world_document(by=author, world_id=world.pk, document=edited),
        lambda: begin_in(author, world),
    )
    state = read_world(Session.objects.get().pk)
    assert "yard" in state.things.locations
    assert state.things.characters["mira"] == "hall"


def test_an_edit_during_a_beginning_waits_and_does_not_reach_the_story() -> None:
    make_scenario()
    author = make_user(roles=["author"])
    world = create_world_document(by=author, document=a_house())
    edited = a_house()
    edited["locations"].append({"key": "yard", "name": "Yard"})
    meanwhile(
        lambda: begin_in(author, world),
        lambda: save_world_document(by=author, world_id=world.pk, document=edited),
    )
    assert Location.objects.filter(world=world, key="yard").exists()
    assert "yard" not in read_world(Session.objects.get().pk).things.locations
