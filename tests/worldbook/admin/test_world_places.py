"""Places, exits and things are written in the room, each edit by the one writer of worlds."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_character, make_user, make_world
from worldbook.models import Exit, Feature, Item, Location, Region, WearSlot

pytestmark = pytest.mark.django_db
MODELS = ["region", "location", "exit", "item", "wearslot"]


@pytest.fixture
def author(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def world(author):
    return make_world(author)


def fill(world, number=1):
    """One row of each."""
    region = Region.objects.create(world=world, key=f"r{number}", name=f"Region {number}")
    one, two = (
        Location.objects.create(world=world, key=f"{key}{number}", name=key, region=region)
        for key in ("hall", "yard")
    )
    Feature.objects.create(location=one, key="hearth", name="Hearth")
    for key, ends in ((f"out{number}", (one, two)), (f"in{number}", (two, one))):
        Exit.objects.create(
            world=world, key=key, name=key, origin=ends[0], target=ends[1], door=f"d{number}"
        )
    Item.objects.create(world=world, key=f"lamp{number}", name="Lamp", location=one)
    WearSlot.objects.create(world=world, key=f"tail{number}", name="Tail")
    return one


def url(model, page="changelist", *args):
    return reverse(f"admin:worldbook_{model}_{page}", args=args)


def posted(client, address):
    """What a browser would send of the form at an address, unchanged."""
    context = client.get(address).context
    forms = [context["adminform"].form]
    for formset in (one.formset for one in context["inline_admin_formsets"]):
        forms += [formset.management_form, *formset.forms]
    sent = {}
    for form in forms:
        for field in form:
            value = field.value()
            if value is not None and value is not False:
                sent[field.html_name] = value
    return sent


@pytest.mark.parametrize("model", MODELS)
def test_lists_take_equal_queries_at_one_and_three_rows(client, world, model):
    fill(world)
    client.get(url(model))
    with CaptureQueriesContext(connection) as one:
        before = client.get(url(model)).context["cl"].result_count
    for number in (2, 3):
        fill(world, number)
    with CaptureQueriesContext(connection) as three:
        page = client.get(url(model))
    assert page.context["cl"].result_count == 3 * before
    assert len(three) == len(one)


@pytest.mark.parametrize("model", MODELS)
def test_forms_of_new_rows_and_of_rows_are_rendered(client, world, model):
    fill(world)
    row = client.get(url(model)).context["cl"].result_list[0]
    assert client.get(url(model, "change", row.pk)).status_code == 200
    assert client.get(f"{url(model, 'add')}?world={world.pk}").status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_a_form_sent_as_it_is_changes_nothing(client, world, model):
    fill(world)
    row = client.get(url(model)).context["cl"].result_list[0]
    before = type(row).objects.filter(pk=row.pk).values().get()
    address = url(model, "change", row.pk)
    assert client.post(address, posted(client, address)).status_code == 302
    assert type(row).objects.filter(pk=row.pk).values().get() == before


def test_a_place_is_written_with_what_there_is_to_look_at(client, world):
    place = fill(world)
    address = url("location", "change", place.pk)
    page = client.get(address).content.decode()
    assert "Hearth" in page
    assert "hall → yard: out1" in page
    assert reverse("admin:worldbook_world_map", args=[world.pk]) in page
    sent = posted(client, address)
    sent |= {"name": "Great hall", "aliases": "aula, hall", "features-0-name": "Cold hearth"}
    assert client.post(address, sent).status_code == 302
    place.refresh_from_db()
    assert (place.name, place.aliases) == ("Great hall", ["aula", "hall"])
    assert [feature.name for feature in place.features.all()] == ["Cold hearth"]


@pytest.mark.spec("PL-1")
def test_an_exit_is_edited_with_the_other_side_of_its_door(client, world):
    fill(world)
    address = url("exit", "change", Exit.objects.get(key="out1").pk)
    sent = posted(client, address) | {"state": "closed", "name": "Gate"}
    assert client.post(address, sent).status_code == 302
    assert {way.key: (way.state, way.name) for way in Exit.objects.all()} == {
        "out1": ("closed", "Gate"),
        "in1": ("closed", "in1"),
    }


@pytest.mark.spec("IT-2")
def test_exactly_one_has_an_item(client, world):
    place = fill(world)
    ann = make_character(world, key="ann", name="Ann")
    address = url("item", "change", Item.objects.get(key="lamp1").pk)
    sent = posted(client, address)
    both = client.post(address, sent | {"holder": ann.pk})
    assert both.status_code == 200
    assert set(both.context["adminform"].form.errors) == {"location", "holder"}
    nobody = client.post(address, {k: v for k, v in sent.items() if k != "location"})
    assert set(nobody.context["adminform"].form.errors) == {"location"}
    assert Item.objects.get(key="lamp1").location == place
    given = {k: v for k, v in sent.items() if k != "location"} | {"holder": ann.pk}
    assert client.post(address, given).status_code == 302
    lamp = Item.objects.get(key="lamp1")
    assert (lamp.location, lamp.holder) == (None, ann)


@pytest.mark.spec("IT-2")
def test_a_thing_is_not_put_where_nothing_can_be(client, world):
    place = fill(world)
    Item.objects.create(world=world, key="cup", name="Cup", location=place)
    lamp = Item.objects.get(key="lamp1")
    address = url("item", "change", lamp.pk)
    sent = {k: v for k, v in posted(client, address).items() if k != "location"}
    refused = client.post(address, sent | {"inside": Item.objects.get(key="cup").pk})
    assert refused.status_code == 400
    assert "inside" in refused.context["adminform"].form.errors
    lamp.refresh_from_db()
    assert lamp.location == place


def test_a_new_item_and_a_new_place_get_keys_from_their_names(client, world):
    place = fill(world)
    sent = posted(client, f"{url('item', 'add')}?world={world.pk}")
    sent |= {"world": world.pk, "name": "Old rope", "location": place.pk}
    assert client.post(url("item", "add"), sent).status_code == 302
    assert Item.objects.get(name="Old rope").key == "old-rope"
    sent = posted(client, f"{url('location', 'add')}?world={world.pk}")
    sent |= {"world": world.pk, "name": "Crypt"}
    assert client.post(url("location", "add"), sent).status_code == 302
    assert Location.objects.get(name="Crypt").key == "crypt"


def test_a_place_where_something_lies_is_not_deleted(client, world):
    place = fill(world)
    answer = client.post(url("location", "delete", place.pk), {"post": "yes"}, follow=True)
    assert Location.objects.filter(pk=place.pk).exists()
    assert answer.status_code == 200


class TestMap:
    @pytest.mark.spec("PL-9")
    def test_it_shows_every_place_and_connection_in_four_rows_of_queries(self, client, world):
        fill(world)
        address = reverse("admin:worldbook_world_map", args=[world.pk])
        page = client.get(address)
        with CaptureQueriesContext(connection) as one:
            page = client.get(address)
        words = page.content.decode()
        assert 'data-key="hall1"' in words
        assert "hall → yard: out1" in words
        assert "rp-map-unput" in words
        for number in (2, 3):
            fill(world, number)
        with CaptureQueriesContext(connection) as three:
            assert client.get(address).content.decode().count("data-key=") == 6
        assert len(three) == len(one)

    @pytest.mark.spec("PL-9")
    def test_a_drag_saves_where_a_place_stands(self, client, world):
        place = fill(world)
        address = reverse("admin:worldbook_world_map_place", args=[world.pk])

        def put(body):
            answer = client.post(address, json.dumps(body), content_type="application/json")
            place.refresh_from_db()
            return answer.status_code, (place.x, place.y)

        assert put({"key": "hall1", "x": 320, "y": -80}) == (200, (320, -80))
        assert put({"key": "moon", "x": 0, "y": 0}) == (404, (320, -80))
        for wrong in (
            [],
            {"key": "hall1"},
            {"key": "hall1", "x": 1.5, "y": 0},
            {"key": 7, "x": 0, "y": 0},
        ):
            assert put(wrong) == (400, (320, -80))
        assert put({"key": "hall1", "x": 0, "y": None}) == (400, (320, -80))
        assert put({"key": "hall1", "x": None, "y": None}) == (200, (None, None))
        assert client.get(address).status_code == 405

    @pytest.mark.spec("PL-1")
    def test_a_connection_makes_both_directions_with_one_door(self, client, world):
        fill(world)
        address = reverse("admin:worldbook_world_map_connect", args=[world.pk])
        sent = {"one": "hall1", "other": "yard1", "state": "closed", "door": "on"}
        assert client.post(address, sent | {"name": "Hatch"}).status_code == 302
        new = Exit.objects.filter(key__in=("hall1-yard1", "yard1-hall1")).order_by("key")
        assert [(way.name, way.state, way.door) for way in new] == [
            ("Hatch", "closed", "hall1-yard1"),
            ("hall", "closed", "hall1-yard1"),
        ]
        wrong = client.post(address, sent | {"other": "hall1"})
        assert wrong.status_code == 400
        assert "other" in wrong.context["form"].errors
        assert Exit.objects.count() == 4

    @pytest.mark.spec("AD-2")
    def test_it_is_open_to_those_who_may_see_the_world_and_changed_by_those_who_may_edit(
        self, client, world
    ):
        fill(world)
        page = reverse("admin:worldbook_world_map", args=[world.pk])
        reader, stranger = make_user("ben", roles=["author"]), make_user("cy", roles=["author"])
        world.visibility = "shared"
        world.save()
        world.shares.create(user=reader, access="read")
        client.force_login(stranger)
        assert client.get(page).status_code == 404
        client.force_login(reader)
        words = client.get(page).content.decode()
        assert "map-connect" not in words
        sent = {"key": "hall1", "x": 1, "y": 1}
        place = reverse("admin:worldbook_world_map_place", args=[world.pk])
        answer = client.post(place, json.dumps(sent), content_type="application/json")
        assert answer.status_code == 403
        connect = reverse("admin:worldbook_world_map_connect", args=[world.pk])
        sent = {"one": "hall1", "other": "yard1", "state": "open"}
        assert client.post(connect, sent).status_code == 403
        assert Exit.objects.count() == 2
