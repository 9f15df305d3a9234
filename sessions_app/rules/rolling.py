"""A roll thrown and read: plain dice, or a check of the world with what is added to it (DC-1, DC-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import floor
from typing import Any

from sessions_app.rules.world import StoryState
from worldbook.rules.checks import Check, look_up, read_check
from worldbook.rules.dice import Dice, Draw, Roll, read_dice, roll
from worldbook.rules.dice.text import MOST_CHARACTERS
from worldbook.rules.refusal import Refusal
from worldbook.rules.variables import CHARACTER, Target

Json = Mapping[str, Any]

MODIFIER = "modifier"
"""What a number that is given at the roll is called among what was added."""

MOST_ADDED = 1_000_000
"""A target and a modifier lie between the negative of this and it."""

MOST_TOTAL = 2**53 - 1
"""The largest total that is kept, and its negative the smallest: what pages can count exactly."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """What was thrown and how it was read; `check` is a key, None of a plain roll.

    `total` is what the dice came to, `value` that with `modifiers` (`{name, value}`).
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
        reason = f"A total beyond {MOST_TOTAL} cannot be kept."
        return _refused("too_high", reason, {"code": "refused"})
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
        return _refused("unknown_check", f"There is no check “{key}”.", {"code": "unknown_check"})
    check = read_check(row)
    if not isinstance(check, Check):
        reason = check[0].refusal("check").reason
        return _refused("broken_check", f"The check “{key}”: {reason}", {"code": "unknown_check"})
    if max(abs(target or 0), abs(modifier)) > MOST_ADDED:
        reason = f"A target and a modifier lie within {MOST_ADDED}."
        return _refused("added_range", reason, {"code": "refused"})
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
    """What is added: the character's variable, rounded down, and a number that was given."""
    found: list[Json] = []
    if check.variable:
        value = _variable(state, check.variable, who)
        if isinstance(value, Refusal):
            return value
        found.append({"name": check.variable, "value": floor(value)})
    if modifier:
        found.append({"name": MODIFIER, "value": modifier})
    return found


def _variable(state: StoryState, key: str, who: str | None) -> Decimal | Refusal:
    if who is None:
        reason = f"This check adds the variable “{key}” of a character; none was named."
        return _refused("no_character", reason, {"code": "refused"})
    definition, target = state.variables.definition(key), Target(CHARACTER, who)
    if definition is not None and state.variables.serves(definition, target):
        value = state.variables.value(definition, target)
        if isinstance(value, Decimal):
            return value
    reason = f"“{who}” has no number “{key}” to be added."
    return _refused("no_variable", reason, {"code": "refused"})


def _refused(code: str, reason: str, told: Json) -> Refusal:
    return Refusal(code, reason, {"told": told})
