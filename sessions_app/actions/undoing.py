"""What a command keeps so that it can be undone."""

from datetime import datetime
from typing import Any

from sessions_app.models import Passage, Take


def moment(value: datetime | None) -> str | None:
    """A time as it stands in JSON."""
    return value.isoformat() if value else None


def text_undo(take: Take) -> dict[str, Any]:
    """What puts the text of an answer back as it was."""
    rows = Passage.objects.filter(take=take).order_by("position")
    return {
        "kind": "text",
        "take": take.pk,
        "passages": list(rows.values("position", "speaker", "text", "reasoning")),
        "edited_at": moment(take.edited_at),
        "status": take.status,
    }
