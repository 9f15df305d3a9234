"""The calendar page of a world."""

import pytest
from django.urls import reverse

from tests.factories import make_user, make_world

pytestmark = pytest.mark.django_db

FESTIVALS = {
    "Salt Fair": {"range": {"from": "03-28", "to": "03-30"}},
    "Leap Night": {"dates": ["02-29"]},
}
NAMES = {
    "months": [f"Month {sign}" for sign in "ABCDEFGHIJKL"],
    "weekdays": [f"Day {sign}" for sign in "ABCDEFG"],
    "era": "AE",
    "year_offset": -800,
}


@pytest.fixture
def author(client):
    author = make_user(roles=["author"])
    client.force_login(author)
    return author


def make(author, **fields):
    values = {"zone": "Europe/Berlin", "starting_time": "1312-03-28T21:40", "festivals": FESTIVALS}
    return make_world(author, **(values | fields))


def page(client, world, **query):
    return client.get(reverse("admin:worldbook_world_calendar", args=[world.pk]), query)


@pytest.mark.spec("TM-8", "TM-11")
def test_the_month_of_the_worlds_beginning_with_its_festivals(client, author):
    found = page(client, make(author, calendar_names=NAMES))
    assert found.status_code == 200
    context = found.context
    assert context["month"]["title"] == "Month C 512 AE"
    days = {day["number"]: day for week in context["month"]["weeks"] for day in week if day}
    assert len(days) == 31
    assert [number for number, day in days.items() if day["festivals"]] == [28, 29, 30]
    assert [number for number, day in days.items() if day["today"]] == [28]
    assert context["looked"].said == "Day A, 28 Month C 512 AE, 21:40"
    assert (context["now"]["season"], context["now"]["part"]) == ("spring", "evening")
    assert "Day G" in found.content.decode()


@pytest.mark.spec("TM-8")
def test_the_next_occurrences_of_each_festival_are_shown(client, author):
    found = page(client, make(author), at="2026-03-29")
    fair, leap = found.context["festivals"]
    assert (fair["name"], fair["today"]) == ("Salt Fair", True)
    assert [it["said"] for it in fair["next"]][1] == (
        "Sunday, 28 March 2027 – Tuesday, 30 March 2027"
    )
    assert not leap["today"]
    assert [it["said"] for it in leap["next"]] == [
        "Tuesday, 29 February 2028",
        "Sunday, 29 February 2032",
        "Friday, 29 February 2036",
    ]


@pytest.mark.spec("TM-7", "TM-11")
@pytest.mark.parametrize(
    ("typed", "fault"),
    [("29 Month B 512", ""), ("30 Month B 512", "This is no date"), ("soon", "This is no date"),
     ("Day B, 29 Month B 512", "another day of the week"), ("1 Month A 99999", "years 1 to 9999")],
)  # fmt: skip
def test_a_date_is_typed_in_the_worlds_words(client, author, typed, fault):
    found = page(client, make(author, calendar_names=NAMES), at=typed)
    looked = found.context["looked"]
    assert fault in looked.fault
    assert bool(looked.fault) is bool(fault)
    if not fault:
        assert found.context["month"]["title"] == "Month B 512 AE"


@pytest.mark.spec("CA-3", "TM-8")
def test_a_rule_is_tried(client, author):
    world = make(author)
    tried = page(client, world, at="2026-03-29", rule='{"festival": "Salt Fair"}').context["tried"]
    assert tried["matches"] is True
    assert tried["previous"]["said"] == "Saturday, 28 March 2026"
    for rule, fault in (
        ("{", "JSON"),
        ('{"months": [13]}', "months[0] must lie between 1 and 12"),
        ('{"festival": "Yule"}', "festival is not in this world"),
        ('{"dates": ["02-30"]}', "dates[0]"),
        ('{"months": [2], "days_of_month": [30]}', "can never be so"),
        ("[" * 5000, "JSON"),
    ):
        found = page(client, world, rule=rule)
        assert fault in found.context["tried"]["fault"]
        assert found.status_code == 200


def test_the_calendar_ends_where_it_ends(client, author):
    world = make(author, zone="UTC")
    last = page(client, world, at="9999-12-31T23:59").context["month"]
    assert (last["after"], last["year_after"]) == ("", "")
    first = page(client, world, at="0001-01-01").context["month"]
    assert (first["before"], first["year_before"]) == ("", "")


def test_a_broken_calendar_is_told_and_the_page_still_stands(client, author):
    found = page(client, make(author, festivals={"x": {"months": [13]}}))
    assert found.status_code == 200
    assert "festivals.x" in found.context["fault"]


def test_a_world_of_somebody_else_has_no_calendar(client, author):
    assert page(client, make(make_user(roles=["author"]))).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_festivals_cost_no_queries(client, author, count, django_assert_max_num_queries):
    world = make(author, festivals={f"f{n}": {"months": [n + 1]} for n in range(count)})
    page(client, world)
    with django_assert_max_num_queries(12):
        page(client, world)


def test_the_form_of_a_world_leads_to_its_pages(client, author):
    world = make(author)
    form = client.get(reverse("admin:worldbook_world_change", args=[world.pk])).content.decode()
    for name in ("calendar", "day"):
        assert reverse(f"admin:worldbook_world_{name}", args=[world.pk]) in form
    filtered = reverse("admin:worldbook_variabledef_changelist")
    assert f"{filtered}?world__id__exact={world.pk}" in form
