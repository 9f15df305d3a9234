"""Reads streams as a driver does: bytes in any cut, to a completion."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sessions_app.rules.calls import ReasoningDelta, Replace, TextDelta
from sessions_app.rules.completion import Completion
from sessions_app.rules.sse import DONE, SSEReader, parse_event
from sessions_app.rules.stream import Event, Splitter

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "stream_cases.json").read_text(encoding="utf-8")
)
MODEL_CASES = [case for case in CASES if case["id"] != "reconnect_replay"]


def body_of(chunks: Iterable[Any], *, newline: str = "\n") -> bytes:
    """The body that a server sends for a case's chunks; text ends with a finish reason."""
    parts: list[str] = []
    ends = False
    for chunk in chunks:
        if isinstance(chunk, Mapping) and "raw" in chunk:
            parts += [raw.replace("\n", newline) for raw in chunk["raw"]]
            continue
        ends = ends or isinstance(chunk, str)
        value = {"choices": [{"delta": {"content": chunk}}]} if isinstance(chunk, str) else chunk
        parts.append(f"data: {json.dumps(value, ensure_ascii=False)}{newline * 2}")
    if ends:
        parts.append('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}' + newline * 2)
    return "".join(parts).encode()


def read(cuts: Iterable[bytes]) -> Completion:
    """A completion from the cuts of a body."""
    reader, completion = SSEReader(), Completion(splitter=Splitter())

    def take(events: Iterable[str]) -> None:
        for data in events:
            if data == DONE:
                completion.done = True
                continue
            for chunk in parse_event(data) or ():
                list(completion.feed(chunk))

    for cut in cuts:
        take(reader.feed(cut))
    take(reader.finish())
    list(completion.finish())
    return completion


def played(events: Iterable[Event]) -> str:
    """The text as a page has it after these events."""
    text = ""
    for event in events:
        if isinstance(event, TextDelta):
            text += event.text
        elif isinstance(event, Replace):
            text = event.text
        else:
            assert isinstance(event, ReasoningDelta)
    return text


def split(pieces: Iterable[str], *, starts_in_reasoning: bool = False) -> tuple[Splitter, str]:
    """A splitter that has read all pieces, and the text as the page has it."""
    splitter = Splitter(starts_in_reasoning=starts_in_reasoning)
    events: list[Event] = []
    for piece in pieces:
        events += splitter.feed(piece)
    events += splitter.finish()
    return splitter, played(events)
