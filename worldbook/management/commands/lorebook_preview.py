"""`manage.py lorebook_preview --json`: what an import would read, and its report (WB-41)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from worldbook.management.json_command import JsonCommand
from worldbook.rules.entries import entry_to_json
from worldbook.rules.formats import Parsed, read, read_value
from worldbook.rules.formats.reading import DEFAULTS
from worldbook.rules.refusal import Refusal


def read_request(request: Mapping[str, Any]) -> Parsed | Refusal:
    """What `file` (a path) or `book` (a JSON value) of a request holds."""
    defaults = request.get("import_defaults") or "native"
    if defaults not in DEFAULTS:
        return _bad("import_defaults", "It is native or sillytavern.")
    most = settings.WORLDBOOK_IMPORT_MAX_ENTRIES
    if "book" in request:
        return read_value(request["book"], import_defaults=defaults, max_entries=most)
    path = request.get("file")
    if not isinstance(path, str) or not path:
        return _bad("file", "The request names neither a file nor a book.")
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        return Refusal("no_file", f"The file cannot be read: {error}", {"at": "file"})
    return read(data, file_name=path, import_defaults=defaults, max_entries=most)


def _bad(at: str, reason: str) -> Refusal:
    """A request that cannot be answered, and the part that is wrong."""
    return Refusal("bad_request", reason, {"at": at})


class Command(JsonCommand):
    """Reads a lorebook or a card and shows its entries and the report; saves nothing."""

    help = "Shows what an import would read: {file | book, import_defaults?} as JSON."

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """Format, name, native entries and the report; the card too where it is one."""
        parsed = read_request(request)
        if isinstance(parsed, Refusal):
            return parsed
        entries = parsed.book.entries if parsed.book else ()
        answer: dict[str, Any] = {
            "format": parsed.format,
            "name": parsed.name,
            "entries": [entry_to_json(entry) for entry in entries],
            "report": parsed.report.to_json(),
        }
        if parsed.card:
            answer["card"] = parsed.card.to_json()
        return answer
