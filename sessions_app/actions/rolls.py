"""Dice are rolled and recorded in the step that asks for them (DC-1, DC-2, DC-4).

So after a rewind or another attempt exactly the rolls of that state exist. Chance is the machine's,
but in a story whose seed was given by hand the n-th roll of a turn follows from seed, turn and n.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from sessions_app.actions.by_hand import at_head
from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.rounds import last_round, locked_story, step_write
from sessions_app.models import DiceRoll, Session
from sessions_app.queries.rounds import roll_result
from sessions_app.queries.world import read_world
from sessions_app.rules.proposals import MAX_REASON, PLAYER
from sessions_app.rules.rolling import NAMELESS, Rolled, roll_reason, roll_the_check, roll_the_dice
from sessions_app.rules.steps import Refused, RollResult, TurnRef
from sessions_app.rules.world import StoryState
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import StoryWrite
from worldbook.models import User
from worldbook.models.story_rows import row_id
from worldbook.rules.dice import Draw, seeded
from worldbook.rules.refusal import Refusal
from worldbook.rules.storable import storable

Json = dict[str, Any]
Throw = Callable[[StoryState, str | None, Draw], Rolled | Refusal]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is kept of a roll beside its dice; `character` by key, `player` for the player's."""

    reason: str = ""
    character: str | None = None
    hidden: bool = False
    asked_by: str = "agent"


def roll_dice(
    *,
    at: TurnRef,
    key: str,
    expression: str,
    reason: str = "",
    character: str | None = None,
    hidden: bool = False,
    asked_by: str = "agent",
    cause: str = "master",
) -> RollResult | Refused:
    """Roll an expression (DI-G1) and record it; asked again under its key it is the same roll.

    Refused: what `read_dice` refuses, unknown_character. Raises StoryMoved, StoryGone, Superseded.
    """

    def throw(state: StoryState, who: str | None, draw: Draw) -> Rolled | Refusal:
        return roll_the_dice(expression, draw)

    asked = Asked(reason, character, hidden, asked_by)
    return _record(at, key, cause, asked, throw)


def roll_check(
    *,
    at: TurnRef,
    key: str,
    check: str,
    target: int | None = None,
    modifier: int = 0,
    reason: str = "",
    character: str | None = None,
    hidden: bool = False,
    asked_by: str = "agent",
    cause: str = "master",
) -> RollResult | Refused:
    """Roll a check of the world (DC-1) and record it; a value that no band covers is an error.

    `character` is whose variable is added; absent, the player's character. Refused: those of
    `rules/rolling.py`, and unknown_character.
    """

    def throw(state: StoryState, who: str | None, draw: Draw) -> Rolled | Refusal:
        return roll_the_check(state, check, who, target, modifier, draw)

    asked = Asked(reason, character or PLAYER, hidden, asked_by)
    return _record(at, key, cause, asked, throw)


def _record(at: TurnRef, key: str, cause: str, asked: Asked, throw: Throw) -> RollResult | Refused:
    """Throw and keep a roll under the story's lock, unless its key is known."""
    with transaction.atomic():
        story = locked_story(at)
        number = last_round(at)
        with step_write(at, cause, round_=number) as write:
            known = DiceRoll.objects.filter(session=story, key=key).exclude(key="").first()
            if known is not None:
                return roll_result(known)
            state = read_world(story.pk, texts=False)
            who = state.player if asked.character == PLAYER else asked.character
            if who is not None and who not in state.people:
                reason = f"There is no character “{who}”."
                told = {"code": "unknown_character"}
                return Refused((Refusal("unknown_character", reason, {"who": who, "told": told}),))
            rolled = throw(state, who, _draw(story, at))
            if isinstance(rolled, Refusal):
                return Refused((rolled,))
            row = _row(write, state, at, number, asked, who, rolled)
            row.key = key
            row.save()
            return roll_result(row)


def _draw(story: Session, at: TurnRef) -> Draw:
    """The chance of the next roll of a turn (DC-4)."""
    if not story.seed_given:
        return randbelow
    before = DiceRoll.objects.filter(session=story, turn=at.turn_number).count()
    return seeded("roll", story.seed, at.turn_number, before + 1)


def _row(
    write: StoryWrite,
    state: StoryState,
    at: TurnRef,
    number: int,
    asked: Asked,
    who: str | None,
    rolled: Rolled,
) -> DiceRoll:
    numbers, session = state.numbers, write.session_id
    return DiceRoll(
        session_id=session,
        turn=at.turn_number,
        round=number,
        dice_check_id=row_id(session, numbers.checks[rolled.check]) if rolled.check else None,
        expression=rolled.expression,
        dice=[dict(die) for die in rolled.dice],
        modifiers=[dict(modifier) for modifier in rolled.modifiers],
        target=rolled.target,
        total=rolled.total,
        value=rolled.value,
        band=rolled.band,
        outcome=rolled.outcome,
        reason=storable(asked.reason)[:MAX_REASON],
        character_id=row_id(session, numbers.characters[who]) if who else None,
        hidden=asked.hidden,
        asked_by=asked.asked_by,
        rolled_when=state.clock.now,
        truncated=rolled.truncated,
    )


def roll_by_player(*, by: User, session_id: int, key: str, expression: str) -> Json:
    """`/roll 2d6+3` (DC-5): a roll after the last turn, told at the next one; {…, roll}.

    Raises ActionRefused with the code of what is wrong with the dice.
    """
    return _command(by, session_id, key, {"expression": expression}, roll_dice)


def check_by_player(
    *, by: User, session_id: int, key: str, check: str, target: int | None = None
) -> Json:
    """`/check KEY [target]` (DC-5), as the player's character; {…, roll}."""
    return _command(by, session_id, key, {"check": check, "target": target}, roll_check)


def _command(
    by: User, session_id: int, key: str, arguments: Mapping[str, Any], roll: Callable[..., Any]
) -> Json:
    """Give a player's roll as a command: once per key, and its page is told."""

    def work(story: Session) -> Done:
        at = at_head(story)
        done = roll(at=at, key="", asked_by="player", cause="player", **arguments)
        if isinstance(done, Refused):
            raise _refused(done.reasons[0])
        return Done("rolls", turn=at.turn_id, result={"roll": done.seen_json()})

    return give_command(
        by=by, session_id=session_id, key=key, name="roll", arguments=arguments, work=work
    )


def _refused(refusal: Refusal) -> ActionRefused:
    """A roll that cannot be, in the player's language; its place in the text as `at`."""
    shown = {} if refusal.code in NAMELESS else refusal.detail
    detail = {name: value for name, value in shown.items() if name != "told"}
    return ActionRefused(refusal.code, roll_reason(refusal, gettext), 400, detail)
