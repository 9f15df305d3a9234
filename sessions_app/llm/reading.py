"""The bytes of one streamed answer become pieces and, at the end, a judged result (CP-3)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sessions_app.rules.calls import Finished, ModelFailure, Piece, Usage
from sessions_app.rules.completion import Completion
from sessions_app.rules.model_errors import failure_of
from sessions_app.rules.provider_options import ProviderOptions
from sessions_app.rules.sse import DONE, SSEReader, parse_event


@dataclass(slots=True)
class Reading:
    """The bytes of a response become pieces; a body that is no stream is read at the end."""

    completion: Completion
    options: ProviderOptions
    began: bool = False
    _events: SSEReader = field(default_factory=SSEReader)
    _raw: bytearray = field(default_factory=bytearray)
    _chunks: int = 0

    def feed(self, data: bytes) -> Iterator[Piece]:
        """The pieces that these bytes complete. Raises ModelFailure for what is no stream."""
        self.began = True
        if not self._chunks:
            self._raw += data
        yield from self._read(self._events.feed(data))

    def finish(self) -> Iterator[Piece]:
        """What was held back, once the connection has ended."""
        if not self.completion.done:
            yield from self._read(self._events.finish(), last=True)
        if not self._chunks and not self.completion.done:
            yield from self._whole_body()
        yield from self.completion.finish()

    def _read(self, events: Iterable[str], *, last: bool = False) -> Iterator[Piece]:
        for data in events:
            if data.strip() == DONE:
                self.completion.done = True
                return
            chunks = parse_event(data)
            if chunks is None:
                if last:
                    return
                raise ModelFailure("bad_response", f"not JSON: {data[:200]}", retryable=True)
            self._chunks += 1
            for chunk in chunks:
                yield from self.completion.feed(chunk)

    def _whole_body(self) -> Iterator[Piece]:
        """Some servers answer a request for a stream with one JSON object."""
        text = self._raw.decode("utf-8", errors="replace").strip()
        if not text:
            return
        chunks = parse_event(text)
        if chunks is None:
            raise ModelFailure("bad_response", f"no stream: {text[:200]}", retryable=True)
        self.completion.done = True
        for chunk in chunks:
            yield from self.completion.feed(chunk)

    def finished(self) -> Finished:
        """The judged result; raises what makes it none."""
        completion = self.completion
        completion.done = completion.done or self.options.lenient_end
        judged = completion.judge()
        if judged.outcome != "ok":
            raise _judged_failure(judged.outcome, completion, judged.cut_calls)
        return Finished(
            text=completion.text,
            reasoning=completion.all_reasoning,
            usage=completion.usage or Usage(estimated=True),
            truncated=judged.truncated,
            finish=completion.finish_reason or "stop",
            tool_calls=judged.tool_calls,
        )


def _judged_failure(outcome: str, completion: Completion, cut: Sequence[str]) -> ModelFailure:
    if outcome == "error" and completion.error is not None:
        return failure_of(0, completion.error["message"], code=completion.error["code"])
    if outcome == "stream_cut":
        return ModelFailure("stream_cut", "it ended without a finish reason", retryable=True)
    if outcome == "cut_arguments":
        return ModelFailure("invalid_output", f"cut tool arguments: {', '.join(cut)}")
    return ModelFailure("empty_completion", _why_empty(completion), retryable=True)


def _why_empty(completion: Completion) -> str:
    if completion.finish_reason == "content_filter":
        return "the service's content filter stopped it"
    if completion.all_reasoning and completion.finish_reason in ("length", "max_tokens"):
        return "all of its output limit went into reasoning"
    if completion.all_reasoning:
        return "there was only reasoning"
    return ""
