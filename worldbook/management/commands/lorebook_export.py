"""`manage.py lorebook_export --json`: a book in another format, and what others will not see."""

import base64
from collections.abc import Mapping
from typing import Any

from worldbook.management.commands.lorebook_preview import read_request
from worldbook.management.json_command import JsonCommand
from worldbook.rules.exports import FORMATS, Exported, export, losses
from worldbook.rules.formats import Parsed
from worldbook.rules.refusal import Refusal


def _exported(parsed: Parsed, format_name: str) -> Exported | Refusal:
    """The file; a card keeps the picture it came in where that is a PNG."""
    picture = parsed.card.avatar if parsed.card else None
    if picture and not picture.startswith(b"\x89PNG"):
        picture = None
    return export(parsed.book, format_name, card=parsed.card, picture=picture)


class Command(JsonCommand):
    """Reads a lorebook or a card and writes it in another format; saves nothing."""

    help = "Writes {file | book, format, import_defaults?} as one of: " + ", ".join(FORMATS)

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """The ending, the text (or, of a picture, base64) and the losses, entry by entry."""
        parsed = read_request(request)
        if isinstance(parsed, Refusal):
            return parsed
        format_name = request.get("format")
        if format_name not in FORMATS:
            known = ", ".join(FORMATS)
            return Refusal("bad_request", f"The format is one of: {known}.", {"at": "format"})
        if parsed.book is None and not format_name.startswith("card"):
            return Refusal("no_lorebook", "This card holds no lorebook.")
        file = _exported(parsed, format_name)
        if isinstance(file, Refusal):
            return file
        is_text = file.ending == "json"
        body = file.data.decode() if is_text else base64.b64encode(file.data).decode()
        found = losses(parsed.book, format_name) if parsed.book else []
        return {
            "format": format_name,
            "name": parsed.name,
            "ending": file.ending,
            "text" if is_text else "base64": body,
            "losses": [loss.to_json() for loss in found],
        }
