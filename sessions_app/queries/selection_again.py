"""Recorded turns of a lorebook's stories: to be tried on the bench, or chosen for again (WK-8).

A turn's frozen input is what the rule was run on (WB-37); here it is run on other revisions of one
of its books. Nothing is saved.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from sessions_app.models import Session, SessionPin, Turn
from sessions_app.queries.stories import readable_stories
from sessions_app.queries.trace import is_author_of
from worldbook.models import Lorebook, User
from worldbook.queries.bench import Beside, Trial, pinned_beside, try_selection
from worldbook.queries.frozen_turns import Frozen, bench_fields, read_frozen, without_books
from worldbook.queries.looking import note_look_at_story
from worldbook.queries.roles import viewer_of
from worldbook.queries.selection_words import refusal_words
from worldbook.queries.visible import open_books
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import CompiledBook
from worldbook.rules.selection.compare import EntryName, SelectionChange, compare_selections
from worldbook.rules.tokens import counter_for

LISTED = 100
MOST_TURNS = 100
SECONDS = 2.0
"""How long a comparison may take; what was not reached then is told."""
SHOWN_TEXT = 90

Json = dict[str, Any]


def _turns(user: User, book: Lorebook) -> QuerySet[Turn]:
    """The turns that chose from a book, of stories that pin it and that the account may read."""
    stories = readable_stories(user).filter(
        pk__in=SessionPin.objects.filter(book=book).values("session_id")
    )
    chosen = Turn.objects.filter(session__in=stories, selection_input__pins__contains=[[book.key]])
    unread = chosen.defer("selection", "trace", "timed")
    return unread.select_related("session").order_by("-id")


def recorded_turns(user: User, book: Lorebook) -> list[Json]:
    """The latest turns that chose from a book: `{id, number, text, at, story: {id, title}}`."""
    shown = ("number", "player_text", "created_at", "session__title", "session__owner")
    rows = _turns(user, book).only(*shown)[:LISTED]
    _note_looks(user, rows)
    return [_turn_json(turn) for turn in rows]


def turn_fields(user: User, book: Lorebook, turn_id: int) -> Json | None:
    """A recorded turn as the fields of the test bench; None where there is none for the account.

    Who may not edit the story's world gets it without the story's state, and nobody gets the names
    of entries of books that are not open to them (AD-2).
    """
    turn = _turns(user, book).filter(pk=turn_id).first()
    if turn is None or turn.selection_input is None:
        return None
    _note_looks(user, [turn])
    known = turn.selection_input
    pins = {str(key) for key, _number in known.get("pins", ())}
    closed = pins - set(open_books(user).filter(key__in=pins).values_list("key", flat=True))
    told = without_books(known, closed - {book.key})
    return bench_fields(told if _sees_state(user, turn.session) else {**told, "state": None})


def _sees_state(user: User, story: Session) -> bool:
    viewer = viewer_of(user)
    return viewer.moderator or viewer.administrator or is_author_of(user, story)


def _note_looks(user: User, turns: Iterable[Turn]) -> None:
    """A moderator's look at the words of somebody's story is noted, once a story (AP-3)."""
    for story_id, owner_id in {turn.session_id: turn.session.owner_id for turn in turns}.items():
        note_look_at_story(user, story_id, owner_id)


def _turn_json(turn: Turn) -> Json:
    text = " ".join(turn.player_text.split())
    return {
        "id": turn.pk,
        "number": turn.number,
        "text": text if len(text) <= SHOWN_TEXT else f"{text[:SHOWN_TEXT]}…",
        "at": turn.created_at.isoformat(),
        "story": {"id": turn.session_id, "title": turn.session.title},
    }


@dataclass(slots=True)
class _Run:
    """Two revisions of a book over many turns; the books beside them are read once a set of pins."""

    user: User
    before: CompiledBook
    after: CompiledBook
    beside: dict[tuple[tuple[str, int], ...], Beside] = field(default_factory=dict)

    def trials(self, turn: Turn) -> tuple[Trial, Trial]:
        """What a turn gets before and after."""
        request, frozen = read_frozen(turn.selection_input or {})
        around = self._around(frozen)
        count = counter_for(frozen.model)
        before, after = (
            try_selection(around.with_book(book), request, count=count)
            for book in (self.before, self.after)
        )
        return before, after

    def _around(self, frozen: Frozen) -> Beside:
        known = self.beside.get(frozen.pins)
        if known is None:
            own = self.after.book.key
            known = self.beside[frozen.pins] = pinned_beside(self.user, frozen.pins, own)
        return known


def compare_over_turns(
    user: User, book: Lorebook, before: CompiledBook, after: CompiledBook
) -> Json:
    """The latest turns whose selection differs between two revisions of a book.

    `{turns, reached, differing, lacking}`: `turns` is how many there are to look at (MOST_TURNS at
    most), `reached` how many of them were chosen for again in time, `lacking` the keys of books
    that some turn had and that are gone or not open. One of `differing` has the turn's members and
    `enters`, `leaves`, `altered` (`{book, key_id, title}`, altered with `facts`), `tokens`
    ([before, after]), and `failed` where a side could not choose: `{before, after}` in words.
    """
    run = _Run(user, before, after)
    rows = list(_turns(user, book)[:MOST_TURNS])
    _note_looks(user, rows)
    began, differing = time.monotonic(), []
    for reached, turn in enumerate(rows):
        if time.monotonic() - began > SECONDS:
            break
        found = _difference(*run.trials(turn))
        if not reached:
            began = time.monotonic()  # The first one has loaded the tokenizer.
        if found is not None:
            differing.append({**_turn_json(turn), **found})
    else:
        reached = len(rows)
    lacking = sorted({key for around in run.beside.values() for key in around.lacking})
    return {"turns": len(rows), "reached": reached, "differing": differing, "lacking": lacking}


def _difference(before: Trial, after: Trial) -> Json | None:
    """What differs between two trials; None where nothing does."""
    old, new = before.selection, after.selection
    if isinstance(old, Refusal) or isinstance(new, Refusal):
        failed = {
            name: refusal_words(found)
            for name, found in (("before", old), ("after", new))
            if isinstance(found, Refusal)
        }
        same = isinstance(old, Refusal) and isinstance(new, Refusal) and old.code == new.code
        return None if same else {"failed": failed, "enters": [], "leaves": [], "altered": []}
    change = compare_selections(old, new)
    if change.same_entries and not change.altered:
        return None
    return {**_change_json(change, before, after), "tokens": [old.tokens, new.tokens], "failed": {}}


def _change_json(change: SelectionChange, before: Trial, after: Trial) -> Json:
    def named(name: EntryName, trial: Trial) -> Json:
        return {"book": name[0], "key_id": name[1], "title": _title(name, trial)}

    altered = (change.altered or {}).items()
    return {
        "enters": [named(name, after) for name in change.enters],
        "leaves": [named(name, before) for name in change.leaves],
        "altered": [{**named(name, after), "facts": list(facts)} for name, facts in altered],
    }


def _title(name: EntryName, trial: Trial) -> str:
    for book in trial.books:
        if book.book.key == name[0] and name[1] in book.number:
            return book.entries[book.number[name[1]]].title or name[1]
    return name[1]
