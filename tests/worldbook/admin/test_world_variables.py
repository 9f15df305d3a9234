"""The form of a variable."""

import pytest
from django.urls import reverse

from tests.factories import make_character, make_user, make_world
from worldbook.admin.variable_fields import BandsField, typed_default
from worldbook.admin.world_variables import scale_of
from worldbook.models import VariableDef
from worldbook.rules.variable_defs import read_definition

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(client):
    author = make_user(roles=["author"])
    client.force_login(author)
    return make_world(author)


def form_of(client, url):
    """What the page's form holds, as a browser would send it."""
    form = client.get(url).context["adminform"].form
    values = {}
    for name, field in form.fields.items():
        value = form[name].value()
        if value is not None and value is not False:
            values[name] = field.prepare_value(value) if hasattr(field, "prepare_value") else value
    return values


def add(client, world, **values):
    usual = {
        "world": world.pk,
        "name": "Wounds",
        "scope": "character",
        "value_kind": "number",
        "visibility": "public",
        "position": 0,
    }
    return client.post(reverse("admin:worldbook_variabledef_add"), usual | values)


@pytest.mark.spec("VR-3", "VR-1", "VR-1a")
def test_a_variable_is_declared_in_words(client, world):
    for key in ("mira", "tom"):
        make_character(world, key=key)
    answer = add(
        client,
        world,
        minimum="0",
        maximum="10",
        step="0.5",
        default="1.5",
        baseline="0",
        bands="..0: none\n0.5..3: light\n3.5..: grave",
        targets="mira, tom",
        always="on",
    )
    assert answer.status_code == 302, answer.context["errors"]
    row = VariableDef.objects.get()
    assert (row.key, row.default, row.targets) == ("wounds", 1.5, ["mira", "tom"])
    assert (row.minimum, row.maximum, row.step, row.baseline) == (0, 10, 0.5, 0)
    assert row.bands == [
        {"to": 0, "label": "none"},
        {"from": 0.5, "to": 3, "label": "light"},
        {"from": 3.5, "label": "grave"},
    ]
    assert row.always


@pytest.mark.spec("VR-3", "VR-1a")
@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"default": "many"}, "default"),
        ({"default": "11", "maximum": "10"}, "default"),
        ({"minimum": "5", "maximum": "1"}, "maximum"),
        ({"bands": "light"}, "bands"),
        ({"bands": "1..3: a\n2..4: b"}, "bands"),
        ({"bands": "0.00001..3: a"}, "bands"),
        ({"value_kind": "flag", "default": "perhaps"}, "default"),
        ({"value_kind": "choice"}, "options"),
        ({"value_kind": "text", "minimum": "3"}, "minimum"),
        ({"key": "valence"}, "key"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, world, values, field):
    answer = add(client, world, **values)
    assert answer.status_code in (200, 400), answer
    assert field in answer.context["adminform"].form.errors
    assert not VariableDef.objects.exists()


@pytest.mark.spec("VR-3")
def test_a_variable_is_changed_and_a_change_of_somebody_else_is_not_lost(client, world):
    add(client, world, minimum="0", maximum="10", bands="..3: light")
    row = VariableDef.objects.get()
    url = reverse("admin:worldbook_variabledef_change", args=[row.pk])
    sent = form_of(client, url)
    assert sent["bands"] == "..3: light"
    assert client.post(url, sent | {"maximum": "20"}).status_code == 302
    row.refresh_from_db()
    assert (row.maximum, row.bands) == (20, [{"to": 3, "label": "light"}])
    late = client.post(url, sent | {"maximum": "30"})
    assert late.status_code == 409
    row.refresh_from_db()
    assert row.maximum == 20


@pytest.mark.spec("VR-3")
def test_the_scale_is_drawn_with_its_bands(client, world):
    add(client, world, minimum="0", maximum="10", bands="1..3: light\n8..: grave", default="2")
    row = VariableDef.objects.get()
    page = client.get(reverse("admin:worldbook_variabledef_change", args=[row.pk]))
    text = page.content.decode()
    for piece in (
        '<li class="" style="flex-grow: 1" title="0 – 1"></li>',
        '<li class="rp-scale-0" style="flex-grow: 2" title="1 – 3">light</li>',
        '<li class="" style="flex-grow: 5" title="3 – 8"></li>',
        '<li class="rp-scale-1" style="flex-grow: 2" title="8 – 10">grave</li>',
    ):
        assert piece in text
    assert "default: 2" in text
    listed = client.get(reverse("admin:worldbook_variabledef_changelist"))
    assert "0 … 10" in listed.content.decode()


@pytest.mark.spec("VR-3")
def test_with_a_step_the_scale_counts_values(client, world):
    add(client, world, minimum="0", maximum="10", step="1", bands="..0: none\n1..3: light\n9: last")
    definition = read_definition(
        {
            "key": "x",
            "minimum": 0,
            "maximum": 10,
            "step": 1,
            "bands": VariableDef.objects.get().bands,
        }
    )
    assert [(share, title, name) for _class, share, title, name in scale_of(definition)] == [
        ("1", "0", "none"), ("3", "1 – 3", "light"), ("5", "4 – 8", ""), ("1", "9", "last"),
        ("1", "10", ""),
    ]  # fmt: skip


@pytest.mark.spec("VR-3")
def test_numbers_are_shown_as_they_are_written(client, world):
    add(client, world, minimum="0", maximum="2.5", step="0.5")
    url = reverse("admin:worldbook_variabledef_change", args=[VariableDef.objects.get().pk])
    form = client.get(url).context["adminform"].form
    assert [form[name].value() for name in ("minimum", "maximum", "step", "baseline")] == [
        0, 2.5, 0.5, None,
    ]  # fmt: skip


@pytest.mark.spec("VR-3")
def test_at_most_sixty_are_declared(client, world):
    VariableDef.objects.bulk_create(
        VariableDef(world=world, key=f"v{n}", name="V", position=n, default=0) for n in range(60)
    )
    answer = add(client, world)
    assert answer.status_code == 400
    assert VariableDef.objects.count() == 60


def test_a_variable_of_somebody_elses_world_is_not_there(client, world):
    other = make_world(make_user(roles=["author"]))
    row = VariableDef.objects.create(world=other, key="x", name="X", default=0)
    url = reverse("admin:worldbook_variabledef_change", args=[row.pk])
    assert client.get(url).status_code == 302


@pytest.mark.parametrize(
    ("text", "bands"),
    [
        ("1..3: light", [{"from": 1, "to": 3, "label": "light"}]),
        ("3: three", [{"from": 3, "to": 3, "label": "three"}]),
        ("-1 .. -0.5： 低", [{"from": -1, "to": -0.5, "label": "低"}]),
        ("..: all", [{"label": "all"}]),
        ("\n", []),
    ],
)
def test_bands_a_line_each_and_back(text, bands):
    field = BandsField()
    assert field.to_python(text) == bands
    assert field.to_python(field.prepare_value(bands)) == bands
    assert not field.has_changed(bands, text)


def test_a_default_is_read_by_its_kind():
    assert typed_default("flag", "Yes") is True
    assert typed_default("flag", "否") is False
    assert typed_default("text", "3") == "3"
    assert typed_default("number", "−2.5") == -2.5
    assert typed_default("choice", "") is None
