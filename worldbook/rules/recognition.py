"""Whether two books say the same, whatever file and whatever place they came from (WB-9b)."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from worldbook.rules.compact import compact_entry

# Where an entry stands and what file it came from is no part of what it says.
_NOT_SAID = frozenset({"place", "source", "source_id"})


def content_digest(entries: Iterable[Mapping[str, Any]]) -> str:
    """SHA-256 of what entries (native JSON) say, in their order; defaults may be left out."""
    said = [
        {name: value for name, value in compact_entry(entry).items() if name not in _NOT_SAID}
        for entry in entries
    ]
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
