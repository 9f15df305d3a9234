"""The page that checks a world, and who is told what of the books that it pins."""

import pytest
from django.urls import reverse

from tests.factories import (
    make_book,
    make_character,
    make_entry,
    make_opening,
    make_user,
    make_world,
)
from worldbook.models import Location, OpeningPin, Routine
from worldbook.queries.world_lint import findings_of_world

pytestmark = pytest.mark.django_db


def make(author, owner_of_book=None):
    world = make_world(author)
    for at, key in enumerate(("hall", "yard")):
        Location.objects.create(world=world, key=key, name=key.title(), position=at)
    lost = make_entry("lost", conditions={"place": {"who": "player", "at": "cellar"}})
    found = make_entry("found", conditions={"place": {"who": "player", "at": "hall"}})
    book = make_book(owner_of_book or author, key="lore", entries=[lost, found])
    for name in ("morning", "night"):
        OpeningPin.objects.create(opening=make_opening(world, key=name), book=book)
    return world


def page(client, world):
    return client.get(reverse("admin:worldbook_world_check", args=[world.pk]))


@pytest.mark.spec("CO-3", "IT-9")
def test_what_lint_finds_is_shown_with_the_way_to_its_row(client):
    author = make_user(roles=["author"])
    client.force_login(author)
    world = make(author)
    make_character(world, key="mira", name="Mira")
    shown = page(client, world)
    assert shown.status_code == 200
    said = {(item["title"], str(item["field"])) for item in shown.context["findings"]}
    assert ("Hall", "place") in said
    assert ("Mira", "character") in said
    bare = [item for item in shown.context["findings"] if "has no characters" in item["text"]]
    assert len(bare) == 2
    assert all(item["url"].startswith("/admin/worldbook/opening/") for item in bare)
    (book,) = [item for item in shown.context["findings"] if "“cellar”" in item["text"]]
    assert book["url"].startswith("/admin/worldbook/opening/")
    assert shown.context["errors"]
    assert shown.context["warnings"]


@pytest.mark.spec("CO-3")
def test_a_pinned_book_is_looked_into_once_and_only_for_who_may_read_it():
    author, other = make_user(roles=["author"]), make_user(roles=["author"])
    world = make(author, owner_of_book=other)
    assert [f["code"] for f in findings_of_world(other, world)].count("unknown_in_book") == 1
    assert "unknown_in_book" not in [f["code"] for f in findings_of_world(author, world)]


def test_what_the_next_change_would_refuse_is_an_error(client):
    author = make_user(roles=["author"])
    client.force_login(author)
    world = make_world(author)
    Routine.objects.create(character=make_character(world), start="8", end="9")
    shown = page(client, world)
    titles = [item["title"] for item in shown.context["findings"]]
    assert "characters[0].routines[0].start" in titles
    assert shown.context["errors"] == 1


def test_a_world_of_somebody_else_is_not_checked(client):
    client.force_login(make_user(roles=["author"]))
    assert page(client, make_world(make_user(roles=["author"]))).status_code == 404
