"""What a player writes to break the table, or to learn of it what nobody told: signs, secrets."""

from dataclasses import replace

import pytest

from sessions_app.rules.master_view import Named
from sessions_app.rules.storyteller import master_names
from sessions_app.rules.storyteller.master_names import named_by
from sessions_app.rules.storyteller.phrases import phrases_for
from tests.sessions_app.agents.test_master import Player


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


UNREAL = {
    "en": """I wish I could take the lamp. / I pretend to take the lamp. / I forget to take the lamp.
        I fail to take the lamp. / I dream that I take the lamp. / I nearly take the lamp.
        I was going to take the lamp. / I no longer want to take the lamp.
        I want Edda to take the lamp. / I forbid Edda to take the lamp. / I order Edda to take the lamp.
        If Edda leaves, I take the lamp. / When Edda leaves, I take the lamp.
        Once she is gone, take the lamp. / Take the lamp if it is lit. / Take the lamp unless Edda objects.
        I will take the lamp when Edda leaves. / I look around, and if Edda leaves, I take the lamp.
        Take everything but don't take the lamp. / Take the coins, not the lamp.
        Take everything but not the lamp. / (OOC: can I take the lamp?) / ooc take the lamp
        Edda says: take the lamp. / Edda tells me to take the lamp. / I remember that I took the lamp.
        The lamp is taken by Edda.""",
    "zh": """我本来想拿油灯的。 / 我差点拿起油灯。 / 我假装拿油灯。 / 我忘了拿油灯。 / 我梦见自己拿起油灯。
        我想象自己拿起油灯。 / 我放弃拿油灯。 / 我希望沈更拿油灯。 / 我阻止沈更拿油灯。 / 我希望能拿到油灯。
        如果沈更走了，我就拿油灯。 / 看看四周，要是没人，我就拿油灯。 / 只要沈更同意，我就拿油灯。
        沈更不在的话，我拿油灯。 / 除非沈更反对，否则我拿油灯。 / 若沈更不在，拿油灯。
        他拿起油灯。 / 她悄悄拿起油灯。 / 有人拿走了油灯。 / 沈更慢慢地拿起油灯。 / 柳三娘拿走油灯。
        我看着沈更拿起油灯。 / 我听见有人拿起油灯。 / 我答应沈更拿油灯。
        沈更叫我拿油灯。 / 我记得我拿了油灯。 / 我懒得拿油灯。 / 我无法拿油灯。 / 我哪敢拿油灯。 / 我拿起油灯又放下。
        我摸了摸油灯但没有拿。 / （OOC：拿油灯） / （场外：拿油灯） / 【场外】拿油灯""",
}
REAL = {
    "en": """I wish Edda well and take the lamp. / I pretend to sleep and take the lamp. / I almost fall and take the lamp.
        Check if the chest is locked, then take the lamp. / I take the lamp to see if it is hot.
        I need the lamp to see, so I take the lamp. / Take the lamp as if it were mine.
        I wish to take the lamp. / Take the lamp, if you please. / If possible, take the lamp.
        Take the lamp when you can. / If I may, I take the lamp.""",
    "zh": """我不得不拿油灯。 / 我不能不拿油灯。 / 我二话不说拿起油灯。 / 我毫不犹豫地拿起油灯。 / 照沈更的话，拿起油灯。
        我忘了炊饼，拿起油灯。 / 我希望一切顺利，拿起油灯。 / 他的身边，我拿起油灯。
        如果可以，我拿油灯。 / 可以的话，拿油灯。""",
}


def sentences(of: dict[str, str]) -> list[tuple[str, str]]:
    return [
        (language, one.strip())
        for language, text in of.items()
        for line in text.splitlines()
        for one in line.split(" / ")
    ]


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(("language", "message"), sentences(UNREAL))
async def test_what_is_feigned_wished_forbidden_or_on_a_condition_is_not_done(
    language: str, message: str
) -> None:
    player = Player(language)
    await player.say(message)
    assert player.held("lamp") == ("location", "hall")


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(("language", "message"), sentences(REAL))
async def test_what_only_sounds_like_it_is_done(language: str, message: str) -> None:
    player = Player(language)
    await player.say(message)
    assert player.held("lamp") == ("character", "ana")


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "If Edda leaves, I take the lamp."), ("zh", "如果沈更走了，我就拿油灯。")],
)
async def test_a_condition_is_told_to_be_none_that_is_waited_for(
    language: str, message: str
) -> None:
    text = await Player(language).say(message)
    assert message.rstrip(".。") in text
    assert ("no rule for it" if language == "en" else "没有管这件事的规则") in text


@pytest.mark.parametrize(
    "message",
    ["dont take the lamp", "I wont take the lamp", "i cant take the lamp", "I didnt take it"],
)
async def test_what_is_denied_without_its_sign_is_denied(message: str) -> None:
    player = Player()
    await player.say(message)
    assert player.held("lamp") == ("location", "hall")


@pytest.mark.parametrize(
    ("language", "message", "said"),
    [
        ("en", "where am I", "The Great Hall"),
        ("en", "who is here", "Edda Marrow"),
        ("en", "what time is it", "20:00"),
        ("en", "what do I have", "iron key"),
        ("zh", "我是谁", "阿宁"),
        ("zh", "现在几点了", "20:00"),
        ("zh", "谁在这里", "沈更"),
        ("zh", "铁钥匙在哪", "又沉又黑"),
    ],
)
async def test_a_question_without_its_mark_is_answered(
    language: str, message: str, said: str
) -> None:
    assert said in await Player(language).say(message)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "*drops the bread*"),
        ("zh", "*放下炊饼*"),
        ("zh", "（放下炊饼）"),
        ("zh", "放下【炊饼】"),
    ],
)
async def test_marks_around_an_act_are_no_part_of_a_name(language: str, message: str) -> None:
    player = Player(language)
    await player.say(message)
    assert player.held("bread") == ("location", "hall")


async def test_what_is_asked_for_in_chinese_is_told_in_chinese() -> None:
    assert " it" not in (text := await Player("zh").say("给沈更")).partition("*")[0]
    assert "“it”" not in text


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "throw the iron key at Edda"),
        ("en", "hit Edda with the iron key"),
        ("zh", "用铁钥匙打沈更"),
        ("zh", "砸沈更的铁钥匙"),
    ],
)
async def test_what_no_rule_knows_is_not_told_as_done_with_a_thing(
    language: str, message: str
) -> None:
    player = Player(language)
    text = await player.say(message)
    assert ("Nothing comes of" if language == "en" else "没有结果") in text


async def test_a_blow_is_no_greeting() -> None:
    assert "Here you are" not in await Player().say("hit Edda")


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("take a few coins", 3),
        ("take a couple of coins", 2),
        ("take one more coin", 1),
        ("take seven of the coins", 7),
    ],
)
async def test_how_many_are_wanted_is_no_part_of_the_name(message: str, number: int) -> None:
    player = Player()
    await player.say(message)
    (proposal,) = player.asked("resolve_round")
    assert proposal["item_changes"][0]["quantity"] == number


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "talk to Edda"),
        ("en", "'Take the lamp,' I say"),
        ("en", "which gem?"),
        ("en", "the gem?"),
        ("zh", "跟沈更聊聊"),
        ("zh", "我说话"),
        ("zh", "红宝石？"),
    ],
)
async def test_talk_is_answered_as_talk_and_not_as_a_deed(language: str, message: str) -> None:
    text = await Player(language).say(message)
    name, stop = ("Edda", ".") if language == "en" else ("沈更", "。")
    for line in phrases_for(language).BEATS["other"]:
        assert line.format(name=name).split(stop)[0] not in text


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "Take the lamp and show it to Edda"), ("zh", "我拿起油灯给沈更看")],
)
async def test_what_is_shown_stays_with_who_shows_it(language: str, message: str) -> None:
    player = Player(language)
    await player.say(message)
    assert player.held("lamp") == ("character", "ana")


@pytest.mark.parametrize(
    ("language", "message", "offered"),
    [
        ("en", "eat the bread and eat the bread", "only the rye bread"),
        ("zh", "吃炊饼，再吃炊饼", "只有炊饼"),
    ],
)
async def test_what_is_gone_by_then_is_not_offered(
    language: str, message: str, offered: str
) -> None:
    text = await Player(language).say(message)
    assert offered not in text


@pytest.mark.parametrize(
    ("phrase", "name", "looked_at"),
    [
        ("the brass lamp", "brass lamp", 1),
        ("the moon", "brass lamp", 0),
        ("黄铜油灯", "黄铜油灯", 1),
        ("月亮", "黄铜油灯", 0),
    ],
)
def test_what_has_no_word_of_a_phrase_is_not_looked_at_closely(
    phrase: str, name: str, looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    closely = master_names._nearness

    def count(phrase: str, called: str, named: Named) -> int:
        asked.append(called)
        return closely(phrase, called, named)

    monkeypatch.setattr(master_names, "_nearness", count)
    others = [
        Named(key=f"t{at}", name=f"stone {at}" if name.isascii() else f"石头{at}")
        for at in range(999)
    ]
    named_by(phrase, [*others, Named(key="lamp", name=name)])
    assert len(asked) == looked_at


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "take 0 coins"), ("en", "take zero coins"), ("zh", "拿0枚铜钱"), ("zh", "拿零枚铜钱")],
)
async def test_none_of_a_stack_is_not_all_of_it(language: str, message: str) -> None:
    player = Player(language)
    await player.say(message)
    assert player.held("coins") == ("location", "hall")
