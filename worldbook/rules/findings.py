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
    "unknown_conflict": (
        WARNING,
        _("It is in conflict with “%(entry)s”, and this book has no such entry."),
    ),
    "short_key": (
        WARNING,
        _("The key “%(key)s” is a single character; it will be found almost everywhere."),
    ),
    "common_key": (
        WARNING,
        _("The key “%(key)s” starts %(count)d of %(total)d entries (%(percent)d %%)."),
    ),
    "common_word": (
        WARNING,
        _(
            "The key “%(key)s” stands in the bodies of %(count)d of %(total)d entries "
            "(%(percent)d %%); it will be found in most chats."
        ),
    ),
    "broken_pattern": (
        WARNING,
        _("“%(key)s” looks like a regular expression and is none; it is read as plain text."),
    ),
    "slow_pattern": (
        WARNING,
        _("The pattern “%(key)s” can take so long that it counts as no match."),
    ),
    "patterns_left": (
        WARNING,
        _("%(count)d more patterns were not tried; mend the slow ones first."),
    ),
    "empty_body": (WARNING, _("Its body is empty; it is never used.")),
    "unknown_macro": (WARNING, _("The macro {{%(macro)s}} is not known; it stays as it is.")),
    "setvar": (WARNING, _("{{setvar}} writes nothing here.")),
    "body_over_budget": (
        WARNING,
        _("It takes %(tokens)d tokens; the budget of a turn is %(budget)d, so it never fits."),
    ),
    "constant_over_cap": (
        WARNING,
        _("It is constant and takes %(tokens)d tokens; constant entries may take %(cap)d in all."),
    ),
    "bundle_over_budget": (
        WARNING,
        _("With all it requires it takes more than the budget of a turn, %(budget)d tokens."),
    ),
    "bundle_over_count": (
        WARNING,
        _(
            "With all it requires it is more than %(most)d entries, which is more than a turn may have."
        ),
    ),
    "bundle_in_conflict": (
        WARNING,
        _("What it requires cannot be together: “%(entry)s” and “%(other)s” are in conflict."),
    ),
    "requires_off": (
        WARNING,
        _("It requires “%(entry)s”, which is disabled or blocked; so it is never used."),
    ),
    "required_over_budget": (
        WARNING,
        _(
            "The entries that are always required take %(tokens)d tokens; where the budget of a "
            "turn is %(budget)d every turn fails."
        ),
    ),
    "too_many_required": (
        WARNING,
        _("%(count)d entries are always required; a turn with more than %(most)d fails."),
    ),
    "duplicate": (
        WARNING,
        _("It has the keys of “%(entry)s” and almost its body (%(percent)d %% alike)."),
    ),
    "unreachable": (
        WARNING,
        _("Nothing can start it: it has no key, is not constant, and is not searched by meaning."),
    ),
    "unreachable_switch": (
        WARNING,
        _("Nothing can start it: keys may not, and no other entry requires it."),
    ),
    "unreachable_pass": (
        WARNING,
        _("It waits for pass %(pass)d, and this book has only %(passes)d further passes."),
    ),
    "unreachable_depth": (
        WARNING,
        _("Nothing can start it: it reads no messages, and bodies may not start it."),
    ),
    "never_drawn": (WARNING, _("Its probability is 0; it is never used.")),
    "unkept_fact": (
        WARNING,
        _("Its condition asks for what stories do not keep (%(fact)s), so it does not hold."),
    ),
}
"""Errors bar publishing (WB-22b, WB-27, WB-50), warnings do not."""

FACTS: Mapping[str, str] = {
    "now": _("the clock"),
    "started": _("when it began"),
    "turn": _("the number of the turn"),
    "places": _("who is where"),
    "variables": _("variables"),
    "items": _("things"),
    "events": _("events"),
    "triggers": _("triggers"),
    "engagements": _("engagements"),
    "verdicts": _("verdicts of a judge"),
}
"""What people call the parts of a state (CO-2)."""


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
        fact = str(self.detail.get("fact", ""))
        words = {"fact": translate(FACTS[fact])} if fact in FACTS else {}
        return translate(MESSAGES[self.code][1]) % {**self.detail, **words}

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
