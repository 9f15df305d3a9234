"""Why a dice expression is not rolled: one sentence a code, with the place and a hint (DI-G2, DI-G3)."""

from collections.abc import Callable, Mapping
from typing import Any

from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

REASONS: dict[str, str] = {
    "not_text": _("A dice expression is text, such as 2d6+3."),
    "empty": _("There is nothing to roll: write dice such as 2d6+3."),
    "too_long": _("The expression has %(length)s characters; at most %(most)s are read."),
    "too_deep": _("Brackets stand more than %(most)s deep inside each other."),
    "value_missing": _("A number or dice are missing here."),
    "operator_missing": _("An operator such as + is missing before “%(found)s”."),
    "unexpected": _("“%(found)s” means nothing here."),
    "not_closed": _("The bracket “%(found)s” is not closed."),
    "not_opened": _("The bracket “%(found)s” was never opened."),
    "broken_term": _("Dice are written without blanks inside: 2d6, not 2 d6."),
    "no_sides": _("How many sides? Write d6, d%% or dF."),
    "zero_sides": _("Dice need at least one side."),
    "too_many_sides": _("Dice have at most %(most)s sides."),
    "zero_dice": _("At least one die is needed."),
    "too_many_dice": _("At most %(most)s dice are rolled at once."),
    "zero_count": _("How many to keep or drop starts at 1."),
    "count_missing": _("Write how many: %(hint)s."),
    "negative_count": _("How many to keep or drop? Write %(hint)s before the minus."),
    "drop_count": _(
        "After dice d%(count)s drops the lowest, which must be fewer than the dice; for other dice write an operator."
    ),
    "dice_of_dice": _("Dice after dice: write an operator between them."),
    "reroll_how": _("Reroll once or until it no longer matches? Write %(once)s or %(until)s."),
    "count_how": _("To count successes write %(hint)s."),
    "compare_missing": _("“%(found)s” needs a comparison, such as %(hint)s."),
    "number_missing": _("“%(found)s” needs a number, such as %(hint)s."),
    "bad_compare": _("Write this comparison as %(hint)s."),
    "bracket_term": _("Does the minus come first? Write %(hint)s."),
    "only_dice": _("“%(found)s” can only follow dice."),
    "only_keep": _("Groups can only keep and drop: kh, kl, dh, dl."),
    "explode_twice": _("Dice explode only once in their list."),
    "after_count": _("After cs only cf can follow, once."),
    "cf_alone": _("cf subtracts from successes: write cs before it."),
    "unknown_suffix": _("“%(found)s” is nothing that can be done with dice."),
    "thousands": _("Write numbers without separators: 1000, not 1,000."),
    "fraction": _("Only whole numbers can be used."),
    "exponent": _("Exponents and powers are not read; write the number out."),
    "hexadecimal": _("Only decimal numbers are read."),
    "label_empty": _("A label needs a text: [fire]."),
    "label_twice": _("A term has one label."),
    "label_first": _("A label stands at the end of its term: write it after “%(found)s”."),
    "unary_plus": _("A number or dice are missing before +."),
    "endless": _("This would never end: every face of the die matches."),
    "division_by_zero": _("This can divide by zero."),
    "too_large": _("This has too many possible values to be divided."),
}


WITH_PLACE = _("%(sentence)s (At character %(place)s.)")


class DiceFault(Exception):  # noqa: N818 - no error of the program: how reading stops, seen by nobody else
    """How reading an expression stops; `read_dice` turns it into a refusal."""

    def __init__(self, code: str, at: int, **detail: Any) -> None:
        """What is wrong, and at which character of the text (from 0)."""
        super().__init__(code)
        self.code, self.at, self.detail = code, at, detail

    def refusal(self, at: int) -> Refusal:
        """The refusal, with the place in the text as it was written."""
        detail = {"at": at, **self.detail}
        return Refusal(self.code, _sentence(REASONS[self.code], WITH_PLACE, detail), detail)


def dice_reason(refusal: Refusal, translate: Callable[[str], str]) -> str:
    """The sentence of a dice refusal in the reader's language; other codes keep their own."""
    known = REASONS.get(refusal.code)
    if known is None or "at" not in refusal.detail:
        return refusal.reason
    return _sentence(translate(known), translate(WITH_PLACE), refusal.detail)


def _sentence(reason: str, frame: str, detail: Mapping[str, Any]) -> str:
    return frame % {"sentence": reason % dict(detail), "place": detail["at"] + 1}
