"""The preview command: one request, a batch, and errors in their stable form (WB-41)."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

BOOK = {"entries": {"0": {"uid": 0, "key": ["gate"], "content": "Shut.", "order": "3"}}}


def ask(monkeypatch, request):
    """The answer to one request on standard input, and the exit status."""
    data = request if isinstance(request, bytes) else json.dumps(request).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    out = io.StringIO()
    status = 0
    try:
        call_command("lorebook_preview", "--json", stdout=out)
    except SystemExit as ended:
        status = ended.code
    return json.loads(out.getvalue()), status


@pytest.mark.spec("WB-41")
def test_a_book_inside_the_request(monkeypatch):
    answer, status = ask(monkeypatch, {"book": BOOK, "import_defaults": "sillytavern"})
    assert status == 0
    assert set(answer) == {"format", "name", "entries", "report"}
    assert answer["format"] == "sillytavern"
    assert [(item["key_id"], item["order"]) for item in answer["entries"]] == [("gate", 3)]
    report = answer["report"]
    assert (report["read"], report["blocked"]) == (1, 0)
    assert [line["field"] for line in report["coerced"]] == ["order"]
    assert report["mapped"] == report["unsupported"] == []
    assert [item["key_id"] for item in report["entries"]] == ["gate"]


@pytest.mark.spec("WB-41")
@pytest.mark.spec("WB-7")
def test_a_file_with_a_card(monkeypatch, tmp_path):
    path = tmp_path / "ann.json"
    path.write_text(json.dumps({"spec": "chara_card_v2", "data": {"name": "Ann 琉璃"}}))
    answer, status = ask(monkeypatch, {"file": str(path)})
    assert (status, answer["name"], answer["card"]["name"]) == (0, "Ann 琉璃", "Ann 琉璃")
    assert answer["entries"] == []


@pytest.mark.spec("WB-41")
@pytest.mark.parametrize(
    ("request_", "code", "at"),
    [
        ({}, "bad_request", "file"),
        ({"book": BOOK, "import_defaults": "other"}, "bad_request", "import_defaults"),
        ({"file": "/nowhere/at all.json"}, "no_file", "file"),
        ({"file": "a\x00b"}, "no_file", "file"),
        ({"book": 5}, "unknown_format", None),
        (b"{", "not_json", None),
        (b"[]", "bad_request", None),
        (b"[" * 90 + b"]" * 90, "bad_request", None),
        (b'{"book": ' + b"[" * 90 + b"]" * 90 + b"}", "too_deep", None),
    ],
)
def test_an_error_has_a_code_and_the_place(monkeypatch, request_, code, at):
    answer, status = ask(monkeypatch, request_)
    assert status == 1
    assert set(answer) == {"error"}
    assert answer["error"]["code"] == code
    assert answer["error"]["message"]
    assert answer["error"].get("at") == at


@pytest.mark.spec("WB-8")
def test_the_limit_of_the_site_holds(monkeypatch, settings):
    settings.WORLDBOOK_IMPORT_MAX_ENTRIES = 1
    two = {"entries": [{"key": ["a"], "content": "x"}, {"key": ["b"], "content": "y"}]}
    answer, _status = ask(monkeypatch, {"book": two})
    assert answer["error"]["code"] == "too_many_entries"


@pytest.mark.spec("WB-41")
def test_a_batch_answers_every_line_in_order(tmp_path):
    path = tmp_path / "batch.jsonl"
    path.write_text(json.dumps({"book": BOOK}) + "\n\nnonsense\n" + json.dumps({"book": BOOK}))
    out = io.StringIO()
    call_command("lorebook_preview", "--json", batch=str(path), stdout=out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False]


def test_a_command_without_a_way_to_ask_says_so(tmp_path):
    with pytest.raises(CommandError):
        call_command("lorebook_preview")
    with pytest.raises(CommandError):
        call_command("lorebook_preview", batch=str(tmp_path / "absent"))
