import io
import json

import pytest
from django.core.management import call_command

STATE = {
    "locations": [{"key": "hall"}],
    "exits": [],
    "characters": [{"key": "ann", "at": "hall"}],
    "items": [
        {
            "key": "coin",
            "name": "硬币",
            "quantity": 1,
            "holder": {"kind": "location", "key": "hall"},
        }
    ],
    "slots": [],
}
TAKE = {"actor": "ann", "op": "take", "item": "coin"}


@pytest.mark.spec("IC-1")
def test_a_batch_answers_each_line_in_order(tmp_path):
    path = tmp_path / "batch.jsonl"
    lines = [
        {"state": STATE, "changes": [TAKE]},
        {"state": STATE, "changes": [TAKE, TAKE]},
        {"state": STATE},
        [],
        "{",
    ]
    told = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("\n".join(told), encoding="utf-8")
    out = io.StringIO()
    call_command("items_try", batch=str(path), stdout=out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    taken = {**STATE["items"][0], "holder": {"kind": "character", "key": "ann"}}
    assert answers[0] == {"ok": True, "failures": [], "state": {**STATE, "items": [taken]}}
    assert [one["code"] for one in answers[1]["failures"]] == ["already"]
    assert answers[2]["error"]["code"] == "missing"
    assert answers[2]["error"]["at"] == "changes"
    assert [set(answer) for answer in answers[2:]] == [{"error"}] * 3
