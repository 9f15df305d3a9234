"""The vectors of the lorebook rules, through the command's own door (../vectors/README.md)."""

import base64
import json
from pathlib import Path

import pytest

from worldbook.management.commands.lorebook_select import Command

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "lorebook_vectors.json").read_text("utf-8")
)
UNLIMITED = 10**9


def request_of(vector, tmp_path, without=()):
    request = {
        "import_defaults": vector["import_defaults"],
        "chat": vector["chat"],
        "budget": UNLIMITED,
        **{k: v for k, v in vector["options"].items() if k != "budget"},
    }
    if isinstance(vector["options"].get("budget"), int):
        request["budget"] = vector["options"]["budget"]
    if "book_base64" in vector:
        path = tmp_path / "book.json"
        path.write_bytes(base64.b64decode(vector["book_base64"]))
        return {**request, "file": str(path)}
    return {**request, "book": book_of(vector, without)}


def book_of(vector, without):
    book = vector["book"]
    if vector["book_format"] == "native":
        return {"rpsite_lorebook": 1, **book}
    if not without:
        return book
    kept = {k: e for k, e in book["entries"].items() if e.get("uid") not in without}
    return {**book, "entries": kept}


def name_of(vector, item):
    return item["key_id"][1:] if vector["book_format"] == "native" else str(item["source_id"])


def selected(vector, answer):
    return sorted(name_of(vector, item) for item in answer["selected"])


def ask(request):
    answer = Command().answer(request)
    return answer if isinstance(answer, dict) else {"error": answer.code}


def limited(vector, request):
    """The request with the budget that the vector gives in costs of its own entries."""
    budget = vector["options"].get("budget")
    if not isinstance(budget, dict):
        return request
    cost = {name_of(vector, item): item["tokens"] for item in ask(request)["selected"]}
    spent = sum(cost.get(str(uid), 0) for uid in budget["cost_of"])
    return {**request, "budget": int(spent * budget["times"]) + budget["plus"]}


@pytest.mark.parametrize(
    "vector",
    [
        pytest.param(vector, id=vector["id"], marks=pytest.mark.spec(*vector["contract"]))
        for vector in VECTORS
        if "property" not in vector
    ],
)
def test_vector(vector, tmp_path):
    answer = ask(limited(vector, request_of(vector, tmp_path)))
    if vector.get("expect_error"):
        assert "error" in answer
        return
    assert selected(vector, answer) == sorted(map(str, vector["right"])), vector["why"]
    dropped = {name_of(vector, item): item["reason"] for item in answer["dropped"]}
    for uid, reason in vector.get("expect_dropped", {}).items():
        assert dropped.get(uid) == reason
    placed = {name_of(vector, item): item for item in answer["selected"]}
    for field in ("position", "depth", "role"):
        for uid, value in vector.get(f"expect_{field}", {}).items():
            assert placed[uid][field] == value


def runs_of(vector, tmp_path):
    """The answers a property is about, and those without some entries."""
    base, prop = limited(vector, request_of(vector, tmp_path)), vector["property"]
    if "turns" in prop:
        first, last = prop["turns"]
        others = [{"turn": turn} for turn in range(first, last + 1)]
    else:
        others = [{"seed": f"s{n}"} for n in range(prop.get("seeds", 0))]
    others = others or [{}] * prop.get("runs", 1)
    answers = [selected(vector, ask(base | other)) for other in others]
    without = prop.get("without")
    if without is None:
        return answers, []
    less = request_of(vector, tmp_path, without)
    return answers, [selected(vector, ask(less | other)) for other in others]


@pytest.mark.parametrize(
    "vector",
    [
        pytest.param(vector, id=vector["id"], marks=pytest.mark.spec(*vector["contract"]))
        for vector in VECTORS
        if "property" in vector
    ],
)
def test_property(vector, tmp_path):
    prop = vector["property"]
    answers, less = runs_of(vector, tmp_path)
    want = [str(uid) for uid in prop.get("uids", [prop.get("uid")])]
    if prop["kind"] == "one_of":
        assert answers[0] in [sorted(map(str, one)) for one in prop["sets"]]
    elif prop["kind"] == "size":
        assert len(answers[0]) == prop["n"]
    elif prop["kind"] == "same_every_run":
        assert all(answer == answers[0] for answer in answers)
    elif prop["kind"] == "share":
        share = sum(want[0] in answer for answer in answers) / len(answers)
        assert prop["between"][0] <= share <= prop["between"][1]
    elif prop["kind"] == "agree":
        share = sum((want[0] in a) == (want[1] in a) for a in answers) / len(answers)
        assert prop["between"][0] <= share <= prop["between"][1]
    else:
        gone = {str(uid) for uid in prop["without"]}
        assert [[uid for uid in answer if uid not in gone] for answer in answers] == less
