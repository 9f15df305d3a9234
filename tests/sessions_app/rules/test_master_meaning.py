"""What a phrase says beside a name, what is denied, told by name or unknown to the rules, in both languages."""

from dataclasses import replace
from typing import Any

import pytest

from sessions_app.rules.actor_view import HistoryMessage
from sessions_app.rules.storyteller.master import read_acts
from sessions_app.rules.storyteller.master_amounts import Wait, wait_of
from sessions_app.rules.storyteller.master_spelling import is_slip
from tests.sessions_app.rules.test_master_reading import acts_of, short
from tests.sessions_app.table_world import PureTools, house

pytestmark = pytest.mark.spec("TB-23")


def read(message: str, language: str = "en", **more: Any) -> str:
    return " ".join(short(act) for act in acts_of(message, language, **more))


@pytest.mark.parametrize(
    ("message", "acts"),
    [
        ("take the golden lamp", "take:?none"),
        ("take the lamp on a chain", "take:?none"),
        ("take the lamp with the green glass", "take:?none"),
        ("take Edda's lamp", "take:?none"),
        ("take the lamp stand", "take:?none"),
        ("eat the green bread", "consume:?none"),
        ("read the golden lamp", "read:?none"),
        ("drop the copper iron key", "drop:?none"),
        ("look at my lamp on the moon", "look:?none"),
        ("take the brass lamp on the long table", "take:lamp"),
        ("take the lamp with the small blue flame", "take:lamp"),
        ("take the lamp in the hall", "take:lamp"),
        ("take the lamp quietly", "take:lamp"),
        ("take three silver coins from the floor", "take:coins*3"),
        ("take the coins quickly", "take:coins"),
        ("take teh lamp", "take:lamp"),
        ("tkae the lamp", "take:lamp"),
        ("look at the stautue", "look:statue"),
        ("take my coat", "take:coat"),
        ("open the chest with a spoon", "open:?none"),
        ("take everything but the lamp and the coins", "take:chest"),
        ("drop all except the coat", "drop:iron-key drop:bread"),
    ],
)
def test_what_is_said_beside_a_name_must_be_true_of_it(message: str, acts: str) -> None:
    assert read(message) == acts


@pytest.mark.parametrize(
    ("message", "acts"),
    [
        ("拿金油灯", "take:?none"),
        ("拿沈更的油灯", "take:?none"),
        ("拿链子上的油灯", "take:?none"),
        ("拿油灯架", "take:?none"),
        ("吃绿色的炊饼", "consume:?none"),
        ("从沈更那里拿油灯", "take:?none"),
        ("用勺子打开箱子", "open:?none"),
        ("拿长桌上的油灯", "take:lamp"),
        ("悄悄地拿起那盏黄铜油灯", "take:lamp"),
        ("拿走我的长袍", "take:coat"),
        ("除了油灯都拿走", "take:chest take:coins"),
        ("放下除了长袍以外的所有东西", "drop:iron-key drop:coat drop:bread"),
    ],
)
def test_what_is_said_beside_a_chinese_name_must_be_true_of_it(message: str, acts: str) -> None:
    if "以外" in message:
        acts = "drop:iron-key drop:bread"
    assert read(message, "zh-hans") == acts


def test_what_somebody_has_is_named_by_whose_it_is() -> None:
    state = house()
    lamp = replace(state.things.items["lamp"], holder=state.things.items["coat"].holder)
    held = replace(state.things.items["coat"], holder=replace(lamp.holder, key="edda"))
    items = {**state.things.items, "coat": held}
    state = replace(state, things=replace(state.things, items=items))
    assert read_acts(PureTools(state, "look at Edda's coat").view())[0].key == "coat"
    assert read_acts(PureTools(state, "look at my coat").view())[0].trouble == "none"
    assert read_acts(PureTools(state, "take off my coat").view())[0].trouble == "none"
    assert read_acts(PureTools(state, "take the coat").view())[0].key == "coat"


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("don't open the oak door", "en"),
        ("I do not go to the yard.", "en"),
        ("I never take the lamp", "en"),
        ("I refuse to give Edda the bread", "en"),
        ("I won't read the letter and I will not eat the bread", "en"),
        ("不要打开橡木门", "zh-hans"),
        ("我不去院子。", "zh-hans"),
        ("别拿油灯，也别吃炊饼", "zh-hans"),
        ("我没有把炊饼给沈更", "zh-hans"),
        ("千万别开门", "zh-hans"),
    ],
)
def test_what_is_denied_is_not_done(message: str, language: str) -> None:
    assert read(message, language) == "not:"


@pytest.mark.parametrize(
    ("message", "language", "acts"),
    [
        ("Without a word I take the lamp", "en", "take:lamp"),
        ("I take the lamp without opening the chest", "en", "take:lamp"),
        ("I don't take the lamp, I look at the statue", "en", "look:statue"),
        ("一句话不说，拿起油灯", "zh-hans", "take:lamp"),
        ("不拿油灯，看看石像", "zh-hans", "look:statue"),
    ],
)
def test_only_what_is_denied_is_left_out(message: str, language: str, acts: str) -> None:
    assert read(message, language) == acts


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("Edda, open the oak door", "en"),
        ("Open the oak door, Edda!", "en"),
        ("Edda, take the lamp", "en"),
        ("ask Edda to open the oak door", "en"),
        ("smile at Edda", "en"),
        ("attack Edda", "en"),
        ("沈更拿起油灯", "zh-hans"),
        ("对他点点头", "zh-hans"),
        ("把炊饼给他看", "zh-hans"),
        ("沈更，把门打开", "zh-hans"),
        ("让沈更拿油灯", "zh-hans"),
        ("请沈更打开橡木门", "zh-hans"),
        ("向沈更要油灯", "zh-hans"),
        ("对沈更笑笑", "zh-hans"),
        ("攻击沈更", "zh-hans"),
    ],
)
def test_what_somebody_is_told_or_done_to_is_answered_and_moves_nobody(
    message: str, language: str
) -> None:
    assert read(message, language) == "talk:edda"


@pytest.mark.parametrize(
    ("message", "language", "acts"),
    [
        ("light the lamp and eat the moon", "en", "other:?unknown consume:?none"),
        ("eat the bread and pray", "en", "consume:bread*1 idle:"),
        ("take the lamp and juggle the coins", "en", "take:lamp other:?unknown"),
        ("take the lamp and the bread and zzz", "en", "take:lamp take:bread other:?unknown"),
        ("sit down, then take the lamp", "en", "idle: take:lamp"),
        ("polish the statue", "en", "other:?unknown"),
        ("if the door is open, take the lamp", "en", "other:?unknown"),
        ("点灯，然后吃月亮", "zh-hans", "other:?unknown consume:?none"),
        ("吃炊饼然后祈祷", "zh-hans", "consume:bread*1 idle:"),
        ("拿起油灯，砸石像", "zh-hans", "take:lamp other:?unknown"),
        ("坐下，再拿起油灯", "zh-hans", "idle: take:lamp"),
        ("如果门开着就拿油灯", "zh-hans", "other:?unknown"),
    ],
)
def test_what_no_rule_knows_takes_nothing_else_with_it(
    message: str, language: str, acts: str
) -> None:
    assert read(message, language) == acts


@pytest.mark.parametrize(
    ("message", "language", "acts"),
    [
        ("wait for Edda to leave", "en", "wait:"),
        ("等沈更离开", "zh-hans", "wait:"),
        ("the lamp is taken", "en", "take:lamp"),
        ("油灯被我拿起", "zh-hans", "take:lamp"),
        ("the bread is given to Edda", "en", "give:bread>edda"),
        ("push the oak door open", "en", "open:oak-door"),
        ("推门", "zh-hans", "open:?which"),
        ("throw the bread away", "en", "drop:bread"),
        ("i", "en", "inventory:"),
        ("x lamp", "en", "look:lamp"),
        ("who am I?", "en", "self:"),
        ("我是谁？", "zh-hans", "self:"),
        ("what can I do?", "en", "help:"),
        ("我能做什么？", "zh-hans", "help:"),
        ("do I have the key?", "en", "inventory:"),
        ("我有钥匙吗？", "zh-hans", "inventory:"),
        ("is the chest locked?", "en", "look:chest"),
        ("箱子锁着吗？", "zh-hans", "look:chest"),
        ("where is the lamp?", "en", "look:lamp"),
        ("油灯在哪里？", "zh-hans", "look:lamp"),
        ("how many coins are there?", "en", "look:coins"),
        ("有几枚铜钱？", "zh-hans", "look:coins"),
        ("what is Edda wearing?", "en", "look:edda"),
        ("沈更带着什么？", "zh-hans", "look:edda"),
        ("look for Nan", "en", "look:nan?absent"),
        ("去找柳三娘", "zh-hans", "look:nan?absent"),
        ("put the key into the lock", "en", "unlock:chest+iron-key"),
        ("take the hearth", "en", "take:hearth?unfit"),
        ("拿火塘", "zh-hans", "take:hearth?unfit"),
        ("open the hearth", "en", "open:hearth?unfit"),
        ("put the lamp in the chest", "en", "take:lamp put:lamp>chest"),
        ("give Edda two coins", "en", "take:coins*2 give:coins*2>edda"),
        ("给沈更两枚铜钱", "zh-hans", "take:coins*2 give:coins*2>edda"),
        ("把铁钥匙放在橡木门上", "zh-hans", "drop:iron-key"),
        ("I'd like to look around, please.", "en", "look:"),
        ("/look", "en", "look:"),
        ("Ana's hands are cold, so Ana takes the lamp so I can see.", "en", "take:lamp"),
        ("I can't open the chest", "en", "not:"),
        ("I see a lamp. I take it.", "en", "look:lamp take:lamp"),
        ("take something", "en", "take:?nothing"),
        ("open", "en", "open:?nothing"),
        ("拿点什么东西", "zh-hans", "take:?nothing"),
        ("what can I take?", "en", "look:"),
        ("有什么可以拿？", "zh-hans", "look:"),
        ("call Nan", "en", "talk:nan?absent"),
        ("hide", "en", "idle:"),
        ("hide the iron key in the coat", "en", "put:iron-key>coat"),
        ("count the coins", "en", "look:coins"),
        ("take the coins later", "en", "take:coins"),
        ("may I take the lamp?", "en", "talk:edda"),
        ("help", "en", "help:"),
        ("看看她", "zh-hans", "look:edda"),
        ("look at her", "en", "look:edda"),
        ("我打不开箱子", "zh-hans", "not:"),
        ("在离开之前拿油灯", "zh-hans", "take:lamp"),
        ("before I leave I take the lamp", "en", "take:lamp"),
        ("拿起油灯之后看看它", "zh-hans", "take:lamp look:lamp"),
        ("转身", "zh-hans", "idle:"),
        ("数一数铜钱", "zh-hans", "look:coins"),
        ("离开这里", "zh-hans", "go:?which"),
        ("到院子里去", "zh-hans", "go:yard"),
        ("look around me", "en", "look:"),
        ("look at me", "en", "inventory:"),
        ("go away", "en", "go:?which"),
        ("the copper key is dropped", "en", "drop:copper-key"),
        ("go to sleep", "en", "wait:"),
        ("上床睡觉", "zh-hans", "wait:"),
        ("拿起炊饼，交给沈更", "zh-hans", "take:bread give:bread>edda"),
    ],
)
def test_what_players_write_otherwise_is_understood(message: str, language: str, acts: str) -> None:
    assert read(message, language) == acts


def test_it_is_not_what_is_hidden() -> None:
    before = (HistoryMessage("user", "take the gem"),)
    assert read("look at it", history=before) == "look:?none"
    assert read("take the gem and look at it") == read("take the crown and look at it").replace(
        "take:", "take:gem"
    ).replace("take:gem?none", "take:gem")


@pytest.mark.parametrize(
    ("text", "at", "wait"),
    [
        ("until 8", "18:30", "20:00"),
        ("until 8", "07:30", "08:00"),
        ("until 8", "08:00", "20:00"),
        ("until 8", "21:00", "08:00"),
        ("until 8 in the morning", "18:30", "08:00"),
        ("until 8 pm", "07:30", "20:00"),
        ("until 20:00", "07:30", "20:00"),
        ("until 08:00", "18:30", "08:00"),
        ("until 8:15", "18:30", "20:15"),
        ("till nine", "18:30", "21:00"),
        ("until 12", "18:30", "00:00"),
        ("until 13", "18:30", "13:00"),
        ("等到八点", "18:30", "20:00"),
        ("等到八点", "07:30", "08:00"),
        ("等到八点半", "18:30", "20:30"),
        ("等到九点三刻", "18:30", "21:45"),
        ("等到早上八点", "18:30", "08:00"),
        ("等到晚上八点", "07:30", "20:00"),
        ("等到20:00", "07:30", "20:00"),
        ("等到二十点", "07:30", "20:00"),
        ("等到8点", "18:30", "20:00"),
        ("等到十二点", "18:30", "00:00"),
        ("等到零点", "18:30", "00:00"),
    ],
)
def test_an_hour_of_either_half_of_the_day_is_the_next_one(text: str, at: str, wait: str) -> None:
    assert wait_of(text, at, {}) == Wait(until=wait)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("for an hour and a half", 90),
        ("a week", 10_080),
        ("等一个半小时", 90),
        ("等一周", 10_080),
        ("等三刻钟", 45),
    ],
)
def test_lengths_are_understood(text: str, minutes: int) -> None:
    assert wait_of(text, "18:30", {}) == Wait(minutes=minutes)


def test_a_slip_is_one_letter_or_two_that_changed_places() -> None:
    for word in ("opne", "ope", "opeen", "oben"):
        assert is_slip(word, "open"), word
    for word in ("open", "pone", "openly", "oepm"):
        assert not is_slip(word, "open"), word
