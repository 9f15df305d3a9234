"""A book that comes within a request, of any format that can be imported (WB-42)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from worldbook.rules.entries import Book
from worldbook.rules.formats import Parsed, read_value
from worldbook.rules.refusal import Refusal

IMPORT_DEFAULTS = ("native", "sillytavern")
INLINE = "inline"


def import_defaults_of(request: Mapping[str, Any]) -> str | Refusal:
    """How keys match where the book does not say it."""
    defaults = request.get("import_defaults") or "native"
    if defaults not in IMPORT_DEFAULTS:
        message = f"`import_defaults` is one of {', '.join(IMPORT_DEFAULTS)}."
        return Refusal("bad_request", message, {"at": "import_defaults"})
    return str(defaults)


def inline_book(request: Mapping[str, Any], *, max_entries: int) -> Book | Refusal:
    """The book that stands in a request under `book`, as an unsaved one."""
    defaults = import_defaults_of(request)
    if isinstance(defaults, Refusal):
        return defaults
    return unsaved(read_value(request["book"], import_defaults=defaults, max_entries=max_entries))


def unsaved(parsed: Parsed | Refusal) -> Book | Refusal:
    """The book of what was read, with the key `inline` and revision 0."""
    if isinstance(parsed, Refusal):
        return parsed
    if parsed.book is None:
        return Refusal("no_book", "There is no lorebook in this card.", {"at": "book"})
    return replace(parsed.book, key=INLINE, revision=0)
