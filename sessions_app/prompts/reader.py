"""Prompt texts from the files beside this one: `<role>/<language>/<name>.md`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
DEFAULT_LANGUAGE = "en"


@cache
def prompts(role: str, language: str) -> Mapping[str, str]:
    """All texts of a role by name, in the language or, where a text has none there, in English."""
    texts: dict[str, str] = {}
    for folder in (FOLDER / role / DEFAULT_LANGUAGE, FOLDER / role / language.lower()):
        for path in sorted(folder.glob("*.md")):
            texts[path.stem] = path.read_text(encoding="utf-8").strip()
    return texts
