"""Which scenario holds, after the deployment's override and the session's settings."""

import pytest

from sessions_app.actions.scenarios import load_shipped_scenarios
from sessions_app.models import Scenario
from sessions_app.queries.scenarios import effective_scenario, playable_scenarios

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shipped():
    load_shipped_scenarios()


@pytest.mark.spec("SC-2")
def test_the_effective_configuration_says_where_values_came_from():
    holds = effective_scenario("worldbook", {"worldbook_budget": 700})
    assert holds.config.worldbook_budget == 700
    assert holds.sources["worldbook_budget"] == "session"
    assert holds.sources["kind"] == "scenario"


@pytest.mark.spec("SC-1")
def test_unknown_and_disabled_scenarios_are_errors():
    Scenario.objects.filter(pk="actor").update(enabled=False)
    assert effective_scenario("actor").code == "scenario_disabled"
    assert effective_scenario("director").code == "scenario_unknown"


@pytest.mark.spec("SC-1")
def test_a_deployment_override_replaces_the_whole_scenario(settings):
    settings.RPSITE_SCENARIO_OVERRIDES = {
        "actor": {"name": "Ours"}, "extra": {"name": "Extra"}, "broken": {"kind": "story"},
    }  # fmt: skip
    holds = effective_scenario("actor")
    assert (holds.replaced, holds.config.name, holds.config.worldbook_budget) == (
        True,
        "Ours",
        1500,
    )
    assert effective_scenario("broken").code == "scenario_cannot_work"
    assert [config.id for config in playable_scenarios()] == [
        "actor", "extra", "table", "worldbook",
    ]  # fmt: skip


@pytest.mark.spec("SC-2")
def test_a_combination_that_cannot_work_is_refused_at_load_too():
    Scenario.objects.filter(pk="actor").update(kind="illustrated", compact=True)
    refused = effective_scenario("actor")
    assert (refused.code, refused.detail["field"]) == ("scenario_cannot_work", "compact")
