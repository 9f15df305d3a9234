"""A chat completion put together from its chunks, and the judgement of the whole (CP-3).

The chunks are those of the OpenAI format as servers really send them: usage in a chunk without
choices or not at all, an error object after HTTP 200, content as text or as a list of parts,
reasoning in `reasoning_content` or `reasoning`, tool arguments cut anywhere.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sessions_app.rules.calls import ModelFailure, ReasoningDelta, ToolCall, Usage
from sessions_app.rules.characters import Characters
from sessions_app.rules.stream import Event, Splitter

REASONING_FIELDS = ("reasoning_content", "reasoning")
MOST_TOKENS = 2**31 - 1
CUT_BY_LENGTH = ("length", "max_tokens")

Shape = TypeVar("Shape")


@dataclass(slots=True)
class Completion:
    """Feed it chunks, then `finish`. `error` is what the service said went wrong."""

    splitter: Splitter = field(default_factory=Splitter)
    finish_reason: str = ""
    done: bool = False
    usage: Usage | None = None
    error: Mapping[str, Any] | None = None
    reasoning: str = ""
    _words: Characters = field(default_factory=Characters)
    _thoughts: Characters = field(default_factory=Characters)
    _calls: dict[int, dict[str, str]] = field(default_factory=dict)

    def feed(self, chunk: Mapping[str, Any]) -> Iterator[Event]:
        """The events of one parsed chunk. Raises ModelFailure for tool calls that are none."""
        if chunk.get("error"):
            self.error = error_of(chunk["error"])
        if isinstance(chunk.get("usage"), Mapping):
            self.usage = usage_of(chunk["usage"]) or self.usage
        choices = chunk.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
            return
        choice = choices[0]
        if choice.get("error"):
            self.error = error_of(choice["error"])
        self.finish_reason = str(choice.get("finish_reason") or self.finish_reason)
        if self.finish_reason == "error" and self.error is None:
            self.error = error_of("the service ended the answer with an error")
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, Mapping):
            yield from self._delta(delta)

    def _delta(self, delta: Mapping[str, Any]) -> Iterator[Event]:
        thought = next((delta[name] for name in REASONING_FIELDS if delta.get(name)), None)
        if isinstance(thought, str):
            thought = self._thoughts.feed(thought)
            self.reasoning += thought
            yield ReasoningDelta(thought)
        content = self._words.feed(content_of(delta.get("content")))
        if content:
            yield from self.splitter.feed(content)
        for place, call in enumerate(_shaped(delta.get("tool_calls"), list, "tool_calls") or ()):
            self._tool_call(place, _shaped(call, dict, "a tool call") or {})

    def _tool_call(self, place: int, call: Mapping[str, Any]) -> None:
        index = call.get("index")
        index = index if isinstance(index, int) else place
        kept = self._calls.setdefault(index, {"id": "", "name": "", "arguments": ""})
        function = _shaped(call.get("function"), dict, "a tool call's function") or {}
        kept["id"] = str(call.get("id") or kept["id"])
        name = _shaped(function.get("name"), str, "a tool call's name")
        kept["name"] = name or kept["name"]
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            kept["arguments"] += arguments
        elif arguments:
            kept["arguments"] = json.dumps(arguments)

    def finish(self) -> Iterator[Event]:
        """What was held back, once the stream has ended."""
        self.reasoning += self._thoughts.finish()
        yield from self.splitter.feed(self._words.finish())
        yield from self.splitter.finish()

    @property
    def text(self) -> str:
        """The text so far, without reasoning and special tokens."""
        return self.splitter.text

    @property
    def all_reasoning(self) -> str:
        """Reasoning from fields and from tags."""
        return self.reasoning + self.splitter.reasoning

    def judge(self) -> "Judgement":
        """What came of it, once it is finished."""
        calls, cut = [], []
        for kept in self._calls.values():
            arguments = whole_arguments(kept["arguments"])
            if arguments is None or not kept["name"]:
                cut.append(kept["name"])
            else:
                calls.append(ToolCall(kept["id"], kept["name"], arguments))
        return Judgement(
            outcome=self._outcome(cut=bool(cut)),
            truncated=self.finish_reason in CUT_BY_LENGTH,
            tool_calls=() if cut else tuple(calls),
            cut_calls=tuple(cut),
        )

    def _outcome(self, *, cut: bool) -> str:
        if self.error is not None:
            return "error"
        if not self.done and not self.finish_reason:
            return "stream_cut"
        if cut:
            return "cut_arguments"
        if not self.text.strip() and not self._calls:
            return "empty_completion"
        return "ok"


@dataclass(frozen=True, slots=True)
class Judgement:
    """`outcome`: ok, empty_completion, stream_cut, cut_arguments (run none of them) or error."""

    outcome: str
    truncated: bool = False
    tool_calls: tuple[ToolCall, ...] = ()
    cut_calls: tuple[str, ...] = ()


def whole_arguments(text: str) -> Mapping[str, Any] | None:
    """A tool call's arguments, or None where they are cut; never repaired.

    Some servers send nothing at all for a call without arguments: that is an empty object.
    """
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _shaped(value: Any, kind: type[Shape], name: str) -> Shape | None:
    """The value where it is of that kind, or None for nothing; a call is never half understood."""
    if value is None or isinstance(value, kind):
        return value
    raise ModelFailure("bad_response", f"{name} is no {kind.__name__}", retryable=True)


def content_of(content: Any) -> str:
    """The text of a content field: a string, a list of text parts, or nothing."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, Mapping))
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def error_of(error: Any) -> Mapping[str, Any]:
    """An error object of any of the usual shapes as {message, code}."""
    if isinstance(error, Mapping):
        code = error.get("code") or error.get("type") or ""
        return {"message": str(error.get("message") or error), "code": str(code)}
    return {"message": str(error), "code": ""}


def usage_of(usage: Mapping[str, Any]) -> Usage | None:
    """Counted tokens under any of the usual names; None where there are none."""
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
    result = Usage(
        tokens_in=_number(usage.get("prompt_tokens")),
        tokens_out=_number(usage.get("completion_tokens")),
        tokens_cached=_number(
            cached if cached is not None else usage.get("prompt_cache_hit_tokens")
        ),
    )
    return None if result.tokens_in is None and result.tokens_out is None else result


def _number(value: Any) -> int | None:
    """A count of tokens; None for what is none, also what no count can be (1e300, Infinity)."""
    is_count = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_count and 0 <= value <= MOST_TOKENS else None
