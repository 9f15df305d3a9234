"""A character as the card that an export writes, with its picture (WB-11)."""

import io
from typing import Any

from PIL import Image

from worldbook.models import Character
from worldbook.rules.formats import Card
from worldbook.rules.formats.cards import TEXTS

LISTS = ("alternate_greetings", "group_only_greetings", "tags")


def card_of(character: Character) -> Card:
    """The card that tells of a character; its picture is not in it."""
    said: dict[str, Any] = {name: getattr(character, name) for name in TEXTS}
    said |= {name: tuple(getattr(character, name)) for name in LISTS}
    return Card(
        spec="chara_card_v3",
        name=character.name,
        extensions=dict(character.extensions),
        source=dict(character.source),
        **said,
    )


def portrait_png(character: Character) -> bytes | None:
    """The portrait as PNG; None where there is none, or its file is gone."""
    if not character.portrait:
        return None
    try:
        with character.portrait.open("rb") as file:
            kept = file.read()
    except FileNotFoundError:
        return None
    out = io.BytesIO()
    Image.open(io.BytesIO(kept)).save(out, "PNG")
    return out.getvalue()
