"""A roll thrown and read: plain dice, or a check of the world with what is added to it (DC-1, DC-3)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import floor
from typing import Any

from sessions_app.rules.world import StoryState
from worldbook.rules.checks import Check, look_up, read_check
from worldbook.rules.dice import Dice, Draw, Roll, dice_reason, read_dice, roll
from worldbook.rules.dice.text import MOST_CHARACTERS
from worldbook.rules.refusal import Refusal
from worldbook.rules.variables import CHARACTER, PRIVATE, Target
from worldbook.rules.words import gettext_noop as _

Json = Mapping[str, Any]

MODIFIER = "modifier"
"""What a number that is given at the roll is called among what was added."""

MOST_ADDED = 1_000_000
"""A target and a modifier lie between the negative of this and it."""

MOST_TOTAL = 2**53 - 1
"""The largest total that is kept, and its negative the smallest: what pages can count exactly."""

REASONS: Mapping[str, str] = {
    "unknown_check": _("There is no check “%(check)s”."),
    "broken_check": _("The check “%(check)s” cannot be rolled: %(problem)s"),
    "needs_target": _("This check is read against a target; none was given."),
    "no_target": _("This check has no target."),
    "no_band": _("No band of this check covers %(value)s."),
    "too_high": _("A total beyond %(most)s cannot be kept."),
    "added_range": _("A target and what is added lie within %(most)s."),
    "no_character": "This check adds the number “%(variable)s” of a character; none was named.",
    "no_variable": "“%(who)s” has no number “%(variable)s” to be added.",
}
"""Why a roll is refused beside what is wrong with dice; for the game master."""

NAMELESS: Mapping[str, str] = {
    "no_character": _("This check adds a number that your character does not have."),
    "no_variable": _("This check adds a number that your character does not have."),
}
"""What a player reads instead, where a reason names keys and numbers that they may not know."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """What was thrown and how it was read; `check` is a key, None of a plain roll.

    `total` is what the dice came to, `value` that with `modifiers` (`{name, label?, value, private?}`).
    """

    expression: str
    dice: tuple[Json, ...]
    total: int
    value: int
    truncated: bool
    check: str | None = None
    modifiers: tuple[Json, ...] = ()
    target: int | None = None
    band: str = ""
    outcome: str = ""


def roll_the_dice(expression: str, draw: Draw) -> Rolled | Refusal:
    """Throw an expression as it stands."""
    dice = read_dice(expression)
    if isinstance(dice, Refusal):
        told = {"code": "bad_dice", "dice": expression[:60]}
        return Refusal(dice.code, dice.reason, {**dice.detail, "told": told})
    thrown = _thrown(dice, draw)
    if isinstance(thrown, Refusal):
        return thrown
    return Rolled(
        expression=_written(dice, expression),
        dice=tuple(die.to_json() for die in thrown.dice),
        total=thrown.total,
        value=thrown.total,
        truncated=thrown.truncated,
    )


def _thrown(dice: Dice, draw: Draw) -> Roll | Refusal:
    """What falls, unless it is too much to be kept."""
    thrown = roll(dice, draw)
    if abs(thrown.total) > MOST_TOTAL:
        return _refused("too_high", most=MOST_TOTAL)
    return thrown


def _written(dice: Dice, text: str) -> str:
    """How the dice are kept: the canonical form, unless that is longer than what may be written."""
    return dice.canonical if len(dice.canonical) <= MOST_CHARACTERS else text.strip()


def roll_the_check(
    state: StoryState,
    key: str,
    who: str | None,
    target: int | None,
    modifier: int,
    draw: Draw,
) -> Rolled | Refusal:
    """Throw a check of the world for somebody, and look it up in its bands.

    Refused: unknown_check, no_character (its variable is nobody's), no_variable, added_range,
    needs_target, no_target, no_band: then no roll is recorded (DC-3).
    """
    row = state.checks.get(key)
    if row is None:
        return _refused("unknown_check", "unknown_check", check=key)
    check = read_check(row)
    if not isinstance(check, Check):
        problem = check[0].refusal("check").reason
        return _refused("broken_check", "unknown_check", check=key, problem=problem)
    if max(abs(target or 0), abs(modifier)) > MOST_ADDED:
        return _refused("added_range", most=MOST_ADDED)
    modifiers = _modifiers(state, check, who, modifier)
    if isinstance(modifiers, Refusal):
        return modifiers
    thrown = _thrown(check.dice, draw)
    if isinstance(thrown, Refusal):
        return thrown
    added = [told["value"] for told in modifiers]
    reading = look_up(check, thrown.total, target=target, added=added)
    if isinstance(reading, Refusal):
        told = {"code": reading.code, **reading.detail}
        return Refusal(reading.code, reading.reason, {**reading.detail, "told": told})
    return Rolled(
        expression=_written(check.dice, row["dice"]),
        dice=tuple(die.to_json() for die in thrown.dice),
        total=thrown.total,
        value=reading.value,
        truncated=thrown.truncated,
        check=key,
        modifiers=tuple(modifiers),
        target=target,
        band=reading.band.label,
        outcome=reading.band.outcome,
    )


def _modifiers(
    state: StoryState, check: Check, who: str | None, modifier: int
) -> Sequence[Json] | Refusal:
    """What is added: the character's variable, rounded down, and a number that was given.

    A variable that the player may not know (VR-5) is marked `private`.
    """
    found: list[dict[str, Any]] = []
    if check.variable:
        value = _variable(state, check.variable, who)
        if isinstance(value, Refusal):
            return value
        definition = state.variables.definition(check.variable)
        label = definition.name if definition else ""
        found.append({"name": check.variable, "label": label, "value": floor(value)})
        if who != state.player and definition is not None and definition.visibility == PRIVATE:
            found[-1]["private"] = True
    if modifier:
        found.append({"name": MODIFIER, "value": modifier})
    return found


def _variable(state: StoryState, key: str, who: str | None) -> Decimal | Refusal:
    if who is None:
        return _refused("no_character", "no_variable", variable=key)
    definition, target = state.variables.definition(key), Target(CHARACTER, who)
    if definition is not None and state.variables.serves(definition, target):
        value = state.variables.value(definition, target)
        if isinstance(value, Decimal):
            return value
    return _refused("no_variable", "no_variable", who=who, variable=key)


def _refused(code: str, told: str = "refused", **detail: Any) -> Refusal:
    return Refusal(code, REASONS[code] % detail, {**detail, "told": {"code": told}})


def roll_reason(refusal: Refusal, translate: Callable[[str], str]) -> str:
    """Why a roll was refused, in the reader's language; what is not of rolls keeps its own."""
    known = NAMELESS.get(refusal.code) or REASONS.get(refusal.code)
    if known is None:
        return dice_reason(refusal, translate)
    return translate(known) % dict(refusal.detail)
