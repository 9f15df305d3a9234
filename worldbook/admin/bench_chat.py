"""The pasted chat with the keys that were found in it marked, as a template shows it (WB-39)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from worldbook.admin.bench_results import Side
from worldbook.queries.bench import Trial, marked
from worldbook.rules.selection import SelectionRequest
from worldbook.rules.selection.matched import Mark
from worldbook.rules.selection.window import chat_sources

MOST_MARKS = 500

# A mark with the side it belongs to: 0 the draft, 1 what stands beside it.
SideMark = tuple[int, Mark]

Json = dict[str, Any]


def chat_shown(draft: Side, other: Side) -> list[Json]:
    """The messages, oldest first: `{role_said, seen, pieces}` of each.

    A piece is `{text}` or, where a key was found, `{text, side, said}`; `seen` says whether the
    book's own depth reaches the message.
    """
    trials = [side.trial for side in (draft, other)]
    shown = next((trial for trial in trials if trial is not None), None)
    if shown is None:
        return []
    found: list[SideMark] = [
        (number, mark)
        for number, trial in enumerate(trials)
        if trial is not None
        for mark in marked(trial)[:MOST_MARKS]
    ]
    depth = max(book.book.scan_depth for book in shown.books)
    messages = []
    for number, source in enumerate(chat_sources(shown.request)):
        own = [item for item in found if item[1].source == number]
        messages.append(
            {
                "role_said": _speaker(source.where, shown.request),
                "pieces": _pieces(source.text.written, own, trials),
                "seen": source.level <= depth,
            }
        )
    return messages[::-1]


def _speaker(where: Mapping[str, Any], request: SelectionRequest) -> str:
    """Whose text it is."""
    if where["text"] == "scene":
        return _("scene")
    if where["role"] == "user":
        return request.user or _("player")
    if where["role"] == "assistant":
        return request.char or _("character")
    return str(where["role"])


def _pieces(text: str, found: Sequence[SideMark], trials: Sequence[Trial | None]) -> list[Json]:
    """A text cut where marks begin and end."""
    begins: dict[int, list[SideMark]] = defaultdict(list)
    ends: dict[int, list[SideMark]] = defaultdict(list)
    for item in found:
        begins[item[1].start].append(item)
        ends[item[1].end].append(item)
    over: dict[SideMark, None] = {}
    pieces = []
    for start, end in pairwise(sorted({0, len(text), *begins, *ends})):
        for item in ends[start]:
            over.pop(item, None)
        over.update(dict.fromkeys(begins[start]))
        pieces.append({"text": text[start:end], **(_told(over, trials) if over else {})})
    return pieces


def _told(over: Iterable[SideMark], trials: Sequence[Trial | None]) -> Mapping[str, str]:
    """Which side's keys cover a piece, and whose they are."""
    sides, lines = set(), {}
    for side, mark in over:
        trial = trials[side]
        assert trial is not None
        entry = trial.books[mark.who[0]].entries[mark.who[1]]
        sides.add(side)
        words = _("“%(key)s” of %(entry)s") if mark.primary else _("“%(key)s” beside %(entry)s")
        lines[words % {"key": mark.key, "entry": entry.title or entry.key_id}] = True
    name = "both" if len(sides) == 2 else "draft" if 0 in sides else "other"
    return {"side": name, "said": "\n".join(lines)}
