"""What holds for a session, and where it came from."""

import pytest

from sessions_app.rules.settings import check_session_settings, clock_settings, effective
from worldbook.rules.clock import ClockSettings

STORED = {"id": "actor", "name": "Actor", "worldbook_budget": 1200}


@pytest.mark.spec("SC-2")
def test_the_scenario_alone():
    holds = effective("actor", STORED, None, {})
    assert holds.config.worldbook_budget == 1200
    assert set(holds.sources.values()) == {"scenario"}
    assert not holds.replaced


@pytest.mark.spec("SC-2")
def test_the_sessions_own_settings_win_and_say_so():
    holds = effective("actor", STORED, None, {"worldbook_budget": 300})
    shown = holds.to_json()
    assert shown["worldbook_budget"] == {"value": 300, "source": "session"}
    assert shown["share_worldbook"] == {"value": True, "source": "scenario"}


@pytest.mark.spec("SC-1")
def test_a_deployment_replaces_the_whole_scenario_and_says_so():
    holds = effective("actor", STORED, {"name": "House rules"}, {})
    assert holds.replaced
    assert (holds.config.name, holds.config.worldbook_budget) == ("House rules", 1500)
    assert set(holds.sources.values()) == {"deployment"}


@pytest.mark.spec("SC-1")
@pytest.mark.parametrize(
    ("stored", "override", "code"),
    [
        (None, None, "scenario_unknown"),
        ({**STORED, "enabled": False}, None, "scenario_disabled"),
        (STORED, {"enabled": False}, "scenario_disabled"),
    ],
)
def test_unknown_and_disabled_are_errors(stored, override, code):
    assert effective("actor", stored, override, {}).code == code


@pytest.mark.spec("SC-2")
def test_combinations_are_refused_again_at_load():
    refused = effective("actor", {**STORED, "kind": "table", "slow_lane": True}, None, {})
    assert (refused.code, refused.detail["field"]) == ("scenario_cannot_work", "slow_lane")
    assert effective("actor", STORED, {"colour": "red"}, {}).code == "scenario_unknown_field"


@pytest.mark.parametrize(
    ("settings", "code"),
    [({"mood": 1}, "setting_unknown"), ({"worldbook_budget": -1}, "setting_invalid")],
)
def test_session_settings_are_checked(settings, code):
    assert check_session_settings(settings).code == code
    assert effective("actor", STORED, None, settings).code == code


def test_good_session_settings():
    assert check_session_settings({"share_worldbook": False, "worldbook_budget": 0}) is None


@pytest.mark.spec("SE-1", "TM-3")
def test_how_long_a_round_takes_and_how_far_time_leaps_is_the_sessions() -> None:
    assert clock_settings({}) == ClockSettings(round_seconds=30, max_skip_days=30)
    own = {"clock.roundSeconds": 0, "clock.maxSkipDays": 3_650}
    assert check_session_settings(own) is None
    assert clock_settings(own) == ClockSettings(round_seconds=0, max_skip_days=3_650)


@pytest.mark.parametrize(
    "settings",
    [
        {"clock.roundSeconds": -1},
        {"clock.roundSeconds": 86_401},
        {"clock.roundSeconds": True},
        {"clock.maxSkipDays": 0},
        {"clock.maxSkipDays": "30"},
    ],
)
def test_a_clock_setting_out_of_its_range_is_refused(settings) -> None:
    refusal = check_session_settings(settings)
    assert refusal is not None
    assert refusal.code == "setting_invalid"
