"""What the files of a demo world say, as plain values (`<folder>/world.json`, `lorebook.json`).

`world.json` holds the world, its characters (card fields under their V3 names) and its openings;
`lorebook.json` is a native lorebook (WB-56) in which fields that keep their default are left out.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from worldbook.rules.entries import Book, book_from_json

DEMO_DIR = Path(__file__).resolve().parent
FOLDERS = ("en", "zh")
COVER = "cover"


@dataclass(frozen=True, slots=True)
class DemoWorld:
    """One world as its folder says it."""

    folder: str
    world: Mapping[str, Any]
    book: Book

    @property
    def key(self) -> str:
        """The world's stable key."""
        return str(self.world["key"])

    def picture(self, name: str) -> bytes:
        """The picture of a character, by its key, or of the world (COVER)."""
        return picture_path(self.folder, name).read_bytes()


def picture_path(folder: str, name: str) -> Path:
    """Where a picture is kept; `worldbook.demo.draw` makes them."""
    return DEMO_DIR / folder / "pictures" / f"{name}.webp"


def read_demo_world(folder: str) -> DemoWorld:
    """The demo world in `worldbook/demo/<folder>`; its entries are placed in the file's order."""
    root = DEMO_DIR / folder
    world = json.loads((root / "world.json").read_text(encoding="utf-8"))
    book = book_from_json(json.loads((root / world["lorebook"]).read_text(encoding="utf-8")))
    placed = tuple(replace(entry, place=place) for place, entry in enumerate(book.entries))
    return DemoWorld(folder, world=world, book=replace(book, entries=placed))


def read_demo_worlds() -> list[DemoWorld]:
    """All demo worlds, in the order in which they are loaded."""
    return [read_demo_world(folder) for folder in FOLDERS]
