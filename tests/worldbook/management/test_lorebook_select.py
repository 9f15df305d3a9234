import io
import json

import pytest
from django.core.management import call_command

BOOK = {"entries": {"0": {"uid": 7, "key": ["gate"], "content": "Shut.", "comment": "The gate"}}}
CHAT = {"messages": [{"role": "user", "content": "open the gate"}]}
REQUEST = {"book": BOOK, "chat": CHAT}


def batch(tmp_path, *requests):
    path = tmp_path / "batch.jsonl"
    lines = [one if isinstance(one, str) else json.dumps(one) for one in requests]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    out = io.StringIO()
    call_command("lorebook_select", json=True, batch=str(path), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.spec("WB-42")
def test_the_form_of_an_answer(tmp_path):
    answer = batch(tmp_path, REQUEST | {"turn": 3})[0]
    assert answer.pop("ms") >= 0
    tokens = answer["tokens"]
    assert tokens > 0
    assert answer == {
        "selected": [
            {
                "key_id": "the-gate",
                "source_id": "7",
                "cause": {
                    "kind": "keyword",
                    "key": "gate",
                    "in": {"text": "message", "back": 0, "role": "user"},
                    "pass": 0,
                },
                "position": "before_persona",
                "depth": None,
                "role": "system",
                "tokens": tokens,
            }
        ],
        "dropped": [],
        "tokens": tokens,
        "budget": 1500,
        "passes": 0,
        "timed": {},
        "degradations": [],
    }


@pytest.mark.spec("WB-42", "WB-56")
def test_all_tells_of_the_rest_too_and_timed_is_by_entry(tmp_path):
    native = {
        "rpsite_lorebook": 1,
        "entries": [
            {"key_id": "a", "keys": ["gate"], "content": "A.", "sticky": 2},
            {"key_id": "b", "keys": ["sea"], "content": "B."},
            {"key_id": "c", "keys": ["sea"], "content": "C.", "enabled": False},
            {"key_id": "d", "keys": ["gate"], "content": "D.", "enabled": False},
        ],
    }
    quiet, loud = batch(
        tmp_path,
        {"book": native, "chat": CHAT, "turn": 4},
        {"book": native, "chat": CHAT, "turn": 4, "all": True},
    )
    assert quiet["timed"] == {"a": 4}
    assert [(item["key_id"], item["reason"]) for item in quiet["dropped"]] == [("d", "ineligible")]
    assert [(item["key_id"], item["reason"]) for item in loud["dropped"]] == [
        ("d", "ineligible"),
        ("b", "not_activated"),
        ("c", "ineligible"),
    ]


@pytest.mark.spec("WB-42", "WB-56")
def test_errors_have_a_code_and_a_place_and_spare_the_other_lines(tmp_path):
    answers = batch(
        tmp_path,
        "no json",
        [1],
        {"book": BOOK},
        {"book": BOOK, "chat": {"messages": []}},
        {"book": BOOK, "chat": {"messages": [{"role": "user"}]}},
        {"chat": CHAT},
        {"file": str(tmp_path / "none.json"), "chat": CHAT},
        {"book": {"no": "book"}, "chat": CHAT},
        REQUEST | {"budget": -1},
        REQUEST | {"audience": "nobody"},
        REQUEST | {"strategy": []},
        REQUEST | {"timed": {"a": "b"}},
        REQUEST | {"import_defaults": "other"},
        REQUEST,
    )
    codes = [answer["error"]["code"] for answer in answers[:-1]]
    places = [answer["error"].get("at") for answer in answers[:-1]]
    assert codes[0] == "not_json"
    assert codes[6] == "no_file"
    assert codes[7] == "unknown_format"
    assert set(codes[1:6]) | set(codes[8:]) == {"bad_request"}
    assert places[2:7] == ["chat", "chat.messages", "chat.messages[0]", "book", "file"]
    assert places[8:] == ["budget", "audience", "strategy", "timed", "import_defaults"]
    assert all(answer["error"]["message"] for answer in answers[:-1])
    assert len(answers[-1]["selected"]) == 1


@pytest.mark.spec("WB-42")
def test_one_request_on_standard_input(monkeypatch, capsys):
    def ask(request):
        data = io.TextIOWrapper(io.BytesIO(json.dumps(request).encode()))
        monkeypatch.setattr("sys.stdin", data)
        call_command("lorebook_select", json=True)

    ask(REQUEST)
    assert json.loads(capsys.readouterr().out)["selected"][0]["source_id"] == "7"
    with pytest.raises(SystemExit) as stopped:
        ask({"chat": CHAT})
    assert stopped.value.code == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "bad_request"


@pytest.mark.spec("WB-43")
def test_the_benchmark_runs():
    out = io.StringIO()
    call_command("bench_selection", sizes=[20], runs=2, imported=20, json=True, stdout=out)
    *rows, imported = [json.loads(line) for line in out.getvalue().splitlines()]
    assert imported["imported"] == 20
    assert [(row["language"], row["recursion"]) for row in rows] == [
        ("en", "no"),
        ("en", "yes"),
        ("zh", "no"),
        ("zh", "yes"),
    ]
    assert all(row["selected"] > 0 and row["median_ms"] > 0 for row in rows)
    assert all(row["memory_mb"] >= 0 and row["scan_ms"] > 0 for row in rows)
