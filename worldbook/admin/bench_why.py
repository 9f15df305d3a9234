"""Why an entry is or is not in the prompt, on both sides of the test bench (WB-39, PG-21)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from worldbook.admin.bench_results import Side
from worldbook.queries.bench import Trial, explain_in
from worldbook.queries.selection_words import (
    cause_words,
    decision_words,
    member_words,
    place_words,
)
from worldbook.rules import folding
from worldbook.rules.refusal import Refusal

OFFERED = 8

Json = dict[str, Any]


def why_shown(asked: str, draft: Side, other: Side, book: str) -> Json | None:
    """The explanation of the entry that `asked` names by id or title, for a template.

    None where nothing was asked; `choices` where the words fit several entries, or none.
    """
    if not asked.strip():
        return None
    trials = [side.trial for side in (draft, other) if side.trial is not None]
    found = find_entries(asked, trials, book)
    if len(found) != 1:
        return {"asked": asked, "choices": [{"key_id": k, "title": t} for k, t in found.items()]}
    key_id, title = next(iter(found.items()))
    sides = [_told(side, key_id, book) for side in (draft, other) if side.trial is not None]
    return {"asked": asked, "key_id": key_id, "title": title, "sides": sides}


def find_entries(asked: str, trials: list[Trial], book: str) -> dict[str, str]:
    """Entries of the book by id, else by a part of title or id: key_id to title."""
    entries = {
        entry.key_id: entry.title or entry.key_id
        for trial in reversed(trials)
        for compiled in trial.books
        if compiled.book.key == book
        for entry in compiled.entries
    }
    wanted = asked.strip()
    if wanted in entries:
        return {wanted: entries[wanted]}
    part = folding.folded(wanted)
    same = {key: title for key, title in entries.items() if folding.folded(title) == part}
    if len(same) == 1:
        return same
    near = (
        (key, title)
        for key, title in entries.items()
        if part in folding.folded(title) or part in folding.folded(key)
    )
    return dict(item for item, _number in zip(near, range(OFFERED), strict=False))


def _told(side: Side, key_id: str, book: str) -> Json:
    assert side.trial is not None
    there = any(
        compiled.book.key == book and key_id in compiled.number for compiled in side.trial.books
    )
    if not there:
        return {"label": side.label, "decision": _("is not in this book")}
    found = explain_in(side.trial, key_id, book=book)
    if isinstance(found, Refusal):
        return {"label": side.label, "decision": "—"}
    words = " ".join(filter(None, (decision_words(found), member_words(found))))
    return {"label": side.label, "decision": words, **_more(found)}


def _more(found: Mapping[str, Any]) -> Json:
    """How far the entry came: its cause, what it looked at, its keys, its condition."""
    more: Json = {}
    if "cause" in found:
        more["cause"] = cause_words(found["cause"])
    if found.get("besides"):
        more["besides"] = decision_words(found["besides"])
    if "looked_at" in found:
        more["looked_at"] = _looked_at(found["looked_at"])
        more["primary"] = [_key(key) for key in found["keys"]]
        more["secondary"] = [_key(key) for key in found.get("secondary_keys", ())]
    condition = found.get("condition") or found.get("besides", {}).get("condition")
    if condition:
        more["condition"] = list(_leaves(condition))
    return more


def _looked_at(looked: Mapping[str, Any]) -> list[str]:
    said = [_("messages: %(n)s") % {"n": looked["messages"]}]
    if looked["scene"]:
        said.append(_("the scene"))
    if looked["exclude_recursion"]:
        said.append(_("no texts of other entries"))
    else:
        said.append(_("texts of other entries: %(n)s") % {"n": looked["bodies"]})
    if looked["from_pass"]:
        said.append(_("only from pass %(n)s on") % {"n": looked["from_pass"]})
    return said


def _key(key: Mapping[str, Any]) -> Json:
    """A key with where it was found, or why not."""
    if key["found"]:
        return {"key": key["key"], "found": True, "where": place_words(key["found"])}
    if "too_deep" in key:
        where = _("only %(where)s: too far back") % {"where": place_words(key["too_deep"])}
    elif key.get("in_a_body"):
        where = _("only in the text of another entry, which it does not look at")
    else:
        where = _("not found")
    return {"key": key["key"], "found": False, "where": where}


def _leaves(tree: Mapping[str, Any]) -> Iterator[Json]:
    """The parts of a condition with what each saw."""
    kind, part = next(iter(tree.items()))
    if kind == "not":
        yield from _leaves(part)
    elif kind in ("all", "any"):
        for item in part:
            yield from _leaves(item)
    elif kind == "at_least":
        for item in part["of"]:
            yield from _leaves(item)
    else:
        yield {
            "says": f"{kind}: {_json(part)}",
            "value": {True: "yes", False: "no", None: "unknown"}[tree["value"]],
            "seen": "" if tree.get("seen") is None else _json(tree["seen"]),
        }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
