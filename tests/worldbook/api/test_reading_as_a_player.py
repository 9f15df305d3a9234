"""What a player reads of a book by the API: their part of it, by whatever door they ask (WB-37)."""

import json

import pytest

from tests.factories import (
    make_book,
    make_character,
    make_entry,
    make_revision,
    make_user,
    make_world,
)
from tests.worldbook.api.doors import BOOKS, send

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-37", "WB-37a", "AD-2")]

SECRET, NOTE = "the regent is the thief", "turn this upside down later"
FOUND = {"variable": {"of": {"kind": "world"}, "variable": "found", "op": "==", "value": True}}
LORE = [
    make_entry("open", constant=True, content="The gate is copper.", comment=NOTE),
    make_entry("planned", constant=True, audience=("planner",), content=SECRET),
    make_entry("waits", constant=True, content=SECRET, conditions=FOUND),
]
DOORS = (
    "revisions/1/",
    "exports/?state=1",
    "exports/native/?state=1",
    "exports/sillytavern/?state=1",
    "exports/card/?state=1",
    "lint/?state=1",
    "diff/?before=0&after=1",
    "diff/?before=1&after=2",
)


@pytest.fixture
def book():
    made = make_book(entries=LORE, visibility="public")
    changed = [make_entry("open", content="The gate is iron."), *LORE[1:]]
    changed[1] = make_entry("planned", audience=("planner",), content=f"{SECRET}, at night")
    make_revision(made, changed)
    return made


def told(client, book, door):
    answer = client.get(f"{BOOKS}{book.pk}/{door}")
    assert answer.status_code == 200, door
    return answer.content.decode()


@pytest.mark.parametrize("shared", [False, True])
def test_a_player_reads_what_is_for_players_by_every_door(client, book, shared):
    player = make_user()
    if shared:
        book.shares.create(user=player, access="read")
    client.force_login(player)
    for door in DOORS:
        said = told(client, book, door)
        assert not [word for word in (SECRET, NOTE, "planned", "waits") if word in said], door
    assert "copper" in told(client, book, "revisions/1/")
    assert "iron" in told(client, book, "diff/?before=1&after=2")


def test_authors_and_who_may_edit_read_all(client, book):
    editor = make_user()
    book.shares.create(user=editor, access="edit")
    for user in (book.owner, make_user(roles=["author"]), editor):
        client.force_login(user)
        assert SECRET in told(client, book, "revisions/1/")
        assert SECRET in told(client, book, "exports/native/?state=1")


def test_a_revision_that_was_published_closed_is_not_read(client, book):
    make_revision(book, LORE, players_may_read=False)
    client.force_login(make_user())
    for door in ("revisions/3/", "exports/native/?state=3", "lint/?state=3", "diff/?after=3"):
        assert client.get(f"{BOOKS}{book.pk}/{door}").status_code == 404, door


@pytest.mark.parametrize("shared", [False, True])
def test_a_state_of_ones_own_making_opens_nothing(client, book, shared):
    player = make_user()
    if shared:
        book.shares.create(user=player, access="read")
    client.force_login(player)
    state = {"variables": [{"kind": "world", "variable": "found", "value": True}]}
    answer = send(
        client,
        "POST",
        "/api/worldbook/select/",
        book=book.pk,
        revision=1,
        state=state,
        all=True,
        chat={"messages": [{"role": "user", "content": "waits"}]},
    )
    assert answer.status_code == 200
    found = answer.json()
    assert [item["key_id"] for item in found["selected"]] == ["open"]
    assert SECRET not in json.dumps(found)


def test_a_players_card_is_not_exported_by_players(client, book):
    person = make_character(
        make_world(visibility="public"), lorebook=book, name="Regent", description=SECRET
    )
    address = f"{BOOKS}{book.pk}/exports/card/?character={person.pk}"
    client.force_login(make_user())
    assert client.get(address).status_code == 404
    client.force_login(make_user(roles=["author"]))
    assert SECRET in client.get(address).content.decode()


def test_recorded_turns_are_for_those_who_read_all_of_the_book(client, book):
    player, author, editor = make_user(), make_user(roles=["author"]), make_user()
    for user, access in ((player, "read"), (author, "read"), (editor, "edit")):
        book.shares.create(user=user, access=access)
    for user, status in ((player, 404), (author, 200), (editor, 200), (book.owner, 200)):
        client.force_login(user)
        for door in ("turns/", "turns/compare/?before=1&after=draft"):
            assert client.get(f"{BOOKS}{book.pk}/{door}").status_code == status, door
