"""The actor: one streamed answer to the player's message (LN-5)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sessions_app.llm.storyteller import tell_plan
from sessions_app.rules.actor_view import ActorView
from sessions_app.rules.calls import CallRecord, Replace, Route, TextDelta, Usage

OnDelta = Callable[[TextDelta | Replace], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ActorReply:
    """What the actor answered; with a kept text in the view, only what follows it."""

    text: str
    reasoning: str = ""
    usage: Usage = Usage()
    truncated: bool = False
    finish: str = "stop"
    calls: tuple[CallRecord, ...] = ()


async def play(
    view: ActorView, route: Route, *, on_delta: OnDelta, calls: list[CallRecord]
) -> ActorReply:
    """Ask the route for the answer and stream it to `on_delta`.

    Each call that was made is appended to `calls` when it ends, also where it failed or was
    cancelled. Raises ModelFailure. Cancelling the task ends the call at once.
    """
    told = ""
    words = f"{view.char.name} listens. “{view.message}”".split(" ")
    plan = [word if i == 0 else " " + word for i, word in enumerate(words)]
    async for piece in tell_plan(plan, float(route.options.get("delay_ms", 15))):
        told += piece.text
        await on_delta(piece)
    record = CallRecord(role=route.role, provider=route.provider, model=route.model, outcome="ok")
    calls.append(record)
    return ActorReply(told, calls=tuple(calls))
