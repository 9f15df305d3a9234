"""The probe: a real call that shows whether a provider answers, and what it says (CP-1)."""

from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass

from sessions_app.llm.chat import stream_reply
from sessions_app.llm.openai_compatible import list_models
from sessions_app.rules.calls import CallRecord, ChatMessage, Finished, ModelFailure, Route
from sessions_app.rules.package import Package, Part
from worldbook.rules.tokens import counter_for


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """`answer` where it worked, else `failure`; `calls` are to be recorded either way."""

    answer: str = ""
    reasoning: str = ""
    failure: ModelFailure | None = None
    calls: tuple[CallRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class ProbeAsk:
    """One message and nothing else."""

    words: str

    def package(self, route: Route) -> Package:
        """The message as it goes out."""
        tokens = counter_for(route.model)(self.words)
        part = Part("message", "user", tokens, self.words)
        return Package((ChatMessage("user", self.words),), (part,), tokens)

    def plan(self) -> Iterable[str]:
        """What the storyteller says for itself."""
        return ("I am ", "the built-in storyteller: ", "rules, ", "not a language model.")


async def probe(route: Route, words: str) -> ProbeResult:
    """Ask the route itself, without its fallbacks."""
    calls: list[CallRecord] = []
    end = Finished("")
    try:
        async with aclosing(stream_reply(ProbeAsk(words), route, calls)) as stream:
            async for piece in stream:
                if isinstance(piece, Finished):
                    end = piece
    except ModelFailure as failure:
        return ProbeResult(failure=failure, calls=tuple(calls))
    return ProbeResult(end.text, end.reasoning, calls=tuple(calls))


async def offered_models(route: Route) -> tuple[str, ...]:
    """Names of the models that the server says it has. Raises ModelFailure."""
    return ("storyteller",) if route.kind == "storyteller" else await list_models(route)
