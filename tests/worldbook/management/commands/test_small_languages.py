import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[4]


def batch(name, tmp_path, *requests):
    path = tmp_path / "batch.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in requests), encoding="utf-8")
    out = io.StringIO()
    call_command(name, batch=str(path), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.spec("CO-4")
def test_condition_tells_value_and_tree(tmp_path):
    turn, judged = {"turn": {"at_least": 3}}, {"judged": "It rains"}
    answers = batch(
        "condition",
        tmp_path,
        {"condition": turn, "state": {"turn": 4}},
        {"condition": {"all": [turn, judged]}, "state": {"turn": 4}},
        {"condition": {"all": [turn, {"variable": {"op": "="}}]}, "state": {}},
        {"condition": {}, "state": {}},
        {"condition": turn},
        {"condition": turn, "state": {"now": "soon"}},
        {"condition": turn, "state": {"festivals": {"a": {"festival": "a"}}}},
    )
    assert answers[0] == {"value": True, "tree": {**turn, "value": True, "seen": 4}}
    assert (answers[1]["value"], answers[1]["reason"]) == (False, "unknown")
    assert answers[1]["tree"] == {
        "all": [
            {**turn, "value": True, "seen": 4},
            {**judged, "value": None, "reason": "no_verdict", "seen": None},
        ],
        "value": None,
        "reason": "unknown",
    }
    at = ["all[1].variable.of", "condition", "state", "state.now", "state.festivals.a"]
    assert [answer["error"]["at"] for answer in answers[2:]] == at


@pytest.mark.spec("CA-5")
def test_calendar_tells_matches_next_and_previous(tmp_path):
    second_tuesday = {"nth_weekday": {"n": 2, "weekday": "tue"}}
    late = {"at": "2026-12-08T23:30:00-05:00", "tz": "Europe/Berlin"}
    answers = batch(
        "calendar",
        tmp_path,
        {"rule": second_tuesday, "at": "2026-12-08", "tz": "Europe/Berlin"},
        {"rule": second_tuesday, **late},
        {"rule": {"season": "winter"}, "hemisphere": "south", **late},
        {"rule": {"season": "winter"}, **late},
        {"rule": {"festival": "night"}, "festivals": {"night": {"dates": ["12-21"]}}, **late},
        {"rule": {"months": [2], "days_of_month": [30]}, **late},
        {"rule": {"dates": ["02-30"]}, **late},
        {"rule": {}, **late},
        {"rule": {"festival": "night"}, **late},
        {"rule": {"months": [1]}, **late, "tz": "Mars/Base"},
        {"rule": {"months": [1]}, **late, "at": None},
        {"rule": {"months": [1]}, **late, "hemisphere": "east"},
        {"rule": {"months": [1]}, **late, "at": "0001-01-01T00:00Z", "tz": "America/New_York"},
    )
    assert answers[0] == {"matches": True, "next": "2027-01-12", "previous": "2026-11-10"}
    assert answers[1] == {"matches": False, "next": "2027-01-12", "previous": "2026-12-08"}
    assert answers[2] == {"matches": False, "next": "2027-06-01", "previous": "2026-08-31"}
    assert answers[3]["matches"] is True
    assert answers[4] == {"matches": False, "next": "2026-12-21", "previous": "2025-12-21"}
    assert answers[5] == {"matches": False, "next": None, "previous": None}
    at = ["dates[0]", "rule", "festival", "tz", "at", "hemisphere", "at"]
    assert [answer["error"]["at"] for answer in answers[6:]] == at


@pytest.mark.spec("CA-5")
def test_window_tells_inside_begins_and_ends(tmp_path):
    window = {"from": "22:00", "to": "06:00", "days": ["fri"]}
    answers = batch(
        "window",
        tmp_path,
        {"window": window, "at": "2026-11-28T00:30", "tz": "Europe/Berlin"},
        {"window": window, "at": "2026-11-29T00:30", "tz": "Europe/Berlin"},
        {"window": {**window, "to": "25:00"}, "at": "2026-11-29", "tz": "Europe/Berlin"},
        {"window": window, "at": "noon", "tz": "Europe/Berlin"},
        {"window": None, "at": "2026-11-29", "tz": "Europe/Berlin"},
    )
    assert answers[0] == {
        "inside": True,
        "begins": "2026-11-27T22:00:00+01:00",
        "ends": "2026-11-28T06:00:00+01:00",
    }
    assert answers[1] == {
        "inside": False,
        "begins": "2026-12-04T22:00:00+01:00",
        "ends": "2026-12-05T06:00:00+01:00",
    }
    assert [answer["error"]["at"] for answer in answers[2:]] == ["to", "at", "window"]


@pytest.mark.spec("CO-4", "CA-5", "IC-1")
@pytest.mark.parametrize("name", ["condition", "calendar", "window", "items_try"])
def test_they_need_no_database_and_start_no_service(name, tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", name, "--json"],
        input=b"{}",
        capture_output=True,
        cwd=ROOT,
        env={"RPSITE_VAR": str(tmp_path / "var"), "PATH": "/nowhere"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["at"] in ("condition", "rule", "window", "state")
    assert [file.name for file in (tmp_path / "var").iterdir()] == ["secret-key"]
