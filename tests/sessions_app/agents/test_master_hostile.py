"""What a player writes to break the table, or to learn of it what nobody told: time, signs, secrets."""

import time
from dataclasses import replace

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
    assert time.process_time() - begun < 1.2


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


@pytest.mark.spec("IT-7", "TB-23")
@pytest.mark.parametrize(
    ("language", "messages", "said"),
    [
        ("en", "eat|use|try|read|look at|wear|open", "the red gem"),
        ("en", "eat|use|try|look at|open", "the copper key"),
        ("zh", "吃|用|试试|读|看看|戴上|打开", "红宝石"),
        ("zh", "吃|用|试试|看看|打开", "铜钥匙"),
    ],
)
async def test_what_is_not_perceived_is_answered_as_what_there_is_not(
    language: str, messages: str, said: str
) -> None:
    missing = "the red moon" if language == "en" else "红月亮"
    for verb in messages.split("|"):
        joint = " " if language == "en" else ""
        told = await Player(language).say(f"{verb}{joint}{said}")
        plain = await Player(language).say(f"{verb}{joint}{missing}")
        blind = told.partition("\n\n")[0].replace(said, "X")
        assert blind.partition("X")[0] == plain.partition(missing)[0], verb


@pytest.mark.spec("TB-23", "IT-5")
@pytest.mark.parametrize(
    ("language", "message", "said"),
    [
        ("en", "give the bread to Zed", "mean by “Zed”"),
        ("en", "give the bread to the gem", "mean by “the gem”"),
        ("en", "give the bread to the statue", "The statue does not take"),
        ("en", "give the bread to the hearth", "The hearth does not take"),
        ("zh", "把炊饼给张三", "你说的“张三”"),
        ("zh", "把炊饼给红宝石", "你说的“红宝石”"),
        ("zh", "把炊饼给石像", "石像不会接"),
    ],
)
async def test_what_is_given_to_nobody_who_is_there_is_given_to_nobody(
    language: str, message: str, said: str
) -> None:
    player = Player(language)
    assert said in await player.say(message)
    assert player.held("bread") == ("character", "ana")


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "give the bread to her"),
        ("en", "give the bread to the woman"),
        ("en", "give the bread"),
        ("zh", "把炊饼给他"),
        ("zh", "把炊饼给那个老人"),
    ],
)
async def test_words_that_may_mean_anybody_mean_who_is_there(language: str, message: str) -> None:
    player = Player(language)
    await player.say(message)
    assert player.held("bread") == ("character", "edda")


@pytest.mark.parametrize(
    ("language", "message"), [("en", "wear the lamp"), ("zh", "戴上油灯"), ("zh", "把油灯穿上")]
)
async def test_what_is_not_to_be_worn_is_not_picked_up_for_it(language: str, message: str) -> None:
    player = Player(language)
    await player.say(message)
    assert player.held("lamp") == ("location", "hall")


@pytest.mark.spec("TB-23", "PC-1")
@pytest.mark.parametrize(
    ("language", "message", "deed"),
    [
        ("en", "I say I will take the lamp", "You take"),
        ("en", "I make Edda drop the lamp", "You let it go"),
        ("en", "Ask Edda about the dice", "You throw"),
        ("en", "show the gem to Edda", "You show"),
        ("zh", "我对沈更说我要拿油灯", "你拿了"),
        ("zh", "我说我会放下炊饼", "你松了手"),
        ("zh", "给沈更看红宝石", "露出来"),
    ],
)
async def test_what_is_only_spoken_of_is_not_told_as_done(
    language: str, message: str, deed: str
) -> None:
    player = Player(language)
    assert deed not in await player.say(message)
    assert player.held("lamp") == ("location", "hall")


@pytest.mark.parametrize(("language", "called"), [("en", "the guard"), ("zh", "守门人")])
async def test_who_is_looked_for_in_vain_is_called_as_the_player_does(
    language: str, called: str
) -> None:
    player = Player(language)
    state = player.tools.state
    people = {**state.things.characters, "edda": "yard"}
    player.tools.state = replace(state, things=replace(state.things, characters=people))
    text = await player.say(f"look for {called}" if language == "en" else f"找{called}")
    assert called in text.lower()
    assert state.people["edda"].name not in text
