"""What a message asks of the game master: acts looked up in what is there, in both languages."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sessions_app.rules.actor_view import HistoryMessage
from sessions_app.rules.storyteller.master import Act, read_acts
from sessions_app.rules.storyteller.master_amounts import Wait
from sessions_app.rules.storyteller.master_reading import MAX_ACTS
from tests.sessions_app.table_world import PureTools, house

pytestmark = pytest.mark.spec("TB-23")


def acts_of(message: str, language: str = "en", **more: Any) -> tuple[Act, ...]:
    return read_acts(PureTools(house(language), message, language, **more).view())


def short(act: Act) -> str:
    """An act in a few words: what is done, to what, with what; trouble behind a question mark."""
    number = f"*{act.quantity}" if act.quantity else ""
    to = f">{act.to}" if act.to_kind in ("item", "person") else ""
    tool = f"+{act.tool}" if act.tool else ""
    trouble = f"?{act.trouble}" if act.trouble else ""
    return f"{act.action}:{act.key}{number}{to}{tool}{trouble}"


ENGLISH = {
    "I look around.": "look:",
    "Search the room": "look:",
    "I take the back stair": "take:?none",
    "Take the lamp and the copper key.": "take:lamp take:copper-key",
    "I pick up the lantern, then put it in the sea chest.": "take:lamp put:lamp>chest",
    "pick the lamp up": "take:lamp",
    "take three coins": "take:coins*3",
    "take a coin": "take:coins*1",
    "take three of the silver coins": "take:coins*3",
    "Take everything": "take:lamp take:chest take:coins",
    "I carefully open the oak door and go to the yard.": "open:oak-door go:yard",
    "unlock the cellar hatch with the iron key and climb down": "unlock:hatch+iron-key go:cellar",
    "Open the chest with the iron key": "unlock:chest+iron-key open:chest+iron-key",
    "Use the iron key on the chest": "unlock:chest+iron-key",
    "put the iron key in the chest": "unlock:chest+iron-key",
    "I try the cellar hatch": "open:hatch",
    "Try to close the oak door.": "close:oak-door",
    "Lock the trapdoor": "lock:hatch",
    "open the door to the cellar": "open:hatch",
    "Put on the coat": "wear:coat",
    "I put the coat on and look at the statue.": "wear:coat look:statue",
    "take off the coat": "remove:coat",
    "use the coat": "wear:coat",
    "Give Edda the bread": "give:bread>edda",
    "Give the bread to the guard": "give:bread>edda",
    "Hand her the iron key": "give:iron-key>edda",
    "Give Nan the bread": "give:bread>nan?absent",
    "Put the bread down": "drop:bread",
    "leave the bread here": "drop:bread",
    "I take off the coat and leave it by the hearth": "remove:coat drop:coat",
    "Drop all": "drop:iron-key drop:coat drop:bread",
    "eat the bread": "consume:bread*1",
    "I drink the lamp": "consume:lamp*1?inedible",
    "Read the letter": "read:?none",
    "examine the fireplace": "look:hearth",
    "look at the trapdoor": "look:hatch",
    "look at Edda": "look:edda",
    "look in the chest": "look:chest",
    "go through the oak door": "go:yard",
    "go to the courtyard": "go:yard",
    "enter the cellar": "go:cellar",
    "walk over to Edda": "go:edda",
    "go to Nan": "go:nan?absent",
    "walk to the hearth": "go:hearth",
    "yard": "go:yard",
    "lamp": "look:lamp",
    "Go to the moon": "go:?nowhere",
    "go outside": "go:?which",
    "leave": "go:?which",
    "take the key": "take:copper-key?",
    "What am I carrying?": "inventory:",
    "check my pockets": "inventory:",
    "Where can I go?": "exits:",
    "What time is it?": "clock:",
    "Who is here?": "look:",
    "What is in the chest?": "look:chest",
    "roll 2d6+3": "roll:",
    "Roll for stealth against 12": "check:stealth>edda",
    "make a Stealth check": "check:stealth>edda",
    "make a juggling check": "check:?no_check",
    "Ask Edda about the cellar": "talk:edda",
    "Ask Nan about the lamp": "talk:nan?absent",
    "Edda, what do you want?": "talk:edda",
    "Hello!": "talk:edda",
    "I show the bread to Edda": "talk:edda",
    "I don't take the lamp.": "not:",
    "Tell Edda that I took the lamp and opened the door": "talk:edda",
    "I ask Edda about the cellar and take the lamp": "talk:edda take:lamp",
    "“Good evening, Edda,” I say. “I take the lamp with me.”": "talk:edda",
    "*takes the lamp and walks over to Edda*": "take:lamp go:edda",
    "Ana takes the lamp.": "take:lamp",
    "I want to take the lamp, please.": "take:lamp",
    "I wait and say nothing.": "wait:",
}
CHINESE = {
    "看看四周": "look:",
    "搜查房间": "look:",
    "拿起油灯和铜钥匙": "take:lamp take:copper-key",
    "我捡起油灯，然后把它放进木箱里。": "take:lamp put:lamp>chest",
    "拿三枚铜钱": "take:coins*3",
    "拿走所有东西": "take:lamp take:chest take:coins",
    "我小心地推开橡木门，走到院子里。": "open:oak-door go:yard",
    "用铁钥匙打开活板门，然后下去": "unlock:hatch+iron-key open:hatch+iron-key go:cellar",
    "用铁钥匙打开箱子": "unlock:chest+iron-key open:chest+iron-key",
    "我先看看箱子，再用铁钥匙打开它": "look:chest unlock:chest+iron-key open:chest+iron-key",
    "把铁钥匙插进箱子": "unlock:chest+iron-key",
    "关上橡木门": "close:oak-door",
    "锁上活板门": "lock:hatch",
    "打开去地窖的门": "open:hatch",
    "穿上长袍": "wear:coat",
    "把长袍脱下": "remove:coat",
    "给沈更一个炊饼": "give:bread>edda",
    "把炊饼交给守门人": "give:bread>edda",
    "递给他铁钥匙": "give:iron-key>edda",
    "给柳三娘炊饼": "give:bread>nan?absent",
    "放下炊饼": "drop:bread",
    "把炊饼留下": "drop:bread",
    "吃炊饼": "consume:bread*1",
    "喝油灯": "consume:lamp*1?inedible",
    "查看火塘": "look:hearth",
    "看看沈更": "look:edda",
    "看看箱子里面": "look:chest",
    "从橡木门出去": "go:yard",
    "去院子": "go:yard",
    "拿着油灯去地窖": "take:lamp go:cellar",
    "走到火塘前": "go:hearth",
    "走向沈更，跟他聊聊北塔": "go:edda talk:edda",
    "去找柳三娘": "look:?none",
    "院子": "go:yard",
    "去月亮": "go:?nowhere",
    "离开": "go:?which",
    "我身上有什么？": "inventory:",
    "清点物品": "inventory:",
    "我可以去哪里？": "exits:",
    "现在几点了？": "clock:",
    "这里有谁？": "look:",
    "箱子里有什么？": "look:chest",
    "掷2d6+3": "roll:",
    "做一次潜行检定，难度12": "check:stealth>edda",
    "问沈更地窖的事": "talk:edda",
    "问柳三娘油灯的事": "talk:nan?absent",
    "沈更，你想要什么？": "talk:edda",
    "你好！": "talk:edda",
    "给沈更看炊饼": "talk:edda",
    "我不拿油灯": "not:",
    "告诉沈更我在院子里拿了灯": "talk:edda",
    "向沈更打听油灯，然后拿起油灯": "talk:edda take:lamp",
    "“晚上好，沈更。”我说，“我要拿走油灯。”": "talk:edda",
    "对沈更说：“我要去地窖。”": "talk:edda",
    "向沈更行礼": "talk:edda",
    "把灯和炊饼都放进箱子": "take:lamp put:lamp>chest put:bread>chest",
    "等一会儿": "wait:",
}


@pytest.mark.parametrize("message", [m for m in ENGLISH if m != "take the key"])
def test_an_english_message_is_read_as_its_acts(message: str) -> None:
    assert " ".join(short(act) for act in acts_of(message)) == ENGLISH[message]


@pytest.mark.parametrize("message", [m for m in CHINESE if m != "去找柳三娘"])
def test_a_chinese_message_is_read_as_its_acts(message: str) -> None:
    acts = acts_of(message, "zh-hans")
    assert " ".join(short(act) for act in acts) == CHINESE[message]


def test_what_could_be_one_of_several_is_asked_for_by_their_names() -> None:
    (act,) = acts_of("go outside")
    assert act.options == ("oak door", "cellar hatch")
    (act,) = acts_of("离开", "zh-hans")
    assert act.options == ("橡木门", "活板门")


def test_of_two_alike_the_one_that_is_here_is_meant() -> None:
    state = house()
    here = replace(state.things.items["copper-key"], holder=state.things.items["lamp"].holder)
    items = {**state.things.items, "copper-key": here}
    state = replace(state, things=replace(state.things, items=items))
    (act,) = read_acts(PureTools(state, "take the key").view())
    assert act.key == "copper-key"
    (act,) = read_acts(PureTools(state, "drop the key").view())
    assert act.key == "iron-key"


@pytest.mark.parametrize(
    ("message", "language", "key"),
    [("open it", "en", "chest"), ("打开它", "zh-hans", "chest")],
)
def test_it_is_what_the_player_named_before_and_fits(message: str, language: str, key: str) -> None:
    said = {"en": "I look at the sea chest and the lamp", "zh-hans": "看看旧木箱和油灯"}[language]
    (act,) = acts_of(message, language, history=(HistoryMessage("user", said),))
    assert act.key == key


def test_it_is_not_what_was_not_found() -> None:
    history = (HistoryMessage("user", "I look at the lamp."),)
    acts = acts_of("Take the crown and put it in the chest", history=history)
    assert [short(act) for act in acts] == ["take:?none"]


@pytest.mark.parametrize(("message", "language"), [("go back", "en"), ("回去", "zh-hans")])
def test_back_is_where_one_came_from(message: str, language: str) -> None:
    (act,) = acts_of(message, language, came_from="crypt")
    assert (act.action, act.key) == ("go", "crypt")


@pytest.mark.parametrize(
    ("message", "wait"),
    [
        ("wait", Wait(15)),
        ("wait an hour", Wait(60)),
        ("wait for half an hour", Wait(30)),
        ("Wait two hours and 5 minutes", Wait(125)),
        ("wait a moment", Wait(2)),
        ("Wait until dawn", Wait(until="05:00")),
        ("wait until the afternoon", Wait(until="14:00")),
        ("wait until midnight", Wait(until="00:00")),
        ("wait till 8 pm", Wait(until="20:00")),
        ("wait until 12 am", Wait(until="00:00")),
        ("wait until 21:30", Wait(until="21:30")),
        ("wait until half past nine", Wait(until="21:30")),
        ("wait until half past three", Wait(until="03:30")),
        ("wait until a quarter to four in the morning", Wait(until="03:45")),
        ("wait until ten minutes past two", Wait(until="02:10")),
        ("wait until twenty to one at night", Wait(until="00:40")),
        ("wait until one of them comes", Wait(15)),
        ("wait until eight o'clock tonight", Wait(until="20:00")),
        ("wait until tomorrow evening", Wait(until="18:00")),
        ("wait until 22:00 tomorrow", Wait(until="22:00", days_later=1)),
        ("Sleep", Wait(until="05:00")),
        ("rest for three days", Wait(3 * 1440)),
        ("等一个小时", Wait(60)),
        ("等两个半小时", Wait(150)),
        ("休息半个时辰", Wait(60)),
        ("等一会儿", Wait(15)),
        ("等到天亮", Wait(until="05:00")),
        ("等到下午", Wait(until="14:00")),
        ("等到晚上八点半", Wait(until="20:30")),
        ("等到中午十二点", Wait(until="12:00")),
        ("睡觉", Wait(until="05:00")),
        ("睡到明天早上", Wait(until="05:00")),
        ("等到明天晚上十点", Wait(until="22:00", days_later=1)),
        ("等十二分钟", Wait(12)),
    ],
)
def test_how_long_to_wait_is_understood(message: str, wait: Wait) -> None:
    (act,) = acts_of(message, "en" if message.isascii() else "zh-hans")
    assert (act.action, act.wait) == ("wait", wait)


@pytest.mark.parametrize(
    ("message", "taken"),
    [
        ("打开箱子，拿出里面的东西", True),
        ("拿出箱子里的东西", True),
        ("拿出箱子里面所有的东西", True),
        ("拿出里面的东西", False),
        ("拿起桌上的东西", False),
    ],
)
def test_what_is_in_an_open_container_is_taken_together(message: str, taken: bool) -> None:
    view = PureTools(house("zh-hans"), message, "zh-hans").view()
    opened: dict[str, dict[str, Any]] = {"chest": {"container": "open"}, "letter": {"seen": True}}
    things = tuple(replace(thing, **opened.get(thing.key, {})) for thing in view.things)
    acts = read_acts(replace(view, things=things))
    assert (short(acts[-1]) == "take:letter") is taken


@pytest.mark.parametrize(
    ("message", "dice"),
    [
        ("roll 2d6+3", "2d6+3"),
        ("I roll d20", "d20"),
        ("roll 4d6kh3 - 1", "4d6kh3-1"),
        ("roll a die", "1d20"),
        ("掷2d6", "2d6"),
        ("掷骰子", "1d20"),
        ("I roll two six-sided dice", "2d6"),
        ("roll a twenty-sided die", "1d20"),
        ("I throw three d6", "3d6"),
        ("我掷两个六面骰", "2d6"),
        ("我掷两颗骰子", "2d6"),
        ("roll two dice", "2d6"),
        ("roll two d6 plus 3", "2d6+3"),
        ("掷十个十面骰子加3", "10d10+3"),
        ("掷3个八面骰", "3d8"),
        ("投一枚十二面的骰子", "1d12"),
    ],
)
def test_dice_are_taken_as_they_are_written(message: str, dice: str) -> None:
    (act,) = acts_of(message, "en" if message.isascii() else "zh-hans")
    assert (act.action, act.dice) == ("roll", dice)


def test_a_check_takes_the_target_that_is_named() -> None:
    (act,) = acts_of("make a Stealth check against 14")
    assert act.target == 14
    (act,) = acts_of("make a Stealth check against Edda, 8.")
    assert act.target == 8
    (act,) = acts_of("做一次潜行检定，难度14", "zh-hans")
    assert act.target == 14


WORDS = [
    "take",
    "open",
    "the",
    "lamp",
    "chest",
    "key",
    "and",
    "then",
    "with",
    "to",
    "in",
    "it",
    "Edda",
    "yard",
    "I",
    "wait",
    "roll",
    "2d6",
    "ask",
    "about",
    ",",
    ".",
    "?",
    "“",
    "”",
    "把",
    "给",
    "用",
    "打开",
    "拿起",
    "油灯",
    "箱子",
    "沈更",
    "去",
    "院子",
    "，。",
    "了",
    "吗",
    "三枚",
    "它",
    "从",
    "里",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from(["en", "zh-hans"]))
def test_any_words_are_read_as_something(words: list[str], language: str) -> None:
    acts = acts_of(" ".join(words), language)
    assert 1 <= len(acts) <= MAX_ACTS


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
@example(")\t")
def test_any_text_is_read_as_something(text: str) -> None:
    assert 1 <= len(acts_of(text)) <= MAX_ACTS


def test_a_message_of_ten_thousand_characters_is_read_in_bounds() -> None:
    assert len(acts_of("take the lamp, " * 700)) <= MAX_ACTS
    assert len(acts_of("把油灯放进箱子，" * 1300, "zh-hans")) <= MAX_ACTS


def test_a_thing_may_be_called_like_what_one_is_doing() -> None:
    state = house()
    things = replace(state.things.items["lamp"], name="ring")
    items = {**state.things.items, "lamp": things}
    state = replace(state, things=replace(state.things, items=items))
    for message in ("take ring", "take the coin, ring"):
        assert read_acts(PureTools(state, message).view())[-1].key in ("lamp",), message
