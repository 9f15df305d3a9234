"""JSON that a database can keep: no NUL, no half of a surrogate pair, no infinite number."""

import json
import math
import re
from typing import Any

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def is_storable(text: str) -> bool:
    """Whether the text holds no character that PostgreSQL refuses."""
    return "\0" not in text if text.isascii() else _UNSTORABLE.search(text) is None


_SAFE = frozenset({int, bool, type(None)})


def storable(value: Any) -> Any:
    """The JSON value with characters that cannot be stored as U+FFFD, endless numbers as text."""
    if type(value) in _SAFE:
        return value
    if isinstance(value, str):
        return value if is_storable(value) else _UNSTORABLE.sub(REPLACEMENT, value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    if isinstance(value, dict):
        return {storable(name): storable(item) for name, item in value.items()}
    return value


def is_all_storable(value: Any) -> bool:
    """Whether `storable` would leave a JSON value as it is; mostly its JSON text tells at once."""
    try:
        text = _json(value)
    except (TypeError, ValueError):
        return _is_each_storable(value)
    return ("\\u0000" not in text and is_storable(text)) or _is_each_storable(value)


_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _is_each_storable(value: Any) -> bool:
    if isinstance(value, str):
        return is_storable(value)
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list | tuple):
        return all(map(_is_each_storable, value))
    if isinstance(value, dict):
        return all(map(_is_each_storable, value)) and all(map(_is_each_storable, value.values()))
    return True
