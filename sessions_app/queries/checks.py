"""The checks of a story's world, as its player may choose them (DC-5)."""

from typing import Any

from sessions_app.models import Session, StoryDiceCheck

_SHOWN = ("key", "name", "when", "dice", "comparison")


def checks_json(story: Session) -> list[dict[str, Any]]:
    """Each check in its order: `{key, name, when, dice, needs_target}`."""
    rows = StoryDiceCheck.objects.filter(session=story).order_by("position", "id").values(*_SHOWN)
    return [
        {
            "key": row["key"],
            "name": row["name"],
            "when": row["when"],
            "dice": row["dice"],
            "needs_target": row["comparison"] != "absolute",
        }
        for row in rows
    ]
