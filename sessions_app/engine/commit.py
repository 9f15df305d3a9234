"""Commit: the only part of a turn that writes what happened in it."""

from sessions_app.actions.notices import note_slow_patterns
from sessions_app.actions.turn_jobs import (
    Claim,
    Ending,
    end_attempt,
    freeze_selection,
    keep_failed_choice,
)
from sessions_app.engine.context import Context
from sessions_app.engine.values import LoreFailed


def commit_context(claim: Claim, context: Context) -> None:
    """Keep what was chosen, before any model is asked; a kept selection is not written again."""
    if not context.fresh:
        return
    selection = context.selection
    freeze_selection(
        claim,
        selection_input=context.selection_input,
        selection=selection.to_json(),
        trace=dict(selection.trace),
        timed=dict(selection.timed),
    )
    if selection.notices:
        note_slow_patterns(selection.notices)


def commit_failed_choice(claim: Claim, failure: LoreFailed) -> None:
    """Keep what the rule was asked and why it refused; the next attempt chooses anew."""
    keep_failed_choice(claim, selection_input=failure.selection_input, trace=failure.trace)


def commit_end(claim: Claim, ending: Ending) -> int | None:
    """One transaction: the text, the calls, the status, and what is played next (its take)."""
    return end_attempt(claim, ending)
