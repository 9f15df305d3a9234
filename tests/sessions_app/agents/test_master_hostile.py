"""What a player writes to break the table, or to learn of it what nobody told: time, signs, secrets."""

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
    assert time.process_time() - begun < 0.75


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(
    ("language", "message", "number"),
    [
        ("en", "\u202etake\u200b three coins\x00", 3),
        ("en", "ｔａｋｅ ３ ｃｏｉｎｓ", 3),
        ("zh", "拿\u200b３枚铜钱", 3),
    ],
)
async def test_signs_that_nobody_sees_and_wide_letters_are_read(
    language: str, message: str, number: int
) -> None:
    player = Player(language)
    await player.say(message)
    (proposal,) = player.asked("resolve_round")
    assert proposal["item_changes"] == [
        {"actor": "ana", "op": "take", "item": "coins", "quantity": number}
    ]
