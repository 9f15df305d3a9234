"""Server-sent events from bytes, as model servers really send them (CP-3).

Source of the format: https://html.spec.whatwg.org/multipage/server-sent-events.html. Lines end in
LF, CRLF or CR, also where these fall on two reads; comments are skipped; characters may be cut
anywhere. More lenient than the standard where servers are: a last event without its empty line is
given out, several JSON objects in one event are told apart, and a field `error` is data.
"""

import codecs
import json
from collections.abc import Iterator
from typing import Any

DONE = "[DONE]"
DATA_FIELDS = ("data", "error")


class SSEReader:
    """Feed it bytes, then `finish`; gives the data of each whole event."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest = ""
        self._data: list[str] = []
        self._began = False

    def feed(self, data: bytes) -> Iterator[str]:
        """The events that these bytes complete."""
        yield from self._lines(self._decoder.decode(data), final=False)

    def finish(self) -> Iterator[str]:
        """What stands in the buffer when the connection ends."""
        yield from self._lines(self._decoder.decode(b"", final=True) + "\n\n", final=True)

    def _lines(self, text: str, *, final: bool) -> Iterator[str]:
        self._rest += text
        if not self._began and self._rest:
            self._began, self._rest = True, self._rest.removeprefix("\ufeff")
        while True:
            line, rest = self._next_line(final=final)
            if line is None:
                return
            self._rest = rest
            yield from self._line(line)

    def _next_line(self, *, final: bool) -> tuple[str | None, str]:
        """The first line and what follows; None while its end is not here, or may be half a CRLF."""
        ends = [at for at in (self._rest.find("\n"), self._rest.find("\r")) if at >= 0]
        if not ends:
            return None, self._rest
        at = min(ends)
        if self._rest[at] == "\r":
            if at + 1 == len(self._rest) and not final:
                return None, self._rest
            if self._rest[at + 1 : at + 2] == "\n":
                return self._rest[:at], self._rest[at + 2 :]
        return self._rest[:at], self._rest[at + 1 :]

    def _line(self, line: str) -> Iterator[str]:
        if not line:
            data, self._data = self._data, []
            if data:
                yield "\n".join(data)
            return
        name, _, value = line.partition(":")
        if name in DATA_FIELDS:
            value = value.removeprefix(" ")
            self._data.append(value if name == "data" else f'{{"error": {value}}}')


def parse_event(data: str) -> list[dict[str, Any]] | None:
    """The JSON objects of an event's data, one or one a line; None where it is no JSON."""
    whole = _object(data)
    if whole is not None:
        return [whole]
    lines = [line for line in data.split("\n") if line.strip() and line.strip() != DONE]
    objects = [_object(line) for line in lines]
    found = [item for item in objects if item is not None]
    return found if found and len(found) == len(objects) else None


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
