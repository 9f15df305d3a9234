"""What a player may write: length and emptiness, the same for every door."""

from worldbook.rules.refusal import Refusal

MAX_MESSAGE = 20_000
MAX_INSTRUCTION = 2_000
MAX_ANSWER = 100_000
MAX_TITLE = 200
MAX_PERSONA = 20_000


def clean_text(text: str, limit: int) -> str | Refusal:
    """The text as it is kept: one kind of line break, no NUL, no space around it."""
    cleaned = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    if not cleaned:
        return Refusal("text_empty", "There is no text.")
    if len(cleaned) > limit:
        return Refusal(
            "text_too_long",
            f"The text has {len(cleaned)} characters; {limit} are allowed.",
            {"length": len(cleaned), "limit": limit},
        )
    return cleaned
