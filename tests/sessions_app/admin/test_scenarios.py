"""Scenarios in the admin."""

import json

import pytest
from django.urls import reverse

from sessions_app.actions.scenarios import load_shipped_scenarios
from sessions_app.models import Scenario
from sessions_app.queries.scenarios import stored_values
from tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shipped():
    load_shipped_scenarios()


@pytest.fixture
def admin_client(client):
    client.force_login(make_user(roles=["administrator"], is_superuser=True))
    return client


def posted(client, **changes):
    """The answer to saving the scenario `actor` with these changes, as a browser sends them."""
    values = {**stored_values(Scenario.objects.get(pk="actor")), **changes}
    data = {}
    for name, value in values.items():
        if isinstance(value, bool):
            data |= {name: "on"} if value else {}
        else:
            data[name] = json.dumps(value) if isinstance(value, list | dict) else value
    url = reverse("admin:sessions_app_scenario_change", args=["actor"])
    return client.post(url, data)


def errors(response):
    return response.context["adminform"].form.errors


@pytest.mark.spec("SC-3")
def test_what_somebody_edited_is_theirs(admin_client):
    assert posted(admin_client, worldbook_budget=900).status_code == 302
    row = Scenario.objects.get(pk="actor")
    assert (row.worldbook_budget, row.edited) == (900, True)
    Scenario.objects.update(version=0)
    assert "actor" in load_shipped_scenarios().kept


def test_saving_without_a_change_edits_nothing(admin_client):
    assert posted(admin_client).status_code == 302
    assert not Scenario.objects.get(pk="actor").edited


@pytest.mark.spec("SC-2")
@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"kind": "table", "slow_lane": True}, "slow_lane", "game master"),
        ({"kind": "story", "foreground_loop": True}, "foreground_loop", "beats"),
        ({"kind": "illustrated", "compact": True}, "compact", "snapshots"),
        ({"kind": "illustrated", "memory_hook": True}, "memory_hook", "no place"),
        ({"kind": "story"}, "kind", "cannot play that yet"),
        ({"strategy": "magic"}, "strategy", "not one of"),
        ({"prompts": {"actor/rule": "x"}}, "prompts", "no prompt"),
        ({"routes": {"actor": "huge"}}, "routes", "no enabled route"),
        ({"routes": ["actor"]}, "routes", "form"),
    ],
)
def test_what_cannot_work_is_refused_at_save_with_the_reason(admin_client, changes, field, reason):
    found = errors(posted(admin_client, **changes))
    assert reason in found[field][0]
    assert Scenario.objects.get(pk="actor").kind == "actor"


@pytest.mark.spec("SC-1")
def test_the_page_says_that_the_deployment_replaces_a_scenario(admin_client, settings):
    settings.RPSITE_SCENARIO_OVERRIDES = {"actor": {"name": "Ours"}}
    url = reverse("admin:sessions_app_scenario_change", args=["actor"])
    assert "replaces the whole scenario" in admin_client.get(url).content.decode()
    other = reverse("admin:sessions_app_scenario_change", args=["worldbook"])
    assert "replaces the whole scenario" not in admin_client.get(other).content.decode()
