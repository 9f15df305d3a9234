"""Which scenario holds for a session, after the deployment's and its own overrides (SC-1, SC-2)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from sessions_app.models import Scenario
from sessions_app.rules.defaults import SHIPPED_WORDS
from sessions_app.rules.scenarios import FIELDS, ScenarioConfig
from sessions_app.rules.settings import Effective, effective
from worldbook.queries.fixed import FixedQuery
from worldbook.rules.refusal import Refusal

_STORED = FixedQuery(
    lambda scenario: Scenario.objects.filter(pk=scenario).order_by().values_list(*FIELDS), str
)


def overrides() -> Mapping[str, Mapping[str, Any]]:
    """The deployment's replacements of whole scenarios, by id."""
    found: Mapping[str, Mapping[str, Any]] = settings.RPSITE_SCENARIO_OVERRIDES
    return found


def stored_values(scenario: Scenario) -> dict[str, Any]:
    """A row's fields as the plain values that the rules read."""
    return {name: getattr(scenario, name) for name in FIELDS}


def effective_scenario(
    scenario_id: str, session_settings: Mapping[str, Any] | None = None
) -> Effective | Refusal:
    """What holds for a session that plays this scenario, or why it cannot be played."""
    found = _STORED.rows(scenario_id)
    stored = dict(zip(FIELDS, found[0], strict=True)) if found else None
    return effective(scenario_id, stored, overrides().get(scenario_id), session_settings or {})


def playable_scenarios() -> list[ScenarioConfig]:
    """The scenarios a new story may choose, as they hold here, in order of id and translated."""
    rows = {row.pk: stored_values(row) for row in Scenario.objects.all()}
    found = (
        effective(scenario_id, rows.get(scenario_id), overrides().get(scenario_id), {})
        for scenario_id in sorted({*rows, *overrides()})
    )
    return [translated(item.config) for item in found if isinstance(item, Effective)]


def translated(config: ScenarioConfig) -> ScenarioConfig:
    """The scenario with its name and description in the reader's language, where they are ours."""
    return replace(config, name=ours(config.name), description=ours(config.description))


def ours(text: str) -> str:
    """A word of the site's own in the reader's language; anything else as it is."""
    return gettext(text) if text in SHIPPED_WORDS else text
