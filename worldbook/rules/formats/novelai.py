"""Lorebooks of NovelAI: `{"lorebookVersion", "entries": […], "categories", "settings"}`.

Stories and scenarios hold one too; pictures carry any of the three in a text chunk `naidata`.
"""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.entries import Book
from worldbook.rules.formats.coerce import as_bool
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.report import BookReading
from worldbook.rules.formats.sillytavern import book_of
from worldbook.rules.formats.translated import Foreign, translated
from worldbook.rules.patterns import pattern_of

NAMES = {
    "displayName": "comment",
    "text": "content",
    "keys": "key",
    "enabled": "enabled",
    "forceActivation": "constant",
    "id": "id",
}
_KNOWN = frozenset(
    {"category", "searchRange", "nonStoryActivatable", "loreBiasGroups", "contextConfig"}
    | {"lastUpdatedAt", "hidden"}
)
# Parts of contextConfig that place or shorten a body in ways there are none of here.
_PLACING = ("tokenBudget", "reservedTokens", "insertionPosition", "insertionType")


def inner_book(value: Any) -> Mapping[str, Any] | None:
    """The lorebook in a lorebook, a scenario or a story; None where there is none."""
    if not isinstance(value, Mapping):
        return None
    if "lorebookVersion" in value:
        return value
    content = value.get("content") if "storyContainerVersion" in value else value
    book = content.get("lorebook") if isinstance(content, Mapping) else None
    if not isinstance(book, Mapping) or "lorebookVersion" not in book:
        return None
    about = value.get("metadata")
    title = about.get("title") if isinstance(about, Mapping) else value.get("title")
    return {**book, "name": title} if isinstance(title, str) else book


def _categories(raw: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The categories by their ids."""
    said = raw.get("categories")
    return {
        item["id"]: item
        for item in (said if isinstance(said, list) else [])
        if isinstance(item, Mapping) and isinstance(item.get("id"), str)
    }


def _category(category: Mapping[str, Any], values: dict[str, Any], notes: list[Note]) -> None:
    """The entry's category becomes a tag; one that is off switches its entries off."""
    name = category.get("name")
    if isinstance(name, str) and name.strip():
        values["tags"] = [name.strip()]
        notes.append(Note("folder_tag", "category", {"was": name.strip()[:60]}))
    if as_bool(category.get("enabled")) is False:
        values["enabled"] = False
        notes.append(Note("category_off", "category"))


def _context(config: Mapping[str, Any], values: dict[str, Any], notes: list[Note]) -> None:
    """Order, and what is put before and after the body."""
    if config.get("budgetPriority") is not None:
        values["order"] = config["budgetPriority"]
    text = values.get("content")
    before, after = config.get("prefix"), config.get("suffix")
    if isinstance(text, str) and text:
        if isinstance(before, str) and before.strip():
            values["content"] = before + text
            notes.append(Note("joined_text", "contextConfig.prefix"))
        if isinstance(after, str) and after.strip():
            values["content"] += after
            notes.append(Note("joined_text", "contextConfig.suffix"))
    if any(config.get(name) not in (None, 0, "") for name in _PLACING):
        notes.append(Note("placing_left_out", "contextConfig"))


def _matching(raw: Mapping[str, Any], values: dict[str, Any], notes: list[Note]) -> None:
    """Plain keys hit whole words; how far back is counted in characters there."""
    keys = raw.get("keys")
    if isinstance(keys, list) and any(
        isinstance(key, str) and pattern_of(key) is None for key in keys
    ):
        values["matchWholeWords"] = True
        notes.append(Note("whole_words", "keys"))
    reach = raw.get("searchRange")
    if reach == 0 and not isinstance(reach, bool):
        values["scanDepth"] = 0
    elif reach is not None:
        notes.append(Note("characters_back", "searchRange", {"was": str(reach)[:20]}))
    cascading = as_bool(raw.get("nonStoryActivatable"))
    if cascading is not None:
        values["excludeRecursion"] = not cascading


def _biases(raw: Mapping[str, Any], notes: list[Note]) -> None:
    """Phrases that the model is pushed to or from: kept, and they push nothing here."""
    groups = raw.get("loreBiasGroups")
    if any(
        isinstance(group, Mapping) and group.get("phrases")
        for group in (groups if isinstance(groups, list) else [])
    ):
        notes.append(Note("left_out", "loreBiasGroups"))


def _foreign(book: Mapping[str, Any]) -> Foreign:
    categories = _categories(book)

    def change(raw: Mapping[str, Any], values: dict[str, Any], notes: list[Note]) -> None:
        category = raw.get("category")
        if isinstance(category, str) and category in categories:
            _category(categories[category], values, notes)
        config = raw.get("contextConfig")
        if isinstance(config, Mapping):
            _context(config, values, notes)
        _matching(raw, values, notes)
        _biases(raw, notes)

    return Foreign(NAMES, change, known=_KNOWN, left_out=frozenset({"keyRelative"}))


def read_book(raw: Mapping[str, Any], reading: BookReading, *, import_defaults: str) -> Book:
    """A book of NovelAI."""
    entries = translated(raw.get("entries"), _foreign(raw), reading)
    settings = raw.get("settings")
    if isinstance(settings, Mapping) and settings.get("orderByKeyLocations"):
        reading.book_notes.append(Note("left_out", "settings.orderByKeyLocations"))
    return book_of(raw, entries, reading, import_defaults=import_defaults)
