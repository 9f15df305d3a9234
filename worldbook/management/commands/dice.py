"""Roll dice, without a session: `dice --json` (DI-G5)."""

from collections.abc import Mapping
from secrets import randbelow
from typing import Any

from worldbook.management.json_command import JsonCommand
from worldbook.rules.dice import Dice, Draw, law_of, read_dice, roll, seeded, told
from worldbook.rules.faults import Fault
from worldbook.rules.refusal import Refusal


class Command(JsonCommand):
    """Print every die, the total, what could have come, and how likely each total is."""

    help = __doc__

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """`{expr, seed?, distribution?}` → `{canonical, dice, total, min, max, support, …}`."""
        draw = _draw(request.get("seed"))
        if isinstance(draw, Refusal):
            return draw
        wanted = request.get("distribution")
        if not isinstance(wanted, bool | None):
            return Fault("not_flag", "distribution").refusal("distribution")
        dice = read_dice(request.get("expr"))
        if isinstance(dice, Refusal):
            return dice
        return {**_rolled(dice, draw), **({"distribution": _law(dice)} if wanted else {})}


def _draw(seed: object) -> Draw | Refusal:
    """Chance by a seed of the request, or by the machine."""
    if seed is None:
        return randbelow
    if isinstance(seed, str | int) and not isinstance(seed, bool):
        return seeded("dice", seed)
    return Refusal("bad_seed", "The seed is a text or a whole number.", {"at": "seed"})


def _rolled(dice: Dice, draw: Draw) -> dict[str, Any]:
    thrown, support = roll(dice, draw), dice.support()
    answer: dict[str, Any] = {
        "canonical": dice.canonical,
        "dice": [die.to_json() for die in thrown.dice],
        "total": thrown.total,
        "min": dice.low,
        "max": dice.high,
        "support": None if support is None else list(support),
    }
    return {**answer, "truncated": True} if thrown.truncated else answer


def _law(dice: Dice) -> list[list[Any]] | None:
    """The exact distribution; null where it is too large."""
    law = law_of(dice)
    return None if law is None else told(law)
