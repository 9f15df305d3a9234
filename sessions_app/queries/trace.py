"""Why a turn was answered as it was: its lore, its calls, what the model got (WB-37, LN-1, OB-1)."""

from typing import Any

from sessions_app.models import ModelCall, Session, Take, Turn
from sessions_app.queries.failures import error_json
from sessions_app.rules.worldbook_panel import shown_entries
from worldbook.models import User, World
from worldbook.queries.visible import editable_worlds
from worldbook.rules.selection import Selection

Json = dict[str, Any]

_FACTS = ("entry", "tokens", "left", "budget", "max_entries", "book")
"""What a selection error tells besides its code."""


def edits_world_of(user: User, story: Session) -> bool:
    """Whether this reader may edit the story's world, and so read all of the lore that it draws on.

    That a world is open to its players opens no lorebook: what players may read of a book is for
    the book's owner to say (WB-37a).
    """
    return story.world_id is not None and editable_worlds(user).filter(pk=story.world_id).exists()


def is_author_of(user: User, story: Session) -> bool:
    """Whether this reader has author view of a story: state, journal, full preview (AD-2).

    Who may edit its world has it, and its owner where the world is open to its players. That is
    read from the world as it is now and not copied with its places and things: it says who may
    look, like the world's shares, and an author who closes a world closes it at once. Of a story
    whose world was deleted nobody has it.
    """
    own = story.owner_id == user.pk
    return (own and is_open(story.world)) or edits_world_of(user, story)


def is_open(world: World | None) -> bool:
    """Whether who plays a story of their own in this world has author view of it."""
    return world is not None and world.open_to_players


def trace_json(user: User, story: Session, turn_id: int) -> Json | None:
    """A turn's trace as this reader may see it; None where the story has no such turn.

    `selected` None says that nothing was selected, [] that nothing was found. Where the turn failed
    before its lore was chosen `failed` is {code, message}, for authors also `facts` (WB-25).
    """
    turn = Turn.objects.filter(pk=turn_id, session=story).first()
    if turn is None:
        return None
    author = edits_world_of(user, story)
    calls = ModelCall.objects.filter(turn_ref=turn.pk).order_by("id")
    result: Json = {"turn": turn.pk, **_selected(turn), "author": author}
    result["failed"] = None if turn.selection is not None else _failure(turn, author=author)
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


def _failure(turn: Turn, *, author: bool) -> Json | None:
    """Why the turn has no selection: the error of its newest take, if that failed."""
    take = Take.objects.filter(turn=turn).order_by("-number").first()
    if take is None or take.status != Take.Status.FAILED:
        return None
    error = take.error or {}
    told = error_json(error) or {}
    failed: Json = {"code": told.get("code", ""), "message": told.get("message", "")}
    if author:
        failed["facts"] = {name: error[name] for name in _FACTS if name in error}
    return failed


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
