"""Checks that a player asks the game master for: the target as it is said, and where none is held."""

from dataclasses import replace

import pytest

from tests.sessions_app.agents.test_master import Player

pytestmark = pytest.mark.spec("TB-23", "DC-2")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Make a Stealth check, difficulty 12"),
        ("en", "I make a Stealth check with a difficulty of 12."),
        ("en", "Stealth check DC 12"),
        ("en", "stealth check 12"),
        ("en", "make a Stealth check against 12"),
        ("zh", "做一次潜行检定，难度12"),
        ("zh", "做一次难度为12的潜行检定"),
        ("zh", "潜行检定 12"),
    ],
)
async def test_the_target_is_read_however_it_is_said(language: str, message: str) -> None:
    player = Player(language)
    await player.say(message)
    assert player.asked("roll_check") == [("stealth", 12)]


@pytest.mark.parametrize(
    ("language", "message", "said"),
    [
        ("en", "Make a Stealth check, difficulty 12", "the 12 is left aside"),
        ("zh", "做一次潜行检定，难度12", "你说的12没有算进去"),
    ],
)
async def test_a_target_that_a_check_has_none_of_is_left_aside_and_said_so(
    language: str, message: str, said: str
) -> None:
    player = Player(language)
    state = player.tools.state
    plain = {**state.checks["stealth"], "comparison": "absolute"}
    player.tools.state = replace(state, checks={"stealth": plain})
    text = await player.say(message)
    assert player.asked("roll_check") == [("stealth", None)]
    assert said in text
