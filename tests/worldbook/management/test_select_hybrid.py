import io
import json

import pytest
from django.core.management import call_command


def ask(monkeypatch, capsys, **request):
    data = io.TextIOWrapper(io.BytesIO(json.dumps(request).encode()))
    monkeypatch.setattr("sys.stdin", data)
    call_command("lorebook_select", json=True)
    return json.loads(capsys.readouterr().out)


@pytest.mark.spec("WB-24", "WB-42")
def test_an_unsaved_book_is_searched_by_words_and_says_that_it_has_no_index(monkeypatch, capsys):
    book = {
        "rpsite_lorebook": 1,
        "name": "Harbour",
        "entries": [
            {"key_id": "lamp", "keys": ["zzz"], "content": "The lighthouse keeper minds a lamp."},
            {
                "key_id": "inn",
                "keys": ["zzz"],
                "content": "\u5ba2\u6808\u8001\u677f\u51fa\u79df\u5e8a\u94fa\u3002",
            },
            {"key_id": "off", "content": "lighthouse", "enabled": False},
        ],
    }
    for said, wanted in (
        ("Who keeps the lighthouse?", "lamp"),
        ("\u5ba2\u6808\u8001\u677f\u5728\u5417\uff1f", "inn"),
    ):
        chat = {"messages": [{"role": "user", "content": said}]}
        told = ask(monkeypatch, capsys, book=book, chat=chat, strategy="hybrid")
        assert [item["key_id"] for item in told["selected"]] == [wanted]
        assert told["selected"][0]["cause"]["kind"] == "hybrid"
        assert [item["code"] for item in told["degradations"]] == ["no_index"]
        told = ask(monkeypatch, capsys, book=book, chat=chat)
        assert (told["selected"], told["degradations"]) == ([], [])
