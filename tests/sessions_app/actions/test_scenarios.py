"""Loading what is shipped."""

import json

import pytest
from django.core.management import call_command

from sessions_app.actions.scenarios import FIXTURES, load_shipped_scenarios
from sessions_app.models import ModelRoute, Provider, Scenario
from sessions_app.queries.routes import route_for
from sessions_app.rules.defaults import SHIPPED_WORDS

pytestmark = [pytest.mark.django_db, pytest.mark.spec("SC-3")]

ITEM = {"id": "mine", "version": 1, "name": "Mine", "kind": "actor", "worldbook_budget": 100}


def load(**changes):
    return load_shipped_scenarios(shipped=[{**ITEM, **changes}])


def test_what_is_shipped_with_its_versions():
    loaded = load_shipped_scenarios()
    assert loaded.created == ("actor", "worldbook", "table")
    rows = Scenario.objects.values_list("pk", "kind", "strategy", "worldbook_budget", "version")
    assert list(rows) == [
        ("actor", "actor", "rules", 1500, 1),
        ("table", "table", "rules", 2000, 1),
        ("worldbook", "actor", "rules", 2400, 1),
    ]
    assert load_shipped_scenarios().kept == ("actor", "worldbook", "table")


def test_a_newer_version_updates_only_rows_that_nobody_edited():
    load()
    assert load(version=2, worldbook_budget=200).updated == ("mine",)
    Scenario.objects.update(edited=True, worldbook_budget=7)
    assert load(version=3, worldbook_budget=300).kept == ("mine",)
    row = Scenario.objects.get()
    assert (row.worldbook_budget, row.version) == (7, 2)


def test_a_shipped_scenario_that_cannot_work_is_a_fault():
    with pytest.raises(ValueError, match="mine"):
        load(kind="story")
    with pytest.raises(ValueError, match="mine"):
        load(colour="red")


@pytest.mark.spec("TB-23")
def test_the_storyteller_is_what_a_new_install_plays_with():
    load_shipped_scenarios()
    route = route_for("actor")
    assert (route.kind, route.temperature, route.price_in) == ("storyteller", 0.8, None)
    route = route_for("master")
    assert (route.role, route.kind, route.temperature) == ("master", "storyteller", 0.7)


def test_providers_and_routes_that_exist_stay():
    own = Provider.objects.create(name="mine", kind="storyteller", options={"delay_ms": 0})
    ModelRoute.objects.create(role="actor", provider=own, context_window=4_000)
    load_shipped_scenarios()
    assert Provider.objects.count() == 1
    assert list(ModelRoute.objects.values_list("role", flat=True).order_by("role")) == [
        "actor",
        "master",
    ]
    assert route_for("actor").context_window == 4_000


def test_the_command_may_run_at_every_start(capsys):
    call_command("load_scenarios")
    assert "new scenario worldbook" in capsys.readouterr().out
    call_command("load_scenarios")
    assert capsys.readouterr().out == "3 scenarios unchanged\n"


def test_translators_are_given_every_word_that_is_shipped():
    shipped = json.loads(FIXTURES.read_text(encoding="utf-8"))
    words = {item[name] for item in shipped for name in ("name", "description")}
    assert words == set(SHIPPED_WORDS)
