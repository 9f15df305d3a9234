"""What the files of a demo world say, as plain values (`<folder>/world.json`, `lorebook.json`).

`world.json` holds the world, its characters (card fields under their V3 names) and its openings;
`map.json`, `things.json`, `rules.json` hold further parts of the world's document, `lives.json` what
characters begin with, by key. `lorebook.json` is a native lorebook (WB-56). Everywhere fields that
keep their default are left out.
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
HEAD = ("key", "language", "name", "description")
PARTS = ("map", "things", "rules")
NOT_CARD_FIELDS = ("portrait",)


@dataclass(frozen=True, slots=True)
class DemoWorld:
    """One world as its folder says it."""

    folder: str
    world: Mapping[str, Any]
    book: Book
    parts: Mapping[str, Any]
    lives: Mapping[str, Mapping[str, Any]]

    @property
    def key(self) -> str:
        """The world's stable key."""
        return str(self.world["key"])

    @property
    def document(self) -> dict[str, Any]:
        """The world's document; every opening pins the book at its latest."""
        head: dict[str, Any] = {name: self.world[name] for name in HEAD}
        pins = [{"book": self.book.key}]
        return {
            **self.parts,
            "world": head | dict(self.parts["world"]),
            "characters": [self._character(card) for card in self.world["characters"]],
            "openings": [opening | {"pins": pins} for opening in self.world["openings"]],
        }

    def _character(self, card: Mapping[str, Any]) -> dict[str, Any]:
        said = {name: value for name, value in card.items() if name not in NOT_CARD_FIELDS}
        return said | dict(self.lives[card["key"]])

    def picture(self, name: str) -> bytes:
        """The picture of a character, by its key, or of the world (COVER)."""
        return picture_path(self.folder, name).read_bytes()


def picture_path(folder: str, name: str) -> Path:
    """Where a picture is kept; `worldbook.demo.draw` makes them."""
    return DEMO_DIR / folder / "pictures" / f"{name}.webp"


def read_demo_world(folder: str) -> DemoWorld:
    """The demo world in `worldbook/demo/<folder>`; its entries are placed in the file's order."""
    root = DEMO_DIR / folder
    world = _read(root / "world.json")
    book = book_from_json(_read(root / world["lorebook"]))
    placed = tuple(replace(entry, place=place) for place, entry in enumerate(book.entries))
    parts: dict[str, Any] = {}
    for name in PARTS:
        parts |= _read(root / f"{name}.json")
    lives = _read(root / "lives.json")
    book = replace(book, entries=placed)
    return DemoWorld(folder, world=world, book=book, parts=parts, lives=lives)


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def read_demo_worlds() -> list[DemoWorld]:
    """All demo worlds, in the order in which they are loaded."""
    return [read_demo_world(folder) for folder in FOLDERS]
