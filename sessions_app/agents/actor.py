"""The actor: one streamed answer to the player's message (LN-5)."""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field

from sessions_app.llm.chat import stream_reply
from sessions_app.prompts.reader import prompts
from sessions_app.rules.actor_view import ActorView, CardView, HistoryMessage
from sessions_app.rules.assembly import Limits, assemble
from sessions_app.rules.calls import (
    CallRecord,
    Finished,
    ModelFailure,
    ReasoningDelta,
    Replace,
    Route,
    TextDelta,
    Usage,
)
from sessions_app.rules.joining import Joiner
from sessions_app.rules.package import Package
from sessions_app.rules.provider_options import read_options
from sessions_app.rules.storyteller import pieces, tell
from worldbook.rules.refusal import Refusal
from worldbook.rules.tokens import counter_for

__all__ = ["ActorReply", "ActorView", "CardView", "HistoryMessage", "OnDelta", "play"]

ROLE = "actor"
OnDelta = Callable[[TextDelta | Replace], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ActorReply:
    """What the actor answered; with a kept text in the view, only what follows it."""

    text: str
    reasoning: str = ""
    usage: Usage = field(default_factory=Usage)
    truncated: bool = False
    finish: str = "stop"
    calls: tuple[CallRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class ActorAsk:
    """What the actor wants of a model, whichever it is."""

    view: ActorView

    def package(self, route: Route) -> Package | Refusal:
        """The view as messages within the route's window."""
        options = read_options(route.options)
        if isinstance(options, Refusal):
            return options
        limits = Limits(route.context_window, route.max_output, options.prefill)
        texts = {**prompts(ROLE, self.view.language), **self._overrides()}
        return assemble(self.view, texts, counter_for(route.model), limits)

    def _overrides(self) -> dict[str, str]:
        """The scenario's own prompts of this role: "actor/rules" is its "rules"."""
        prefix = f"{ROLE}/"
        own = self.view.prompts.items()
        return {name.removeprefix(prefix): text for name, text in own if name.startswith(prefix)}

    def plan(self) -> Iterable[str]:
        """What the storyteller tells."""
        return pieces(tell(self.view))


async def play(
    view: ActorView, route: Route, *, on_delta: OnDelta, calls: list[CallRecord] | None = None
) -> ActorReply:
    """Ask the route for the answer and stream it to `on_delta`.

    `Replace.text` is the whole text of this reply so far (without the kept text). Each call that
    was made is appended to `calls` when it ends, also where it failed or was cancelled. Raises
    ModelFailure, whose `partial` is the text told so far. Cancelling the task ends the call at once.
    """
    calls = [] if calls is None else calls
    telling = _Telling(Joiner(view.kept_text), on_delta)
    end: Finished | None = None
    try:
        async with aclosing(stream_reply(ActorAsk(view), route, calls)) as stream:
            async for piece in stream:
                if isinstance(piece, Finished):
                    end = piece
                elif not isinstance(piece, ReasoningDelta):
                    await telling.tell(piece)
    except ModelFailure as failure:
        failure.partial = telling.told
        raise
    if end is None:
        raise ModelFailure("bad_response", "the call ended without a result")
    text = await telling.finish()
    return ActorReply(text, end.reasoning, end.usage, end.truncated, end.finish, tuple(calls))


@dataclass(slots=True)
class _Telling:
    """The text as the player has it, joined to what was kept."""

    joiner: Joiner
    on_delta: OnDelta
    told: str = ""

    async def tell(self, piece: TextDelta | Replace) -> None:
        if isinstance(piece, Replace):
            self.joiner.restart()
            self.told = self.joiner.feed(piece.text)
            await self.on_delta(Replace(self.told))
        else:
            await self._add(self.joiner.feed(piece.text))

    async def _add(self, words: str) -> None:
        if words:
            self.told += words
            await self.on_delta(TextDelta(words))

    async def finish(self) -> str:
        await self._add(self.joiner.finish())
        return self.told
