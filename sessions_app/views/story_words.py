"""Words that stand in a story's transcript: in the language of the story, not of who reads (UI-4)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

WORDS: Mapping[str, Promise] = {
    "master": _("Game master"),
    "you": _("You"),
    "dice": _("Dice"),
    "rolls": _("%(who)s rolls"),
    "hidden": _("A hidden roll"),
    "unseen": _("Dice fell that you do not see."),
    "comes_to": _("%(title)s: %(dice)s comes to %(value)s"),
    "target": _("target %(target)s"),
    "die": _("d%(sides)s: %(value)s"),
    "dropped": _("dropped"),
    "rerolled": _("rerolled, was %(values)s"),
    "exploded": _("exploded"),
    "more_dice": _("%(count)s more dice"),
    "cut": _("The dice were stopped here; they would have gone on."),
}


def words_of_story(language: str) -> dict[str, str]:
    """Each word by its name, for a story in a language."""
    with override(language):
        return {name: str(words) for name, words in WORDS.items()}
