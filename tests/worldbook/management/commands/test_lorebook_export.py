"""The export command: a book in every format, and what others will not see."""

import base64
import io
import json
import sys

import pytest
from django.core.management import call_command

from worldbook.rules.formats import read

BOOK = {
    "rpsite_lorebook": 1,
    "name": "North",
    "entries": [{"key_id": "gate", "keys": ["gate"], "content": "Shut.", "audience": ["gm"]}],
}


def ask(monkeypatch, request):
    """The answer to one request on standard input, and the exit status."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(request).encode())))
    out = io.StringIO()
    status = 0
    try:
        call_command("lorebook_export", "--json", stdout=out)
    except SystemExit as ended:
        status = ended.code
    return json.loads(out.getvalue()), status


@pytest.mark.spec("WB-11")
@pytest.mark.spec("WK-13")
@pytest.mark.parametrize("format_name", ["native", "sillytavern", "lorebook_v3", "card"])
def test_a_book_is_written_and_its_losses_named(monkeypatch, format_name):
    answer, status = ask(monkeypatch, {"book": BOOK, "format": format_name})
    assert (status, answer["ending"], answer["name"]) == (0, "json", "North")
    assert read(answer["text"].encode()).book.entries[0].audience == ("gm",)
    told = [(loss["key_id"], loss["field"], loss["code"]) for loss in answer["losses"]]
    assert told == ([] if format_name == "native" else [("gate", "audience", "audience")])


@pytest.mark.spec("WB-11")
def test_a_picture_comes_as_base64(monkeypatch):
    answer, _status = ask(monkeypatch, {"book": BOOK, "format": "card_png"})
    assert read(base64.b64decode(answer["base64"])).format == "png:chara_card_v3"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"book": BOOK}, "bad_request"),
        ({"book": BOOK, "format": "docx"}, "bad_request"),
        ({"book": BOOK, "format": []}, "bad_request"),
        ({"book": 5, "format": "native"}, "unknown_format"),
        (
            {"book": {"spec": "chara_card_v2", "data": {"name": "A"}}, "format": "native"},
            "no_lorebook",
        ),
    ],
)
def test_an_error_has_a_code(monkeypatch, request_, code):
    answer, status = ask(monkeypatch, request_)
    assert (status, answer["error"]["code"]) == (1, code)
