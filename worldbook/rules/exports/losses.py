"""What other programs will not see of a book in one of the export formats, entry by entry (WK-13).

Nothing is lost for this program: what a format cannot say travels along and is read again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from typing import Any

from worldbook.rules.entries import Book, Entry
from worldbook.rules.exports.lorebook_v3 import entry_to_v3
from worldbook.rules.exports.marks import carried_fields, carried_of_book
from worldbook.rules.exports.sources import deep
from worldbook.rules.exports.world_info import book_head, entry_to_world_info, numbers
from worldbook.rules.exports.writing import NATIVE, WORLD_INFO, readable
from worldbook.rules.formats.notes import shown
from worldbook.rules.words import gettext_noop as _

MESSAGES: Mapping[str, str] = {
    "unseen": _("%(field)s (%(value)s) is seen by this program only."),
    "changed": _("%(field)s cannot be written there as it is; other programs read it changed."),
    "required": _("Required: other programs see a constant entry, which may fall to the budget."),
    "conditions": _("Conditions: other programs use the entry whether or not they hold."),
    "audience": _("Audience: other programs show the entry to every model."),
    "bundle": _("%(field)s: other programs choose each of these entries by itself."),
    "blocked": _("Blocked here: other programs may run what this one does not."),
    "turns": _("%(field)s: counted in turns here, in messages there."),
    "passes": _("Passes: other programs use the number of passes of their own settings."),
    "too_deep": _("What the file it was imported from said is nested too deep; it is left out."),
}
# Fields by which nothing is chosen or shown, or that are written as what they come to.
_QUIET = frozenset({"key_id", "source_id", "source", "place", "constant", "revision", "key"})
_EFFECTIVE = frozenset({"case_sensitive", "whole_words", "scan_depth"})
_SAID = frozenset(
    {"title", "content", "keys", "secondary_keys", "groups", "name", "description", "probability"}
    | {"depth", "role", "order", "position", "character_filter", "priority", "group_weight"}
    | {"sticky", "cooldown", "delay", "delay_until_recursion", "additional_keys", "exclude_keys"}
    | {"activate", "dont_activate", "only_after", "only_every"}
)
_OWN_WORDS = {
    "required": "required",
    "conditions": "conditions",
    "audience": "audience",
    "requires": "bundle",
    "conflicts": "bundle",
    "max_passes": "passes",
}
# Fields of which the format has no word at all.
_WORDLESS = {
    WORLD_INFO: frozenset(
        {"priority", "only_after", "only_every", "additional_keys", "exclude_keys"}
    ),
}
_V3_WORDLESS = frozenset({"character_filter"})
_TIMED = ("sticky", "cooldown", "delay")


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that others will not see; `key_id` is "" where it is the book's."""

    key_id: str
    field: str
    code: str
    detail: Mapping[str, Any] = with_default(default_factory=dict)

    def say(self, translate: Callable[[str], str] = str) -> str:
        """The sentence; `translate` is the door's gettext."""
        return translate(MESSAGES[self.code]) % {"value": "", **self.detail, "field": self.field}

    def to_json(self) -> dict[str, Any]:
        """The loss with its English sentence."""
        return {
            "key_id": self.key_id,
            "field": self.field,
            "code": self.code,
            "detail": dict(self.detail),
            "text": self.say(),
        }


def _loss(key_id: str, name: str, value: Any, wordless: frozenset[str]) -> Loss:
    if name in _OWN_WORDS:
        return Loss(key_id, name, _OWN_WORDS[name])
    if name in _SAID and name not in wordless:
        return Loss(key_id, name, "changed")
    return Loss(key_id, name, "unseen", {"value": shown(value)})


def _of_entry(
    entry: Entry, raw: Mapping[str, Any], place: int, wordless: frozenset[str]
) -> Iterator[Loss]:
    """The losses of one entry."""
    for name, value in carried_fields(entry, raw, place).items():
        if name not in _QUIET and name not in _EFFECTIVE and name != "blocked":
            yield _loss(entry.key_id, name, value, wordless)
    if entry.blocked:
        yield Loss(entry.key_id, "blocked", "blocked")
    for name in _TIMED:
        if getattr(entry, name):
            yield Loss(entry.key_id, name, "turns")


def _of_book(book: Book) -> Iterator[Loss]:
    """The losses of the book itself."""
    for name, value in carried_of_book(book, book_head(book)).items():
        if name not in _QUIET and name not in _EFFECTIVE:
            yield _loss("", name, value, frozenset())


def losses(book: Book, format_name: str) -> list[Loss]:
    """What other programs will not see; the native format loses nothing."""
    deep_ones = [
        Loss(entry.key_id, "source", "too_deep") for entry in book.entries if deep(entry.source)
    ]
    if format_name == NATIVE:
        return deep_ones
    book = readable(book)
    found = [*deep_ones, *_of_book(book)]
    write = entry_to_world_info if format_name == WORLD_INFO else entry_to_v3
    wordless = _WORDLESS.get(format_name, _V3_WORDLESS)
    for place, (entry, number) in enumerate(zip(book.entries, numbers(book.entries), strict=True)):
        found.extend(_of_entry(entry, write(entry, book, number, place), place, wordless))
    return found
