"""What a scenario may be."""

from dataclasses import replace

import pytest

from sessions_app.rules.scenarios import ScenarioConfig, problems, read_config

ACTOR = ScenarioConfig(id="mine")


def fields_of(config):
    return [refusal.detail["field"] for refusal in problems(config)]


def test_a_plain_actor_works():
    assert problems(ACTOR) == ()


@pytest.mark.spec("SC-2")
@pytest.mark.parametrize("kind", ["story", "illustrated", "table"])
@pytest.mark.parametrize("field", ["slow_lane", "foreground_loop"])
def test_lanes_do_not_go_with_other_kinds(kind, field):
    refused = problems(replace(ACTOR, kind=kind, **{field: True}))
    assert [item.detail["field"] for item in refused] == [field]
    assert kind in refused[0].reason


@pytest.mark.spec("SC-2")
@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"kind": "table", "compact": True}, ["compact"]),
        ({"kind": "illustrated", "compact": True}, ["compact"]),
        ({"kind": "illustrated", "memory_hook": True}, ["memory_hook"]),
        ({"foreground_loop": True, "tools": ("over",)}, ["foreground_loop"]),
        (
            {"kind": "illustrated", "compact": True, "memory_hook": True, "slow_lane": True},
            ["slow_lane", "compact", "memory_hook"],
        ),
        ({"kind": "novel"}, ["kind"]),
        ({"strategy": "magic"}, ["strategy"]),
        ({"assembly": "none"}, ["assembly"]),
        ({"prompts": {"actor/rule": "x"}}, ["prompts"]),
    ],
)
def test_what_cannot_work_is_refused_whether_enabled_or_not(changes, fields):
    assert fields_of(replace(ACTOR, **changes)) == fields
    assert fields_of(replace(ACTOR, **changes, enabled=False)) == fields


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "story"},
        {"slow_lane": True},
        {"foreground_loop": True},
        {"compact": True},
        {"assembly": "preassembled"},
        {"memory_sources": ("diary",)},
    ],
)
def test_what_is_not_built_yet_may_be_written_down_but_not_enabled(changes):
    assert len(problems(replace(ACTOR, **changes))) == 1
    assert problems(replace(ACTOR, **changes, enabled=False)) == ()


def test_reads_json():
    config = read_config({"id": "a", "tools": ["actor"], "routes": {"actor": "big"}})
    assert (config.tools, config.routes) == (("actor",), {"actor": "big"})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"colour": "red"}, "scenario_unknown_field"),
        ({"enabled": "yes"}, "scenario_bad_field"),
        ({"worldbook_budget": -1}, "scenario_bad_field"),
        ({"worldbook_budget": True}, "scenario_bad_field"),
        ({"tools": "actor"}, "scenario_bad_field"),
        ({"routes": {"actor": 1}}, "scenario_bad_field"),
        ({"kind": 3}, "scenario_bad_field"),
    ],
)
def test_refuses_json_of_the_wrong_form(data, code):
    assert read_config({"id": "a", **data}).code == code
