import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[4]


def batch(tmp_path, *requests):
    path = tmp_path / "batch.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in requests), encoding="utf-8")
    out = io.StringIO()
    call_command("dice", batch=str(path), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.spec("DI-G5")
def test_it_tells_every_die_and_what_could_have_come(tmp_path):
    asked = {"expr": "2D6 KH1 [fire] + 1 # luck", "seed": 7, "distribution": True}
    first, again, plain, fudge = batch(
        tmp_path,
        asked,
        asked,
        {"expr": "1d6x", "seed": None, "distribution": None},
        {"expr": "4dF", "seed": "a"},
    )
    assert first == again
    assert first["canonical"] == "2d6kh1[fire]+1"
    values = [die["value"] for die in first["dice"]]
    assert first["total"] == max(values) + 1
    assert sorted(die["kept"] for die in first["dice"]) == [False, True]
    assert all(die["sides"] == 6 and die["label"] == "fire" for die in first["dice"])
    assert (first["min"], first["max"], first["support"]) == (2, 7, [2, 3, 4, 5, 6, 7])
    assert first["distribution"] == [
        [2, "1/36"],
        [3, "1/12"],
        [4, "5/36"],
        [5, "7/36"],
        [6, "1/4"],
        [7, "11/36"],
    ]
    assert (plain["min"], plain["max"], plain["support"]) == (1, None, None)
    assert "distribution" not in plain
    assert {die["sides"] for die in fudge["dice"]} == {"F"}


@pytest.mark.spec("DI-G3", "DI-G5")
def test_errors_name_their_code_and_place_and_a_batch_goes_on(tmp_path):
    answers = batch(
        tmp_path,
        {"expr": "1d6r<2"},
        {"expr": "1d10000rr<10000", "seed": 3},
        {"expr": "1000d10000", "distribution": True},
        {"expr": ["1d6"]},
        {"expr": "1d6", "seed": 1.5},
        {"expr": "1d6", "distribution": "yes"},
        {},
    )
    assert (answers[0]["error"]["code"], answers[0]["error"]["at"]) == ("reroll_how", 3)
    assert "ro<2" in answers[0]["error"]["message"]
    assert answers[1]["truncated"] is True
    assert (answers[2]["support"], answers[2]["distribution"]) == (None, None)
    codes = [answer["error"]["code"] for answer in answers[3:]]
    assert codes == ["not_text", "bad_seed", "not_flag", "not_text"]


@pytest.mark.spec("DI-G5")
def test_it_needs_no_database_and_an_error_ends_with_1(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "dice", "--json"],
        input=b'{"expr":"d0"}',
        capture_output=True,
        cwd=ROOT,
        env={"RPSITE_VAR": str(tmp_path / "var"), "PATH": "/nowhere"},
        timeout=120,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (1, "zero_sides")
    assert [file.name for file in (tmp_path / "var").iterdir()] == ["secret-key"]
