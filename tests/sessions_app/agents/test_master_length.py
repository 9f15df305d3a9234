"""A message of ten thousand signs is read in its length, not in the square of it."""

import time

import pytest

from tests.sessions_app.agents.test_master import Player

LONG = {
    "take the lamp and ": "en",
    "take ": "en",
    "put ": "en",
    "push ": "en",
    '"': "en",
    "“": "en",
    "and ": "en",
    "before I ": "en",
    "I really ": "en",
    "拿": "zh",
    "我拿": "zh",
    "用": "zh",
    "被": "zh",
    "都拿": "zh",
    "从": "zh",
    "如果": "zh",
}
"""What is written over and over, up to ten thousand signs."""


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize("words", LONG)
async def test_what_is_written_over_and_over_costs_no_time(words: str) -> None:
    player = Player(LONG[words])
    await player.say("look")
    begun = time.process_time()
    await player.say((words * 10_000)[:10_000])
    assert time.process_time() - begun < 5  # Tenths of a second; read in the square it is many.
