"""Why a value that an author writes by hand cannot stand, in words (PG-22)."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from worldbook.rules.faults import MESSAGES

WORDS: Mapping[str, Promise] = {
    "unknown_key": _("There is no “%(value)s” in this story."),
    "unknown_value": _("Possible are: %(known)s."),
    "wrong_kind": _("This field takes another kind of value."),
    "not_texts": _("This has to be a list of texts."),
    "unstorable": _("The value holds a character that cannot be stored."),
    "too_long": _("The value is too long."),
    "state_broken": _("With this value the story’s state would contradict itself."),
    "beyond_calendar": _("The time must lie in the years 1 to 9999."),
    "gone": _("That is gone."),
    "not_a_container": _("That is no container."),
    "not_one": _("Of what is worn or has something in it there is one only."),
    "cycle": _("A thing cannot be inside itself."),
    "not_empty": _("There is something in it."),
    "not_carried": _("Only what a character carries can be worn."),
    "not_wearable": _("This thing has no wear slot."),
    "slot_full": _("There is no room left in that wear slot."),
    "worn": _("It is worn; take it off first."),
    "unique": _("There is only one of it."),
    "out_of_range": _("There has to be at least one; of what is gone there is none."),
    "two_doors": _("This is one side of a door, and the other side would differ from it."),
}
"""Code → sentence, of what has no words of its own where it is refused."""


def value_words(problem: str, values: Mapping[str, Any]) -> dict[str, str]:
    """`{reason}` for a problem that has words here and comes without its own, else nothing."""
    wordless = problem in WORDS and "reason" not in values
    return {"reason": str(WORDS[problem]) % values} if wordless else {}


def fault_words(code: str, values: Mapping[str, Any], path: str = "") -> str:
    """A fault of a value as a sentence; `path`: of which part of it, empty for all of it."""
    told = gettext(MESSAGES[code]) % values
    if path:
        return f"{path} {told}"
    return gettext("The value %(fault)s.") % {"fault": told}
