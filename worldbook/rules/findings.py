"""What lint can find in a book: the codes, how grave each is, and the sentence for people (WB-40)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from typing import Any

from worldbook.rules.words import gettext_noop as _

ERROR, WARNING = "error", "warning"

MESSAGES: Mapping[str, tuple[str, str]] = {
    "unknown_requires": (ERROR, _("It requires “%(entry)s”, and this book has no such entry.")),
    "required_conflict": (
        ERROR,
        _("It is required and in conflict with “%(entry)s”, which is required too."),
    ),
    "empty_key": (ERROR, _("A key is empty; it never matches.")),
    "empty_secondary_key": (ERROR, _("A secondary key is empty; it is ignored.")),
}
"""Errors bar publishing (WB-22b, WB-27, WB-50), warnings do not."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that lint has found.

    `level` is "error" or "warning"; `key_id` the entry, "" where it is the book's; `field` the
    field of WB-3 that it is about; `detail` JSON values that the sentence needs.
    """

    code: str
    level: str
    key_id: str
    field: str
    detail: Mapping[str, Any] = with_default(default_factory=dict)

    def say(self, translate: Callable[[str], str] = str) -> str:
        """The sentence; `translate` is the door's gettext."""
        return translate(MESSAGES[self.code][1]) % self.detail

    def to_json(self, translate: Callable[[str], str] = str) -> dict[str, Any]:
        """The finding with its sentence."""
        return {
            "code": self.code,
            "level": self.level,
            "key_id": self.key_id,
            "field": self.field,
            "detail": dict(self.detail),
            "text": self.say(translate),
        }


def finding(code: str, key_id: str, field: str, **detail: Any) -> Finding:
    """A finding with the level of its code."""
    return Finding(code, MESSAGES[code][0], key_id, field, detail)
