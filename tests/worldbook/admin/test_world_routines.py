"""The page that tells where everyone of a world is."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_character, make_user, make_world
from worldbook.models import Location, Routine

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(client):
    author = make_user(roles=["author"])
    client.force_login(author)
    world = make_world(author, zone="Europe/Berlin", starting_time="2026-03-28T14:00")
    square, forge, inn = (
        Location.objects.create(world=world, key=key, name=key.title(), position=at)
        for at, key in enumerate(("square", "forge", "inn"))
    )
    smith = make_character(world, key="smith", name="Smith", location=square, place=0)
    make_character(world, key="idler", name="Idler", location=inn, place=1)
    make_character(world, key="ghost", name="Ghost", place=2, condition="away")
    windows = (
        ("08:00", "12:00", forge, "works"),
        ("12:00", "15:00", None, "rests"),
        ("22:00", "06:00", square, "sleeps"),
    )
    for at, (start, end, place, activity) in enumerate(windows):
        Routine.objects.create(
            character=smith, position=at, start=start, end=end, location=place, activity=activity
        )
    return world


def page(client, world, **query):
    return client.get(reverse("admin:worldbook_world_day", args=[world.pk]), query)


def together(found):
    return [
        (group["place"], [(person["name"], person["activity"]) for person in group["people"]])
        for group in found.context["together"]
    ]


@pytest.mark.spec("AG-1")
def test_where_everyone_is_at_two_in_the_afternoon(client, world):
    found = page(client, world)
    assert found.status_code == 200
    assert found.context["time"] == "14:00"
    assert together(found) == [
        ("Square", [("Smith", "rests")]),
        ("Inn", [("Idler", "")]),
        ("nowhere", [("Ghost", "")]),
    ]
    assert "Where everyone is at 14:00" in found.content.decode()
    assert together(page(client, world, at="2026-03-28T09:00"))[0] == (
        "Forge",
        [("Smith", "works")],
    )


@pytest.mark.spec("AG-1")
def test_the_day_is_drawn_as_shares_of_its_hours(client, world):
    found = page(client, world)
    smith = found.context["people"][0]
    assert [(bar["label"], bar["left"]) for bar in smith["bars"]] == [
        ("sleeps", 0.0),
        ("works", 33.333),
        ("rests", 50.0),
        ("sleeps", 91.667),
    ]
    assert found.context["marker"] == 58.333
    assert found.context["people"][2]["condition"] == "away"


@pytest.mark.spec("TM-10")
@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25)])
def test_each_real_hour_of_a_day_leads_to_itself(client, world, day, hours):
    found = page(client, world, at=f"{day}T12:00")
    shown = found.context["hours"]
    assert len(shown) == hours
    for hour in shown:
        there = client.get(f"{found.request['PATH_INFO']}?{hour['query']}")
        assert there.context["marker"] == hour["left"]


def test_a_day_that_cannot_be_read_is_told(client, world):
    found = page(client, world, at="soon")
    assert found.context["looked"].fault
    assert found.context["time"] == "14:00"


def test_how_many_people_there_are_costs_no_more_queries(client, world, django_assert_num_queries):
    page(client, world)
    with CaptureQueriesContext(connection) as few:
        page(client, world)
    for number in range(3):
        one = make_character(world, location=Location.objects.get(world=world, key="inn"))
        Routine.objects.create(character=one, position=number, start="08:00", end="09:00")
    with django_assert_num_queries(len(few)):
        page(client, world)
