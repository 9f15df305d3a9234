"""Context: which lore an answer may draw on, chosen once a turn, and the view it is played from.

Order of LN-1: what was read is selected, rendered and inserted; the budget is the assembly's.
"""

import time
from dataclasses import dataclass
from typing import Any

from sessions_app.engine.values import Gathered, Json, LoreFailed
from sessions_app.rules.actor_view import ActorView
from sessions_app.rules.worldbook_panel import shown_entries
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import Selection, select, trace
from worldbook.rules.tokens import counter_for


@dataclass(frozen=True, slots=True)
class Context:
    """A turn ready to be played: the actor's view, and the selection it stands on."""

    view: ActorView
    selection: Selection
    fresh: bool
    selection_input: Json
    shown: list[Json]
    hidden: int


def make_context(gathered: Gathered, kept_text: str) -> Context:
    """Choose the lore (or take what this turn chose before: WB-35) and build the view.

    Raises LoreFailed for any selection error: no model has been asked then (WB-25).
    """
    kept = gathered.kept_selection
    selection = _choose(gathered) if kept is None else Selection.from_json(kept)
    shown, hidden = shown_entries(selection.selected)
    return Context(
        view=_view(gathered, selection, kept_text),
        selection=selection,
        fresh=kept is None,
        selection_input=_frozen_input(gathered),
        shown=shown,
        hidden=hidden,
    )


def _choose(gathered: Gathered) -> Selection:
    count = counter_for(gathered.route.model)
    chosen = select(gathered.request, gathered.books, count, clock=time.thread_time)
    if isinstance(chosen, Refusal):
        told = {"version": trace.VERSION, **trace.overrides(gathered.request)}
        raise LoreFailed(chosen, _frozen_input(gathered), told)
    return chosen


def _frozen_input(gathered: Gathered) -> Json:
    pins: list[Any] = [list(pin) for pin in gathered.pins]
    return {**gathered.request.to_json(), "pins": pins, "model": gathered.route.model}


def _view(gathered: Gathered, selection: Selection, kept_text: str) -> ActorView:
    return ActorView(
        char=gathered.char,
        message=gathered.message,
        language=gathered.language,
        others=gathered.others,
        persona_name=gathered.persona_name,
        persona_text=gathered.persona_text,
        greeting=gathered.greeting,
        history=gathered.history,
        entries=tuple(selection.selected),
        instruction=gathered.instruction,
        rolls=gathered.rolls,
        kept_text=kept_text,
        seed=gathered.seed,
        turn=gathered.turn_number,
        take=gathered.take_number,
        variables=gathered.request.variables,
        prompts=gathered.prompts,
    )
