"""Why a turn was answered as it was: its lore, its calls, what the model got (WB-37, LN-1, OB-1)."""

from typing import Any

from sessions_app.models import ModelCall, Session, Turn
from sessions_app.rules.worldbook_panel import shown_entries
from worldbook.models import User
from worldbook.queries.visible import editable_worlds
from worldbook.rules.selection import Selection

Json = dict[str, Any]


def is_author_of(user: User, story: Session) -> bool:
    """Whether this reader may see all of a story's trace: who may edit its world (AD-2)."""
    return story.world_id is not None and editable_worlds(user).filter(pk=story.world_id).exists()


def trace_json(user: User, story: Session, turn_id: int) -> Json | None:
    """A turn's trace as this reader may see it; None where the story has no such turn.

    `selected` None says that nothing was selected yet, [] that nothing was found.
    """
    turn = Turn.objects.filter(pk=turn_id, session=story).first()
    if turn is None:
        return None
    author = is_author_of(user, story)
    calls = ModelCall.objects.filter(turn_ref=turn.pk).order_by("id")
    result: Json = {"turn": turn.pk, **_selected(turn), "author": author}
    result["calls"] = [_call_json(call) for call in calls]
    if author:
        last = calls.exclude(request=None).last()
        result["trace"] = turn.trace
        result["selection_input"] = turn.selection_input
        result["package"] = None if last is None else last.request
    return result


def _selected(turn: Turn) -> Json:
    if turn.selection is None:
        return {"selected": None, "hidden": 0}
    shown, hidden = shown_entries(Selection.from_json(turn.selection).selected)
    return {"selected": shown, "hidden": hidden}


def _call_json(call: ModelCall) -> Json:
    return {
        "role": call.role,
        "model": call.model,
        "provider": call.provider,
        "attempt": call.attempt,
        "take": call.take_ref,
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "tokens_cached": call.tokens_cached,
        "tokens_estimated": call.tokens_estimated,
        "cost": None if call.cost is None else str(call.cost),
        "first_token_ms": call.first_token_ms,
        "total_ms": call.total_ms,
        "retries": call.retries,
        "outcome": call.outcome,
    }
