"""Pages of a story's lorebooks: reading a pinned revision, and pinning another after a look (WB-13)."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sessions_app.models import Session, SessionPin
from sessions_app.queries.pins import Step, find_step, pin_of, revisions_to_choose
from sessions_app.queries.reading import PARAMETERS, Reading, read_pin
from sessions_app.views.requests import PlayerRequest, own_story
from worldbook.admin.differences import (
    book_fields_said,
    changes_said,
    counts_said,
    label_of,
    value_said,
)
from worldbook.models import Entry as EntryRow
from worldbook.models import IndexBuild, Lorebook
from worldbook.rules.entries import Entry, entry_to_json
from worldbook.rules.numbers import whole_number
from worldbook.rules.open_part import OF_AN_ENTRY, Reach
from worldbook.rules.refusal import Refusal

LONGEST_SEARCH = 200

_NATIVE = entry_to_json(Entry(key_id=""))
_SHOWN_ELSEWHERE = ("key_id", "title", "content", "keys")
_PLACE = ("position", "depth", "role")


@require_safe
def repin(request: PlayerRequest, story_id: int, book_id: int) -> HttpResponse:
    """What another revision would change, `?revision=` or the latest, and the button that pins it."""
    story = own_story(request, story_id)
    pin = _pin_or_404(story, book_id)
    choices = list(revisions_to_choose(request.user, pin))
    wanted = _number(request, "revision") or max(row.number for row in choices)
    step = find_step(request.user, story, book_id, wanted)
    if isinstance(step, Refusal):
        raise Http404
    page = _number(request, "page") or 1
    context = {
        "nav": "library",
        "story": story,
        "pin": pin,
        "choices": choices,
        "wanted": wanted,
        "notes": step.reach is Reach.ALL,
        **_step_said(step, page),
    }
    return render(request, "pages/repin.html", context)


def _step_said(step: Step, page: int) -> dict[str, Any]:
    """A step in words, a page of its entries with every changed word."""
    return {
        "step": step,
        "counts": counts_said(step.diff),
        "book_fields": book_fields_said(step.before, step.after) if step.diff.fields else [],
        "changes": changes_said(step.page(page), step.before, step.after),
        "page": page,
        "more": page < step.pages,
        "closed": step.reach is Reach.NOTHING,
    }


@require_safe
def read_book(request: PlayerRequest, story_id: int, book_id: int) -> HttpResponse:
    """The pinned revision, as far as it is open to the reader; `?q=` makes the list shorter."""
    story = own_story(request, story_id)
    text = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    reading = read_pin(request.user, story, book_id, text)
    if reading is None:
        raise Http404
    page = min(_number(request, "page") or 1, reading.pages)
    context = {
        "nav": "library",
        "story": story,
        "reading": reading,
        "closed": reading.reach is Reach.NOTHING,
        "text": text,
        "page": page,
        "entries": [_entry_said(entry, reading.reach) for entry in reading.page(page)],
        "parameters": _parameters(reading),
        "index": _index_words(reading.index or {}),
    }
    return render(request, "pages/read_book.html", context)


def _pin_or_404(story: Session, book_id: int) -> SessionPin:
    pin = pin_of(story, book_id)
    if pin is None:
        raise Http404
    return pin


def _number(request: PlayerRequest, name: str) -> int | None:
    """A positive number of the address; None where there is none."""
    return whole_number(request.GET.get(name, ""), 2**31 - 1) or None


def _parameters(reading: Reading) -> list[dict[str, str]]:
    """How the book is chosen from, label and value."""
    return [
        {
            "label": label_of(name, Lorebook),
            "value": value_said(name, getattr(reading.book, name), Lorebook),
        }
        for name in PARAMETERS
    ]


def _entry_said(entry: Entry, reach: Reach) -> dict[str, Any]:
    """An entry for the page: its text, its keys, and of its other fields those that say something."""
    values = entry_to_json(entry)
    names = tuple(values) if reach is Reach.ALL else OF_AN_ENTRY
    told = [
        name
        for name in names
        if name not in (*_SHOWN_ELSEWHERE, "source", "source_id", "place")
        and (values[name] != _NATIVE[name] or name == "position")
        and not (name in _PLACE[1:] and entry.position != "at_depth")
    ]
    return {
        "key_id": entry.key_id,
        "title": entry.title or entry.key_id,
        "text": entry.content,
        "keys": entry.keys,
        "off": not entry.enabled or bool(entry.blocked),
        "facts": [
            {"label": label_of(name, EntryRow), "value": value_said(name, values[name])}
            for name in told
        ],
    }


def _index_words(index: dict[str, Any]) -> str:
    """How the index stands, in words."""
    state = index.get("state", "none")
    if state == "none":
        return _("not built")
    words = str(IndexBuild.State(state).label)
    return f"{words} ({index['progress']} %)" if state == IndexBuild.State.BUILDING else words
