"""Files to import, made by the test that needs them; cards of the wild are in `cards`."""

import io
import json
from pathlib import Path

from PIL import Image

CARDS = Path(__file__).parent / "cards"
CARD_NAMES = sorted(path.name for path in CARDS.iterdir() if path.suffix in (".png", ".webp"))


def world_info(count=2, **extra):
    entries = {
        str(uid): {
            "uid": uid,
            "comment": f"Entry {uid}",
            "key": [f"k{uid}"],
            "content": f"body {uid}",
        }
        | extra
        for uid in range(count)
    }
    return json.dumps({"entries": entries}).encode()


def card_v3(**data):
    inner = {
        "name": "Mira",
        "description": "A guard.",
        "first_mes": "Halt!",
        "alternate_greetings": ["You again."],
        "mes_example": "<START>",
        "character_book": {
            "name": "",
            "entries": [
                {
                    "keys": ["gate"],
                    "content": "It is shut.",
                    "insertion_order": 5,
                    "enabled": True,
                    "extensions": {},
                }
            ],
        },
        "extensions": {"x": 1},
    } | data
    return json.dumps({"spec": "chara_card_v3", "spec_version": "3.0", "data": inner}).encode()


def picture(size=(40, 30), exif=True):
    out = io.BytesIO()
    image = Image.new("RGB", size, "red")
    meta = Image.Exif()
    if exif:
        meta[0x010E] = "taken at home"
    image.save(out, "JPEG", exif=meta)
    return out.getvalue()
