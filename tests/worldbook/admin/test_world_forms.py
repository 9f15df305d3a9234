"""The forms of worlds, characters and openings: what they write, and what they say when refused."""

import json

import pytest
from django.urls import reverse

from tests.factories import make_user
from tests.worldbook.documents import house
from worldbook.actions.world_documents import create_world_document
from worldbook.actions.world_parts import update_part
from worldbook.models import Character, Opening, World
from worldbook.queries.world_document import read_world_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def author(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def world(author):
    return create_world_document(by=author, document=house())


def row(world, part, key):
    document = read_world_document(World.objects.get(pk=world.pk)).document
    return next(row for row in document[part] if row["key"] == key)


def form_of(client, url):
    """What a page's forms hold, as a browser would post it."""
    page = client.get(url)
    assert page.status_code == 200
    context = page.context
    data = _fields(context["adminform"].form)
    for formset in context["inline_admin_formsets"]:
        data |= _fields(formset.formset.management_form)
        for form in formset.formset.forms:
            data |= _fields(form)
    return data


def _fields(form):
    found = {}
    for bound in form:
        value = bound.value()
        value = bound.field.prepare_value(value) if value is not None else ""
        if isinstance(value, bool):
            value = "on" if value else ""
        if value != "" or not bound.html_name.endswith("DELETE"):
            found[bound.html_name] = value
    return {name: value for name, value in found.items() if value not in ("", None, [])}


def change(model, row):
    return reverse(f"admin:worldbook_{model}_change", args=[row.pk])


def errors(page):
    found = dict(page.context["adminform"].form.errors)
    for formset in page.context["inline_admin_formsets"]:
        found |= {f"{form.prefix}": str(form.errors) for form in formset.formset if form.errors}
    return {name: "".join(map(str, said)) for name, said in found.items()}


def test_a_worlds_calendar_and_rules_are_written(client, world):
    url = change("world", world)
    data = form_of(client, url)
    data |= {
        "rules": "No magic.\n\nThe dead stay dead.",
        "festivals": '{"fair": {"dates": ["05-01"]}}',
        "day_parts": "22:00 night\n06:00 day",
        "era": "of the House",
        "year_offset": "-100",
        "zone": "Asia/Shanghai",
        "open_to_players": "on",
    }
    assert client.post(url, data).status_code == 302
    world.refresh_from_db()
    assert world.rules == ["No magic.", "The dead stay dead."]
    assert world.festivals == {"fair": {"dates": ["05-01"]}}
    assert world.day_parts == {"night": "22:00", "day": "06:00"}
    assert world.calendar_names == {"era": "of the House", "year_offset": -100}
    assert (world.zone, world.open_to_players) == ("Asia/Shanghai", True)


def test_what_is_wrong_with_a_calendar_is_said_beside_its_field(client, world):
    url = change("world", world)
    data = form_of(client, url)
    page = client.post(url, data | {"festivals": '{"fair": {"dates": ["02-30"]}}', "zone": "Mars"})
    assert page.status_code == 400
    assert "fair" in errors(page)["__all__"] or "festivals" in errors(page)
    assert "time zone" in errors(page)["zone"]
    page = client.post(url, data | {"day_parts": "22:00", "festivals": "[1]"})
    assert "22:00" in errors(page)["day_parts"]
    assert "object" in errors(page)["festivals"]


def test_a_characters_life_is_written_as_lists(client, world):
    mira = Character.objects.get(world=world, key="mira")
    url = change("character", mira)
    data = form_of(client, url)
    assert json.loads(data["seen_lists"])["relationships"][0]["other"] == "tom"
    data |= {
        "routines-TOTAL_FORMS": "2",
        "routines-1-start": "22:00",
        "routines-1-end": "06:00",
        "routines-1-days": ["sat", "sun"],
        "routines-1-activity": "sleeps",
        "relationships-0-trust": "-0.25",
        "knowledge-0-DELETE": "on",
        "condition": "captive",
        "aliases": "Em, Mir",
    }
    answer = client.post(url, data)
    assert answer.status_code == 302, errors(answer)
    told = row(world, "characters", "mira")
    assert told["routines"][1] == {
        "start": "22:00",
        "end": "06:00",
        "days": ["sat", "sun"],
        "calendar": {},
        "location": None,
        "activity": "sleeps",
    }
    assert told["routines"][0]["location"] == "cellar"
    assert told["relationships"][0]["trust"] == -0.25
    assert [known["kind"] for known in told["knowledge"]] == ["location", "lore"]
    assert (told["condition"], told["aliases"]) == ("captive", ["Em", "Mir"])


def test_a_life_that_cannot_be_is_refused_whole(client, world):
    url = change("character", Character.objects.get(world=world, key="mira"))
    data = form_of(client, url) | {"routines-0-start": "25:00", "condition": "dead"}
    page = client.post(url, data)
    assert page.status_code == 400
    assert "routines[0].start" in errors(page)["__all__"]
    assert row(world, "characters", "mira")["condition"] == "active"


def test_a_list_somebody_else_has_changed_is_not_overwritten(client, author, world):
    url = change("character", Character.objects.get(world=world, key="mira"))
    data = form_of(client, url) | {"relationships-0-label": "mine"}
    theirs = [{**row(world, "characters", "mira")["relationships"][0], "label": "theirs"}]
    update_part(
        by=author,
        world_id=world.pk,
        part="characters",
        key="mira",
        values={"relationships": theirs},
    )
    page = client.post(url, data)
    assert page.status_code == 409
    assert row(world, "characters", "mira")["relationships"] == theirs


def test_an_opening_says_where_and_with_what_it_begins(client, world):
    opening = Opening.objects.get(world=world, key="evening")
    url = change("opening", opening)
    data = form_of(client, url)
    change_said = [{"actor": "player", "op": "open", "item": "tin"}]
    data |= {"starting_time": "1900-01-01T18:00", "item_changes": json.dumps(change_said)}
    answer = client.post(url, data)
    assert answer.status_code == 302, errors(answer)
    told = row(world, "openings", "evening")
    assert (told["starting_time"], told["item_changes"]) == ("1900-01-01T18:00", change_said)
    impossible = [{"actor": "player", "op": "take", "item": "iron-key"}]
    data = form_of(client, url) | {"item_changes": json.dumps(impossible)}
    page = client.post(url, data)
    assert page.status_code == 400
    assert "item_changes" in errors(page)


def test_only_rows_of_the_same_world_are_offered(client, author, world):
    document = house()
    document["world"]["key"] = "other"
    other = create_world_document(by=author, document=document)
    page = client.get(change("character", Character.objects.get(world=world, key="mira")))
    offered = page.context["adminform"].form.fields["location"].queryset
    assert {place.world_id for place in offered} == {world.pk}
    page = client.get(reverse("admin:worldbook_character_add"), {"world": other.pk})
    offered = page.context["adminform"].form.fields["location"].queryset
    assert {place.world_id for place in offered} == {other.pk}
