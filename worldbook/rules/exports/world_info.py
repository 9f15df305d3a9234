"""A book as SillyTavern world info: `{"name", "entries": {"0": {…}}}`, fields by SillyTavern's names."""

from collections.abc import Iterable, Mapping
from typing import Any

from worldbook.rules.entries import Book, Entry
from worldbook.rules.exports.marks import marked_book, marked_entry
from worldbook.rules.exports.sources import unknown_fields, unknown_of_book
from worldbook.rules.formats.decorators import ENDLESS

LOGICS = {"and_any": 0, "not_all": 1, "not_any": 2, "and_all": 3}
ROLES = {"system": 0, "user": 1, "assistant": 2}
POSITIONS = {"before_persona": 0, "after_persona": 1, "at_depth": 4}


def numbers(entries: Iterable[Entry]) -> list[int]:
    """A number for each entry: the one it came with, else one that is free."""
    wanted = [
        int(entry.source_id) if entry.source_id.isascii() and entry.source_id.isdigit() else -1
        for entry in entries
    ]
    taken: set[int] = set()
    result: list[int] = []
    for number in wanted:
        own = 0 <= number < 1_000_000_000 and number not in taken
        result.append(number if own else -1)
        taken.add(number)
    free = 0
    for at, number in enumerate(result):
        if number < 0:
            while free in taken:
                free += 1
            result[at] = free
            taken.add(free)
    return result


def matching(entry: Entry, book: Book) -> dict[str, Any]:
    """How the entry's keys match, by its own word or else by the book's."""
    case, whole = entry.case_sensitive, entry.whole_words
    return {
        "caseSensitive": book.case_sensitive if case is None else case,
        "matchWholeWords": book.whole_words if whole is None else whole,
        "scanDepth": entry.scan_depth,
    }


def turns(number: int) -> int | None:
    """A duration; what never ends is left to decorators."""
    return number if 0 < number <= ENDLESS else None


def _filter(entry: Entry) -> dict[str, Any]:
    found = entry.character_filter
    return {
        "isExclude": found is not None and found.mode == "exclude",
        "names": list(found.names) if found else [],
        "tags": [],
    }


def body(entry: Entry) -> str:
    """The body under the two decorators that SillyTavern knows."""
    lines = ["@@activate"] if entry.activate else []
    lines += ["@@dont_activate"] if entry.dont_activate else []
    return "\n".join([*lines, entry.content])


def entry_to_world_info(entry: Entry, book: Book, uid: int, place: int) -> dict[str, Any]:
    """One entry without our mark."""
    fields, extensions = unknown_fields(entry.source)
    written: dict[str, Any] = {
        "uid": uid,
        "key": list(entry.keys),
        "keysecondary": list(entry.secondary_keys),
        "comment": entry.title,
        "content": body(entry),
        "constant": entry.constant or entry.required,
        "selective": True,
        "selectiveLogic": LOGICS[entry.secondary_logic],
        "addMemo": True,
        "order": entry.order,
        "position": POSITIONS[entry.position],
        "disable": not entry.enabled,
        "ignoreBudget": entry.ignore_budget,
        "excludeRecursion": entry.exclude_recursion,
        "preventRecursion": entry.prevent_recursion,
        "delayUntilRecursion": entry.delay_until_recursion or False,
        "probability": entry.probability,
        "useProbability": True,
        "depth": entry.depth,
        "role": ROLES[entry.role],
        "group": ",".join(entry.groups),
        "groupOverride": entry.group_prioritize,
        "groupWeight": entry.group_weight,
        **matching(entry, book),
        "sticky": turns(entry.sticky),
        "cooldown": turns(entry.cooldown),
        "delay": turns(entry.delay),
        "characterFilter": _filter(entry),
        "displayIndex": place,
    }
    whole = {**fields, **written}
    return {**whole, "extensions": extensions} if extensions else whole


def book_head(book: Book) -> dict[str, Any]:
    """What the file says of the book, without our mark."""
    head: dict[str, Any] = {
        **unknown_of_book(book.source),
        "name": book.name,
        "description": book.description,
        "scan_depth": book.scan_depth,
    }
    return head if book.max_passes else {**head, "recursive_scanning": False}


def to_world_info(book: Book) -> Mapping[str, Any]:
    """The whole file."""
    entries = {}
    for place, (entry, uid) in enumerate(zip(book.entries, numbers(book.entries), strict=True)):
        raw = entry_to_world_info(entry, book, uid, place)
        entries[str(uid)] = marked_entry(entry, raw, place)
    return {**marked_book(book, book_head(book)), "entries": entries}
