"""What did not happen is not told as done: calls to who is away, bare words, second journeys, requests."""

from dataclasses import replace
from typing import Any

import pytest

from tests.sessions_app.agents.test_master import Player

pytestmark = pytest.mark.spec("TB-23")


def alone(language: str) -> Player:
    """A player with nobody by."""
    player = Player(language)
    things = player.tools.state.things
    people: dict[str, Any] = {**things.characters, "edda": "yard"}
    player.tools.state = replace(player.tools.state, things=replace(things, characters=people))
    return player


@pytest.mark.parametrize(
    ("language", "message", "name"),
    [
        ("en", "I ask Nan to give me the copper key", "Nan is not here."),
        ("en", "Nan, give me the lamp", "Nan is not here."),
        ("en", "Nan, open the oak door.", "Nan is not here."),
        ("zh", "柳三娘：你还记得我的名字吗？", "柳三娘不在这里。"),
        ("zh", "柳三娘，把油灯给我", "柳三娘不在这里。"),
        ("zh", "我去见柳三娘", "柳三娘不在这里。"),
    ],
)
async def test_of_who_is_away_it_is_said_and_nothing_else(
    language: str, message: str, name: str
) -> None:
    player = Player(language)
    text = await player.say(message)
    assert text.startswith(f"{name}\n")
    assert player.tools.state.things.exits["oak-door"].state == "closed"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "give me the lamp"),
        ("en", "Edda hands me the lamp"),
        ("en", "I borrow Edda's lamp"),
        ("zh", "把油灯给我"),
        ("zh", "我向沈更借他的灯"),
    ],
)
async def test_what_others_are_to_give_is_asked_of_them(language: str, message: str) -> None:
    player = Player(language)
    text = await player.say(message)
    assert "me the lamp" not in text
    assert "it is simply so" not in text
    assert "你这么做了" not in text
    assert player.held("lamp") == ("location", "hall")


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "yes"), ("en", "no."), ("en", "..."), ("zh", "是的"), ("zh", "嗯"), ("zh", "……")],
)
async def test_a_bare_word_does_nothing_and_is_told_as_nothing(language: str, message: str) -> None:
    text = (await alone(language).say(message)).partition("\n\n")[0]
    for done in ("done", "You do", "So you do", "你做了", "你这样做了", "understood", "读懂"):
        assert done not in text


@pytest.mark.parametrize(("language", "message"), [("en", "asdf qwer"), ("zh", "嘎嘎呱呱")])
async def test_what_is_not_understood_is_said_not_to_be(language: str, message: str) -> None:
    text = await alone(language).say(message)
    assert f"“{message}”" in text
    assert ("is not understood" if language == "en" else "没有读懂") in text


@pytest.mark.parametrize("message", ["我脱下长袍给他披上", "我摘下帽子给他戴上", "把手套给他戴上"])
async def test_nothing_is_never_quoted(message: str) -> None:
    assert "“”" not in await Player("zh").say(message)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I go to the yard and then back to the hall."),
        ("en", "I go to the yard and slip through the oak door."),
        ("en", "I go to the yard, then out again to the great hall."),
        ("zh", "我去院子再回来"),
        ("zh", "我去院子，然后钻过橡木门"),
    ],
)
async def test_a_second_journey_is_said_to_be_left(language: str, message: str) -> None:
    player = Player(language)
    text = await player.say(message)
    assert player.place == "yard"
    assert ("still to be done" if language == "en" else "还等着你做") in text


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I go to the yard and slip through the gap."),
        ("zh", "我去院子，然后钻过缝隙"),
    ],
)
async def test_a_way_that_is_none_is_said_to_be_none(language: str, message: str) -> None:
    text = await Player(language).say(message)
    assert ("You know no way there." if language == "en" else "你不知道去那里的路。") in text


async def test_a_way_that_is_gone_by_its_name_leads_to_what_follows() -> None:
    player = Player("zh")
    way = replace(player.tools.state.ways["oak-door"], aliases=("上楼",))
    player.tools.state = replace(
        player.tools.state, ways={**player.tools.state.ways, "oak-door": way}
    )
    await player.say("我上楼见柳三娘")
    assert player.place == "yard"


async def test_one_sign_of_a_course_is_no_end_of_a_name() -> None:
    player = Player("zh")
    hall = replace(player.tools.state.places["hall"], aliases=("塔下",))
    player.tools.state = replace(
        player.tools.state, places={**player.tools.state.places, "hall": hall}
    )
    text = await player.say("我往下走，去院子")
    assert player.place == "yard"
    assert "已经在" not in text


@pytest.mark.parametrize(
    ("language", "message", "told"),
    [("en", "eat the bread", "eat"), ("zh", "吃炊饼", "炊饼")],
)
async def test_what_is_eaten_is_told_as_eaten(language: str, message: str, told: str) -> None:
    text = await Player(language).say(message)
    assert told in text.partition("\n\n")[0]
    assert "is left of it" not in text
