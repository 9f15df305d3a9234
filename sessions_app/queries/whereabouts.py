"""Whom the characters of a story follow, read by themselves (PL-8)."""

from sessions_app.models import StoryPlacement


def led_by(session_id: int) -> dict[int, int | None]:
    """Primary key of a character → that of the one it follows."""
    rows = StoryPlacement.objects.filter(session=session_id)
    return dict(rows.values_list("character_id", "follows_id"))
