"""JSON that a database can keep: no NUL, no half of a surrogate pair, no infinite number."""

import math
import re
from typing import Any

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def is_storable(text: str) -> bool:
    """Whether the text holds no character that PostgreSQL refuses."""
    return _UNSTORABLE.search(text) is None


def storable(value: Any) -> Any:
    """The JSON value with characters that cannot be stored as U+FFFD, endless numbers as text."""
    if isinstance(value, str):
        return _UNSTORABLE.sub(REPLACEMENT, value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    if isinstance(value, dict):
        return {storable(name): storable(item) for name, item in value.items()}
    return value
