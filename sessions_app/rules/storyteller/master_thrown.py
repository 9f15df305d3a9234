"""A recorded roll as the game master tells it (DC-2)."""

from dataclasses import dataclass

from sessions_app.rules.steps import RollResult


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll as it is told: `dice` says what fell; of a check its name, band and outcome."""

    dice: str
    total: int
    check: str = ""
    label: str = ""
    outcome: str = ""


def thrown_of(roll: RollResult, *, chinese: bool) -> Thrown:
    """A roll with its notation, and the faces that count where there are several."""
    kept = [str(die["value"]) for die in roll.dice if die.get("kept", True)]
    joint = "、" if chinese else ", "
    shown = f"{roll.expression} → {joint.join(kept)}" if len(kept) > 1 else roll.expression
    added = sum(one["value"] for one in roll.modifiers if not one.get("private"))
    if added:
        shown += f"{joint if len(kept) > 1 else ' '}{added:+}"
    if roll.check is None:
        return Thrown(shown, roll.total)
    return Thrown(shown, roll.seen_value, roll.name or roll.check, roll.band, roll.outcome)
