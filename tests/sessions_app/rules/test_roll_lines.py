"""Dice that the player threw are told to the model with its next message (DC-5)."""

from dataclasses import replace

import pytest

from sessions_app.prompts.reader import prompts
from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.assembly import Limits, assemble
from sessions_app.rules.package import Package
from sessions_app.rules.roll_lines import roll_line
from sessions_app.rules.steps import RollResult

pytestmark = pytest.mark.spec("DC-5")

PLAIN = RollResult(n=7, turn=1, round=0, expression="2d6+3", dice=(), total=9, value=9)
CHECK = replace(
    PLAIN,
    expression="1d20",
    total=14,
    value=16,
    check="climb",
    name="Climb",
    modifiers=({"name": "wounds", "value": 3}, {"name": "modifier", "value": -1}),
    target=10,
    band="works",
    outcome="You are up.",
)


@pytest.mark.parametrize(
    ("roll", "line"),
    [
        (PLAIN, "2d6+3 = 9"),
        (replace(PLAIN, reason="luck"), "2d6+3 = 9 (luck)"),
        (CHECK, "Climb: 1d20 = 14, wounds +3, modifier -1 → 16 / 10: works. You are up."),
        (
            replace(CHECK, modifiers=(), target=None, name=""),
            "climb: 1d20 = 14: works. You are up.",
        ),
    ],
)
def test_a_roll_is_one_line(roll: RollResult, line: str) -> None:
    assert roll_line(roll) == line


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_dice_stand_before_the_message_and_are_not_read_for_macros(language: str) -> None:
    view = ActorView(
        char=CardView(name="Mira"),
        message="I climb.",
        language=language,
        persona_name="Ana",
        rolls=("1d20 = 14 ({{char}})", "2d6 = 3"),
    )
    limits = Limits(window=10_000, max_output=100)
    made = assemble(view, prompts("actor", language), len, limits)
    assert isinstance(made, Package)
    dice, message = (part for part in made.parts if part.name in ("dice", "message"))
    assert made.parts.index(dice) < made.parts.index(message)
    assert dice.text.endswith("1d20 = 14 ({{char}})\n2d6 = 3")
    assert "Ana" in dice.text
    without = assemble(replace(view, rolls=()), prompts("actor", language), len, limits)
    assert isinstance(without, Package)
    assert "dice" not in {part.name for part in without.parts}
