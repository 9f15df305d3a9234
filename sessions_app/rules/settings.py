"""The effective configuration of a session, and where each value came from (SC-2).

Later layers win: the scenario as stored, or a deployment's replacement of the whole scenario; then
the session's own settings.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sessions_app.rules.refusing import refuse
from sessions_app.rules.scenarios import FIELDS, STRATEGIES, ScenarioConfig, problems, read_config
from worldbook.rules.clock import ClockSettings
from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

MAX_BUDGET = 100_000
MAX_ROUND_SECONDS, MAX_SKIP_DAYS = 86_400, 3_650


def is_budget(value: Any) -> bool:
    """Whether a value can be a worldbook budget in tokens."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_BUDGET


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_strategy(value: Any) -> bool:
    return isinstance(value, str) and value in STRATEGIES


SESSION_SETTINGS: Mapping[str, Callable[[Any], bool]] = {
    "worldbook_budget": is_budget,
    "share_worldbook": _is_bool,
    "strategy": _is_strategy,
}

ROUND_SECONDS, SKIP_DAYS = "clock.roundSeconds", "clock.maxSkipDays"
KEEP_DAYS = "history.keepDays"
DEFAULT_KEEP_DAYS = 30
MAX_KEEP_DAYS = 3650

STATE_SETTINGS: Mapping[str, Callable[[Any], bool]] = {
    ROUND_SECONDS: lambda value: _is_whole(value, 0, MAX_ROUND_SECONDS),
    SKIP_DAYS: lambda value: _is_whole(value, 1, MAX_SKIP_DAYS),
    KEEP_DAYS: lambda value: _is_whole(value, 1, MAX_KEEP_DAYS),
}
"""A session's own settings that no scenario gives: what holds of its world (SE-1)."""

AUTHORS_SETTINGS = frozenset({"strategy"})
"""Those that are given in author view of a story (WB-37b)."""


@dataclass(frozen=True, slots=True)
class Effective:
    """`config` is what holds; `sources` says deployment, scenario or session for each field.

    `replaced` is whether a deployment override stands in the place of the stored scenario.
    """

    config: ScenarioConfig
    sources: Mapping[str, str]
    replaced: bool = False

    def to_json(self) -> dict[str, Any]:
        """{field: {value, source}} for the page."""
        return {
            name: {"value": _plain(getattr(self.config, name)), "source": self.sources[name]}
            for name in FIELDS
        }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def effective(
    scenario_id: str,
    stored: Mapping[str, Any] | None,
    override: Mapping[str, Any] | None,
    session: Mapping[str, Any],
) -> Effective | Refusal:
    """What holds for a session.

    Refused: scenario_unknown, scenario_disabled (SC-1), a field of the wrong form, a session
    setting that does not exist, and combinations that cannot work (again at load: SC-2).
    """
    base = override if override is not None else stored
    if base is None:
        return refuse("scenario_unknown", _("There is no scenario “%(id)s”."), id=scenario_id)
    config = read_config({**base, "id": scenario_id})
    if isinstance(config, Refusal):
        return config
    if not config.enabled:
        return refuse(
            "scenario_disabled", _("The scenario “%(id)s” is switched off."), id=scenario_id
        )
    refused = check_session_settings(session)
    if refused is not None:
        return refused
    own = {name: value for name, value in session.items() if name in SESSION_SETTINGS}
    config = replace(config, **own)
    wrong = problems(config)
    if wrong:
        return wrong[0]
    layer = "scenario" if override is None else "deployment"
    sources = {name: "session" if name in own else layer for name in FIELDS}
    return Effective(config, sources, replaced=override is not None)


def check_session_settings(data: Mapping[str, Any]) -> Refusal | None:
    """Why these cannot be a session's own settings; None where they can."""
    for name, value in data.items():
        test = SESSION_SETTINGS.get(name) or STATE_SETTINGS.get(name)
        if test is None:
            return Refusal("setting_unknown", f"There is no setting “{name}”.", {"field": name})
        if not test(value):
            return Refusal(
                "setting_invalid", f"The setting “{name}” is out of its range.", {"field": name}
            )
    return None


def clock_settings(session: Mapping[str, Any]) -> ClockSettings:
    """How long a round takes and how far time may leap in a session (TM-3, SE-1)."""
    default = ClockSettings()
    return ClockSettings(
        round_seconds=session.get(ROUND_SECONDS, default.round_seconds),
        max_skip_days=session.get(SKIP_DAYS, default.max_skip_days),
    )
