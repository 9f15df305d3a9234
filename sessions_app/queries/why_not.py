"""Why an entry was or was not given to a turn: the rule is run again on the frozen input (PG-21)."""

import time
from typing import Any

from django.db.models import Q

from sessions_app.models import Session, Turn
from worldbook.models import Revision
from worldbook.queries.compiled import compiled_books
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import SelectionRequest
from worldbook.rules.selection.explain import explain
from worldbook.rules.tokens import counter_for


def explain_entry(
    story: Session, turn_id: int, key_id: str, book: str = ""
) -> dict[str, Any] | Refusal | None:
    """What became of an entry in a turn, as `explain` tells it; for authors' eyes.

    None where the story has no such turn or nothing was selected for it yet; a Refusal where no
    pinned book has the entry, or where a revision that was read then is gone (`pin_broken`).
    `book` is a book's key, needed where two pins have the same key_id.
    """
    turn = Turn.objects.filter(pk=turn_id, session=story).only("selection_input").first()
    if turn is None or turn.selection_input is None:
        return None
    frozen = dict(turn.selection_input)
    pins = [(str(key), int(number)) for key, number in frozen.pop("pins")]
    count = counter_for(frozen.pop("model", ""))
    revisions = _revisions(pins)
    if isinstance(revisions, Refusal):
        return revisions
    books = compiled_books(revisions)
    request = SelectionRequest.from_json(frozen)
    return explain(request, books, key_id, book=book, count=count, clock=time.thread_time)


def _revisions(pins: list[tuple[str, int]]) -> list[int] | Refusal:
    """The ids of pinned revisions, in the order of the pins; a story may have let go of one since."""
    named = Q(pk__in=())
    for key, number in pins:
        named |= Q(book__key=key, number=number)
    found = {
        (key, number): pk
        for pk, key, number in Revision.objects.filter(named).values_list(
            "pk", "book__key", "number"
        )
    }
    gone = [f"{key}:{number}" for key, number in pins if (key, number) not in found]
    if gone:
        return Refusal("pin_broken", f"No revision {gone[0]}.", {"pin": gone[0]})
    return [found[pin] for pin in pins]
