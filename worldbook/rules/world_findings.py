"""What lint can say of a world, as values: code, level, what it is about, sentence (TB-19, IT-9)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.words import gettext_noop as _

ERROR, WARNING = "error", "warning"

MESSAGES: Mapping[str, tuple[str, str]] = {
    "no_entrance": (ERROR, _("No exit leads to this place.")),
    "no_way_out": (ERROR, _("No exit leads out of this place.")),
    "unreachable": (
        ERROR,
        _("No way leads to this place from where the player begins (%(openings)s)."),
    ),
    "nowhere": (ERROR, _("This character is in no place.")),
    "no_cast": (ERROR, _("This opening has no characters, so that no story begins with it.")),
    "name_twice": (ERROR, _("“%(other)s” has the same name, “%(name)s”.")),
    "no_relationship": (
        WARNING,
        _("This character stands in no relationship to anybody, so it knows nobody."),
    ),
    "one_sided": (
        WARNING,
        _("It stands in a relationship to “%(other)s”, and “%(other)s” in none to it."),
    ),
    "one_way": (WARNING, _("It leads from “%(from)s” to “%(to)s”, and no exit leads back.")),
    "no_opener": (WARNING, _("It is locked, and nothing is said to open it.")),
    "unknown_opener": (WARNING, _("It is opened by “%(opener)s”, and there is no such item.")),
    "opener_inside": (WARNING, _("All that opens it, “%(opener)s”, is locked inside it.")),
    "never_reached": (WARNING, _("No roll of this check ever comes to its band “%(label)s”.")),
    "unused_start": (
        WARNING,
        _("It has a starting time, which only a clock that the story moves begins at."),
    ),
    "routines_stand": (WARNING, _("It has no clock, so that no routine ever begins.")),
    "covered_routines": (
        WARNING,
        _(
            "Window %(number)s of the routine (%(start)s–%(end)s) always holds: those after it "
            "never do."
        ),
    ),
    "unknown_in_book": (
        WARNING,
        _(
            "In the book “%(book)s” the entry “%(entry)s” asks for “%(value)s”, which this world "
            "does not have (%(path)s)."
        ),
    ),
    "name_here_twice": (
        WARNING,
        _("“%(other)s” is in the same place and has the same name, “%(name)s”."),
    ),
}
"""Code → level and sentence."""


@dataclass(frozen=True, slots=True)
class WorldFinding:
    """One thing that lint has found: `part` of the world's document and `key` of the row there.

    `level` is "error" or "warning"; `detail` has the JSON values that the sentence needs.
    """

    code: str
    level: str
    part: str
    key: str
    detail: Mapping[str, Any] = field(default_factory=dict)

    def say(self, translate: Callable[[str], str] = str) -> str:
        """The sentence; `translate` is the door's gettext."""
        return translate(MESSAGES[self.code][1]) % self.detail

    def to_json(self, translate: Callable[[str], str] = str) -> dict[str, Any]:
        """`{code, level, part, key, detail, text}`."""
        return {
            "code": self.code,
            "level": self.level,
            "part": self.part,
            "key": self.key,
            "detail": dict(self.detail),
            "text": self.say(translate),
        }


def world_finding(code: str, part: str, key: str, **detail: Any) -> WorldFinding:
    """A finding with the level of its code."""
    return WorldFinding(code, MESSAGES[code][0], part, key, detail)
