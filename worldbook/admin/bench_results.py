"""The two sides of the test bench, beside each other, as a template shows them (WB-39)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from worldbook.models import Entry, Lorebook
from worldbook.queries.bench import Trial
from worldbook.queries.selection_words import (
    cause_words,
    decision_words,
    degradation_words,
    member_words,
    position_words,
    refusal_words,
)
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import Selection
from worldbook.rules.selection.compare import EntryName, SelectionChange, compare_selections

SHOWN_DROPPED = 100
"""How many of the entries that came up and are not in are listed."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """One side, "draft" or "other": what it is called, and what came of it.

    There is no trial where there is no such book.
    """

    name: str
    label: str
    trial: Trial | None

    @property
    def selection(self) -> Selection | None:
        """What was selected; None where nothing could be."""
        if self.trial is None or isinstance(self.trial.selection, Refusal):
            return None
        return self.trial.selection


def results(book: Lorebook, draft: Side, other: Side) -> Json:
    """Everything that was decided, for `bench_results.html`."""
    change = _change(draft, other)
    items = [_items(side) for side in (draft, other)]
    names = dict.fromkeys((*items[0], *items[1]))
    inside = [name for name in names if any(_is_in(side.get(name)) for side in items)]
    outside = [name for name in names if name not in set(inside)]
    told = [*inside, *outside[:SHOWN_DROPPED]]
    links = _links(book, [key_id for key, key_id in told if key == book.key])
    rows = {name: _row(name, book, (draft, other), items, change, links) for name in told}
    return {
        "sides": [_summary(side, book) for side in (draft, other)],
        "change": _change_said(change, other),
        "inside": [rows[name] for name in inside],
        "outside": [rows[name] for name in told[len(inside) :]],
        "more_outside": max(len(outside) - SHOWN_DROPPED, 0),
    }


def _change(draft: Side, other: Side) -> SelectionChange | None:
    if draft.selection is None or other.selection is None:
        return None
    return compare_selections(other.selection, draft.selection)


def _change_said(change: SelectionChange | None, other: Side) -> Json | None:
    """How many enter, leave and are otherwise; None where there is nothing to compare."""
    if change is None:
        return None
    altered = len(change.altered or {})
    return {
        "enters": len(change.enters),
        "leaves": len(change.leaves),
        "altered": altered,
        "same": change.same_entries and not altered,
        "other": other.label,
    }


def _items(side: Side) -> dict[EntryName, Mapping[str, Any]]:
    """What came up on a side, in the order of the prompt and then as it fell."""
    if side.selection is None:
        return {}
    trace = side.selection.trace
    return {
        (item["book"], item["key_id"]): item for item in (*trace["selected"], *trace["dropped"])
    }


def _is_in(item: Mapping[str, Any] | None) -> bool:
    return item is not None and item["decision"] == "selected"


def _links(book: Lorebook, key_ids: Iterable[str]) -> dict[str, str]:
    """Where entries of the draft are edited."""
    rows = Entry.objects.filter(book=book, key_id__in=list(key_ids)).values_list("key_id", "pk")
    return {key_id: reverse("admin:worldbook_entry_change", args=[pk]) for key_id, pk in rows}


def _row(
    name: EntryName,
    book: Lorebook,
    sides: tuple[Side, Side],
    items: list[dict[EntryName, Mapping[str, Any]]],
    change: SelectionChange | None,
    links: Mapping[str, str],
) -> Json:
    item = items[0].get(name) or items[1][name]
    own = name[0] == book.key
    mark = _mark(name, change)
    cells = [
        _cell(side, found.get(name), name)
        for side, found in zip(sides, items, strict=True)
        if side.trial is not None
    ]
    return {
        "title": item["title"] or name[1],
        "key_id": name[1],
        "book": "" if own else name[0],
        "url": links.get(name[1], "") if own else "",
        "mark": mark,
        "mark_said": _mark_said(mark, change, name),
        "cells": cells if mark else _joined(cells),
    }


def _joined(cells: list[Json]) -> list[Json]:
    """The cells of both sides; one for both where they say the same."""
    said = [{**cell, "side": "", "label": "", "tokens": 0} for cell in cells]
    if len(cells) == 2 and said[0] == said[1]:
        return [{**cells[0], "side": "both", "label": ""}]
    return cells


def _mark(name: EntryName, change: SelectionChange | None) -> str:
    if change is None:
        return ""
    if name in change.enters:
        return "enters"
    if name in change.leaves:
        return "leaves"
    return "altered" if name in (change.altered or {}) else ""


def _mark_said(mark: str, change: SelectionChange | None, name: EntryName) -> str:
    if mark == "enters":
        return _("new in the draft")
    if mark == "leaves":
        return _("no longer in the draft")
    if mark == "altered" and change is not None and change.altered is not None:
        facts = {
            "text": _("text"),
            "cause": _("cause"),
            "position": _("position"),
            "depth": _("depth"),
            "role": _("role"),
            "tokens": _("tokens"),
        }
        said = ", ".join(facts[fact] for fact in change.altered[name])
        return _("differs: %(what)s") % {"what": said}
    return ""


def _cell(side: Side, item: Mapping[str, Any] | None, name: EntryName) -> Json:
    """What one side says of one entry."""
    cell: Json = {"label": side.label, "side": side.name, "inside": _is_in(item)}
    if item is None:
        return {**cell, "words": _absent(side, name)}
    cell["cause"] = cause_words(item["cause"])
    if not cell["inside"]:
        return {**cell, "words": " ".join(filter(None, (decision_words(item), member_words(item))))}
    free = item["tokens"] != item["charged"]
    return {
        **cell,
        "words": position_words(item),
        "tokens": item["tokens"],
        "free": free,
        "notes": [note["macro"] for note in item.get("notes", ()) if "macro" in note],
    }


def _absent(side: Side, name: EntryName) -> str:
    """Why a side says nothing of an entry."""
    if side.selection is None or side.trial is None:
        return "—"
    there = any(book.book.key == name[0] and name[1] in book.number for book in side.trial.books)
    return _("nothing called it") if there else _("is not in this book")


def _summary(side: Side, book: Lorebook) -> Json:
    """The sums of a side: entries, tokens, passes, what was lacking."""
    if side.trial is None:
        return {"name": side.name, "label": side.label, "absent": True}
    if isinstance(side.trial.selection, Refusal):
        refused = refusal_words(side.trial.selection)
        return {"name": side.name, "label": side.label, "refused": refused}
    selection = side.trial.selection
    sums = selection.trace["budget"]
    own = next(item for item in selection.trace["books"] if item["book"] == book.key)
    share = 100 * sums["spent"] // sums["budget"] if sums["budget"] else 0
    return {
        "name": side.name,
        "label": side.label,
        **sums,
        "share": min(share, 100),
        "cap": own["constant_cap"],
        "of": own["entries"],
        "passes": selection.passes,
        "max_passes": own["max_passes"],
        "not_activated": selection.trace["not_activated"],
        "ms": side.trial.ms,
        "lacking": list(dict.fromkeys(map(degradation_words, selection.degradations))),
        "timed": dict(selection.timed),
    }
