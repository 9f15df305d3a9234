"""Dice: from a text to every die, the total and its exact law (DI-G1…6).

    text --read_dice--> Dice --roll--> Roll          law_of(Dice) -> Law | None

`parse` makes the tree, `reach` says what it can come to and refuses what never ends or divides by
zero, `rolling` throws, `distribution` reckons. Chance is handed in as a `Draw` (`chance.seeded`).
"""

from worldbook.rules.dice.chance import seeded
from worldbook.rules.dice.distribution import law_of, told
from worldbook.rules.dice.expression import Dice, read_dice
from worldbook.rules.dice.law import Law
from worldbook.rules.dice.refusals import dice_reason
from worldbook.rules.dice.rolling import Die, Draw, Roll, roll
from worldbook.rules.dice.spans import Spans

__all__ = [
    "Dice",
    "Die",
    "Draw",
    "Law",
    "Roll",
    "Spans",
    "dice_reason",
    "law_of",
    "read_dice",
    "roll",
    "seeded",
    "told",
]
