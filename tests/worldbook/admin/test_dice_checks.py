"""The form of a check and its chart."""

import pytest
from django.urls import reverse

from tests.factories import make_user, make_world
from worldbook.admin.check_fields import CheckBandsField
from worldbook.models import DiceCheck

pytestmark = pytest.mark.django_db

BANDS = "..-1: fails | You slip.\n0..4: works | You are up.\n5..: well | Up, and unseen."
CHART = "admin:worldbook_dicecheck_chart"


@pytest.fixture
def world(client):
    author = make_user(roles=["author"])
    client.force_login(author)
    return make_world(author)


def add(client, world, **values):
    usual = {
        "world": world.pk,
        "name": "Climb",
        "dice": "1d20",
        "reading": "total",
        "comparison": "over",
        "bands": BANDS,
        "position": 0,
    }
    return client.post(reverse("admin:worldbook_dicecheck_add"), usual | values)


def chart(client, **values):
    usual = {"dice": "1d20", "reading": "total", "comparison": "over", "bands": BANDS}
    return client.post(reverse(CHART), usual | values).content.decode()


@pytest.mark.spec("DC-1", "DC-5")
def test_a_check_is_written_in_lines_and_shows_its_chart(client, world):
    answer = add(client, world)
    assert answer.status_code == 302, answer.context["errors"]
    row = DiceCheck.objects.get()
    assert (row.key, row.comparison) == ("climb", "over")
    assert row.bands == [
        {"to": -1, "label": "fails", "outcome": "You slip."},
        {"from": 0, "to": 4, "label": "works", "outcome": "You are up."},
        {"from": 5, "label": "well", "outcome": "Up, and unseen."},
    ]
    page = client.get(reverse("admin:worldbook_dicecheck_change", args=[row.pk]))
    assert page.content.decode().count("<rect") == 20
    listed = client.get(reverse("admin:worldbook_dicecheck_changelist"))
    assert "fails / works / well" in listed.content.decode()


@pytest.mark.spec("DC-3", "DI-G2")
@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"dice": "1d20r<2"}, "dice", "ro&lt;2"),
        ({"comparison": "absolute", "bands": "1..5: low | Low."}, "bands", "6–20"),
        ({"bands": ""}, "bands", "at least one band"),
        ({"bands": "high"}, "bands", "write a range"),
        ({"bands": "1..5: low"}, "bands", "write a range"),
        ({"bands": "1..5: a | b\n5..9: c | d"}, "bands", "in common"),
        ({"reading": "successes"}, "dice", "counts no successes"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, world, values, field, words):
    answer = add(client, world, **values)
    assert answer.status_code in (200, 400)
    assert field in answer.context["adminform"].form.errors
    assert words in answer.content.decode()
    assert not DiceCheck.objects.exists()


@pytest.mark.spec("DC-5")
def test_the_chart_follows_the_form_with_a_target_and_what_is_added(client, world):
    shown = chart(client, try_target="11", try_added="-2")
    assert "<td>60.00 %</td>" in shown
    assert "<td>25.00 %</td>" in shown
    assert "<td>15.00 %</td>" in shown
    assert "8.50 on average" in shown
    nothing = chart(client, try_target="much", try_added="")
    assert "10.50 on average" in nothing


@pytest.mark.spec("DC-5")
def test_a_throw_is_tried_and_nothing_is_kept(client, world):
    shown = chart(client, dice="1d1+7", bands="8: sure | It is so.", comparison="absolute", throw=1)
    assert "= 8" in shown
    assert "It is so." in shown
    out = chart(client, dice="1d1", bands="8: sure | So.", comparison="over", throw=1)
    assert "No band covers 1." in out


@pytest.mark.spec("DC-5", "DI-G4")
@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"dice": "2d6kx"}, "Write how many: kh1."),
        ({"dice": ""}, ""),
        ({"bands": "all"}, "write a range"),
        ({"dice": "1000d10000kh500"}, "too many possible values"),
        ({"dice": "1d6x", "comparison": "absolute"}, "Explosions more than ten deep"),
        ({"dice": "<script>"}, "means nothing here"),
    ],
)
def test_the_chart_of_what_is_not_right_says_so(client, world, values, words):
    shown = chart(client, **values)
    assert words in shown
    assert "<script>" not in shown


def test_charts_are_for_authors(client):
    client.force_login(make_user())
    assert client.post(reverse(CHART), {"dice": "1d6"}).status_code in (302, 403)
    client.logout()
    assert client.post(reverse(CHART), {"dice": "1d6"}).status_code == 302


def test_bands_are_read_as_they_are_written():
    field = CheckBandsField()
    bands = field.to_python("−3: low | A ‹b›.\n 4 … 6 ： mid ｜ B | C \n\n7..: high | D")
    assert bands == [
        {"from": -3, "to": -3, "label": "low", "outcome": "A ‹b›."},
        {"from": 4, "to": 6, "label": "mid", "outcome": "B | C"},
        {"from": 7, "label": "high", "outcome": "D"},
    ]
    assert field.to_python(field.prepare_value(bands)) == bands
    assert not field.has_changed(bands, field.prepare_value(bands))
    assert field.has_changed(bands, "1: x")
