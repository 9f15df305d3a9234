"""The lint command: findings of any importable book, each with its place."""

import io
import json
import sys

import pytest
from django.core.management import call_command

GATE = {"key_id": "gate", "keys": ["gate"], "content": "Shut."}
BOOK = {
    "rpsite_lorebook": 1,
    "name": "North",
    "entries": [
        GATE,
        {"key_id": "key", "keys": ["k"], "content": "Copper.", "requires": ["nobody"]},
        {
            "key_id": "sea",
            "content": "Far away. " * 40,
            "conditions": {"turn": {"at_least": 2}},
        },
    ],
}


def ask(monkeypatch, **request):
    """The answer to one request on standard input, and the exit status."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(request).encode())))
    out = io.StringIO()
    status = 0
    try:
        call_command("lorebook_lint", "--json", stdout=out)
    except SystemExit as ended:
        status = ended.code
    return json.loads(out.getvalue()), status


def told(answer):
    return [(one["level"], one["code"], one["key_id"], one["field"]) for one in answer["findings"]]


@pytest.mark.spec("WB-40")
def test_findings_are_told_errors_first_each_with_its_place(monkeypatch):
    answer, status = ask(monkeypatch, book=BOOK)
    assert (status, answer["name"], answer["errors"], answer["warnings"]) == (0, "North", 1, 2)
    assert told(answer) == [
        ("error", "unknown_requires", "key", "requires"),
        ("warning", "short_key", "key", "keys"),
        ("warning", "unreachable", "sea", "keys"),
    ]
    assert answer["findings"][0]["detail"] == {"entry": "nobody"}
    assert "nobody" in answer["findings"][0]["text"]


@pytest.mark.spec("WB-40", "WB-14")
def test_budget_index_and_facts_are_the_askers(monkeypatch):
    answer, _ = ask(monkeypatch, book=BOOK, budget=100, index=True, known_facts=["now"])
    assert told(answer)[2:] == [
        ("warning", "unkept_fact", "sea", "conditions"),
        ("warning", "body_over_budget", "sea", "content"),
    ]


@pytest.mark.spec("WB-40")
def test_a_file_is_linted_and_a_sound_one_has_no_findings(monkeypatch, tmp_path):
    path = tmp_path / "book.json"
    path.write_text(json.dumps({**BOOK, "entries": [GATE]}))
    assert ask(monkeypatch, file=str(path)) == (
        {"name": "North", "errors": 0, "warnings": 0, "findings": []},
        0,
    )


@pytest.mark.parametrize(
    ("request_", "code", "at"),
    [
        ({"book": BOOK, "budget": "many"}, "bad_request", "budget"),
        ({"book": BOOK, "index": 1}, "bad_request", "index"),
        ({"book": BOOK, "known_facts": ["weather"]}, "bad_request", "known_facts"),
        ({}, "bad_request", "file"),
        ({"book": {"spec": "chara_card_v2", "data": {"name": "Mira"}}}, "no_lorebook", None),
    ],
)
def test_a_request_that_cannot_be_answered_says_why(monkeypatch, request_, code, at):
    answer, status = ask(monkeypatch, **request_)
    assert (status, answer["error"]["code"], answer["error"].get("at")) == (1, code, at)
