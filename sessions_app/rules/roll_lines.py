"""A roll in one line, as a model is told of it: dice, what was added, and what came of it (DC-5)."""

from sessions_app.rules.steps import RollResult


def roll_line(roll: RollResult) -> str:
    """`2d6+3 = 9`; of a check `Climb: 1d20 = 14, wounds +3 → 17 / 10: works. You are up.`"""
    thrown = f"{roll.expression} = {roll.total}"
    if roll.check is None:
        return f"{thrown} ({roll.reason})" if roll.reason else thrown
    added = "".join(f", {one['name']} {one['value']:+}" for one in roll.modifiers)
    value = f"{thrown}{added} → {roll.value}" if roll.modifiers else thrown
    against = "" if roll.target is None else f" / {roll.target}"
    return f"{roll.name or roll.check}: {value}{against}: {roll.band}. {roll.outcome}".strip()
