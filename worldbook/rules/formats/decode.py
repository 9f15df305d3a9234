"""From the bytes of a file to its text and its JSON value, in bounded time and memory (WB-10)."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.refusals import refuse
from worldbook.rules.refusal import Refusal
from worldbook.rules.storable import is_storable, storable

MAX_DEPTH = 64
MAX_VALUES = 3_000_000

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_FORBIDDEN_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")


class Repeated(dict[str, Any]):
    """An object in which a name is written twice; `pairs` keeps every member as written."""

    pairs: list[tuple[str, Any]]


def _encoding(data: bytes) -> tuple[int, str]:
    """Length of the byte order mark and the encoding; without a mark zeros betray UTF-16."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return len(mark), name
    head = data[:4]
    if len(head) >= 2 and head[1] == 0 and head[0] != 0:
        return 0, "utf-16-le"
    if len(head) >= 2 and head[0] == 0 and head[1] != 0:
        return 0, "utf-16-be"
    return 0, "utf-8"


def decode_text(data: bytes) -> str | Refusal:
    """The text of a file: UTF-8, UTF-16 or UTF-32, with or without a mark."""
    skip, encoding = _encoding(data)
    try:
        return data[skip:].decode(encoding)
    except UnicodeDecodeError as error:
        return refuse("wrong_encoding", encoding=encoding, at=error.start + skip)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one with repeated names remembers them all."""
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    repeated = Repeated(plain)
    repeated.pairs = pairs
    return repeated


def _finite(text: str) -> float | None:
    """A number, or None for one too great to be one."""
    number = float(text)
    return number if math.isfinite(number) else None


def _readable(text: str) -> int | None:
    """A whole number, or None for one of more digits than Python reads (4,300)."""
    try:
        return int(text)
    except ValueError:
        return None


def parse_json(text: str, *, forgiving: bool = False) -> Any | Refusal:
    """The value of a JSON text; NaN and infinities are None, repeated names are remembered.

    A whole number of more digits than can be read is refused, or, `forgiving`, is None too: one
    such field sinks no file.
    """
    if text.count("[") + text.count("{") + text.count(",") > MAX_VALUES:
        return refuse("too_many_values", limit=MAX_VALUES)
    try:
        return _loaded(text, forgiving=forgiving)
    except json.JSONDecodeError as error:
        return refuse("not_json", line=error.lineno, column=error.colno, problem=error.msg)
    except RecursionError:
        return refuse("too_deep", limit=MAX_DEPTH)
    except ValueError:
        return refuse("not_json", line=0, column=0, problem="a number of too many digits")


def _loaded(text: str, *, forgiving: bool) -> Any:
    """The value; the slower way, which asks for each whole number, is gone only where it must be."""
    hooks: dict[str, Any] = {
        "object_pairs_hook": _object,
        "parse_float": _finite,
        "parse_constant": lambda _name: None,
    }
    try:
        return json.loads(text, **hooks)
    except json.JSONDecodeError:
        raise
    except ValueError:
        if not forgiving:
            raise
        return json.loads(text, parse_int=_readable, **hooks)


def _members(value: Any) -> Iterable[Any]:
    """What an object or a list holds."""
    if isinstance(value, Repeated):
        return [item for _name, item in value.pairs]
    return value.values() if isinstance(value, dict) else value


def too_deep(value: Any, *, beyond: int = 0) -> bool:
    """Whether lists and objects stand more than MAX_DEPTH (and `beyond`) inside each other."""
    level = [value] if isinstance(value, dict | list) else []
    depth = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH + beyond:
            return True
        level = [item for box in level for item in _members(box) if isinstance(item, dict | list)]
    return False


def clean(value: Any) -> Any:
    """A copy that a database can keep; repeated names stay remembered."""
    if isinstance(value, Repeated):
        return _object([(clean(name), clean(item)) for name, item in value.pairs])
    if isinstance(value, dict):
        return {clean(name): clean(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    return storable(value)


def load_text(text: str, notes: list[Note]) -> Any | Refusal:
    """A JSON text as a value that is not too deep and can be stored."""
    if not text.strip():
        return refuse("empty")
    value = parse_json(text, forgiving=True)
    if isinstance(value, Refusal):
        return value
    if too_deep(value):
        return refuse("too_deep", limit=MAX_DEPTH)
    if _FORBIDDEN_ESCAPE.search(text) or not is_storable(text):
        cleaned = clean(value)
        if cleaned != value:
            notes.append(Note("cleaned_text"))
        value = cleaned
    return value


def load_value(value: Any, notes: list[Note]) -> Any | Refusal:
    """A value that some other reader parsed, held to the same bounds as a text."""
    if too_deep(value):
        return refuse("too_deep", limit=MAX_DEPTH)
    cleaned = clean(value)
    if cleaned != value:
        notes.append(Note("cleaned_text"))
    return cleaned
