"""What is shown, read out or hidden about one's person changes no hands; what one has not is not shown."""

from dataclasses import replace

import pytest

from sessions_app.rules.world import Described
from tests.sessions_app.agents.test_master import Player

pytestmark = pytest.mark.spec("TB-23", "IT-5")


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I take the lamp and hide it under my coat"),
        ("en", "I take the lamp and put it in my pocket"),
        ("en", "I take the lamp and hide the lamp from Edda"),
        ("zh", "拿油灯，把油灯藏在身上"),
        ("zh", "我拿起油灯，藏进怀里"),
        ("zh", "拿油灯，把油灯藏在长袍下面"),
    ],
)
async def test_what_is_hidden_about_ones_person_stays_there(language: str, message: str) -> None:
    player = Player(language)
    text = await player.say(message)
    assert player.held("lamp") == ("character", "ana")
    assert ("about you" if language == "en" else "贴身藏好") in text


@pytest.mark.parametrize(
    "message",
    [
        "把炊饼念给沈更听",
        "我拿炊饼，念给沈更听",
        "把炊饼指给沈更看",
        "我把炊饼拿给沈更看",
        "我拿炊饼给沈更看一眼",
        "拿出炊饼，读给沈更听",
        "我拿出炊饼，给沈更念",
        "我拿出炊饼，给沈更讲了个故事",
    ],
)
async def test_what_is_read_or_held_out_to_somebody_is_not_given(message: str) -> None:
    player = Player("zh")
    await player.say(message)
    assert player.held("bread") == ("character", "ana")


@pytest.mark.parametrize(
    ("language", "message", "lacking"),
    [
        ("en", "show Edda the unsealed order", "the unsealed order"),
        ("en", "show the copper key to Edda", "the copper key"),
        ("en", "show Edda the red gem", "the red gem"),
        ("zh", "把手谕给沈更看", "手谕"),
        ("zh", "给沈更看红宝石", "红宝石"),
        ("zh", "出示铜钥匙", "铜钥匙"),
    ],
)
async def test_what_one_has_not_is_not_shown(language: str, message: str, lacking: str) -> None:
    text = await Player(language).say(message)
    said = "You have no such thing to show" if language == "en" else "拿不出来给人看"
    assert said in text
    assert f"“{lacking}”" in text


@pytest.mark.parametrize(
    ("language", "message", "shown"),
    [
        ("en", "I show Edda the grey coat and the copper key", "the grey coat"),
        ("en", "show the grey coat to Edda", "the grey coat"),
        ("zh", "把长袍和铜钥匙给沈更看", "光顺着它"),
    ],
)
async def test_whom_and_what_are_told_apart(language: str, message: str, shown: str) -> None:
    text = await Player(language).say(message)
    assert shown in text
    assert "Edda the" not in text
    if "copper" in message or "铜" in message:
        assert ("“the copper key”" if language == "en" else "“铜钥匙”") in text


@pytest.mark.parametrize(
    ("language", "message"), [("en", "show Nan the lamp"), ("zh", "把油灯给柳三娘看")]
)
async def test_who_is_away_is_shown_nothing(language: str, message: str) -> None:
    text = await Player(language).say(message)
    assert ("Nan is not here." if language == "en" else "柳三娘不在这里。") in text


async def test_several_things_go_together_and_out_of_something() -> None:
    player = Player("zh")
    await player.say("把铁钥匙和炊饼一起交给沈更")
    assert player.held("bread") == ("character", "edda")
    text = await player.say("把信从木箱里拿出来")
    assert "“信”" in text


async def test_a_way_that_is_named_goes_before_what_is_only_seen() -> None:
    player = Player("zh")
    await player.say("我从橡木门爬上火塘")
    assert player.place == "yard"


async def test_a_rope_that_is_named_is_climbed_and_not_the_light_at_its_end_looked_at() -> None:
    player = Player("zh")
    state = player.tools.state
    rope = replace(state.ways["oak-door"], name="吊篮的绳子", aliases=("绳子",))
    light = Described(key="hearth", name="塔顶的灯火", aliases=("塔顶",))
    player.tools.state = replace(
        state,
        ways={**state.ways, "oak-door": rope},
        places={**state.places, "hall": replace(state.places["hall"], features=(light,))},
        items={**state.items, "lamp": replace(state.items["lamp"], name="吊篮")},
    )
    await player.say("我从吊篮爬上塔顶")
    assert player.place == "yard"


@pytest.mark.parametrize("message", ["给沈更披上长袍", "把长袍给沈更披上"])
async def test_what_is_put_on_somebody_is_given_to_them(message: str) -> None:
    player = Player("zh")
    await player.say(message)
    assert player.held("coat") == ("character", "edda")


@pytest.mark.parametrize(
    "message", ["show me the lamp", "I show Edda nothing", "I buy Edda's lamp"]
)
async def test_what_is_asked_for_or_is_no_thing_is_not_lacked(message: str) -> None:
    text = await Player("en").say(message)
    assert "no such thing" not in text
    assert "it is simply so" not in text
