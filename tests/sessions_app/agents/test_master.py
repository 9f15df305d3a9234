"""The game master over tools in memory: what it proposes, and what it tells of what became true."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions_app.agents.master import MasterReply, play_master
from sessions_app.rules.actor_view import HistoryMessage
from sessions_app.rules.calls import CallRecord, ModelFailure, Replace, Route, TextDelta
from sessions_app.rules.proposals import RoundProposal, read_round
from sessions_app.rules.world import Placement
from tests.sessions_app.table_world import PureTools, house

ROUTE = Route(
    role="master", kind="storyteller", provider="storyteller", model="storyteller",
    options={"delay_ms": 0},
)  # fmt: skip


class Player:
    """Somebody who plays, turn after turn, over one state."""

    def __init__(self, language: str = "en", **changes: Any) -> None:
        self.tools = PureTools(house(language, **changes), language=language)
        self.heard: list[str] = []
        self.calls: list[CallRecord] = []

    async def say(self, message: str, kept: str = "") -> str:
        """The answer to a message, whole."""
        self.tools.message, self.tools.kept_text = message, kept
        reply = await self.reply()
        if not kept:
            self.tools.turn += 1
            self.tools.history += (
                HistoryMessage("user", message),
                HistoryMessage("assistant", reply.text, reply.speaker),
            )
        return reply.text

    async def reply(self) -> MasterReply:
        async def hear(piece: TextDelta | Replace) -> None:
            self.heard.append(piece.text)

        return await play_master(ROUTE, self.tools, on_delta=hear, calls=self.calls)

    def asked(self, tool: str) -> list[Any]:
        return [arguments for name, arguments in self.tools.asked if name == tool]

    def held(self, key: str) -> tuple[str, str]:
        holder = self.tools.state.things.items[key].holder
        return holder.kind, holder.key

    @property
    def place(self) -> str | None:
        return self.tools.state.player_place


@pytest.mark.spec("TB-5", "TB-23", "PC-1")
async def test_what_the_player_does_is_one_round_under_its_characters_key() -> None:
    player = Player()
    text = await player.say("Take the lamp and three coins, then go to the yard.")
    (proposal,) = player.asked("resolve_round")
    assert proposal["moves_to"] == {"ana": "yard"}
    assert proposal["item_changes"] == [
        {"actor": "ana", "op": "take", "item": "lamp"},
        {"actor": "ana", "op": "take", "item": "coins", "quantity": 3},
    ]
    assert "Ana took the brass lamp." in proposal["outcomes"]["ana"]
    assert "activate_characters" not in proposal
    assert player.place == "yard"
    assert "brass lamp" in text
    assert "3 silver coins" in text
    assert "Mud, a well, and the sky over it." in text


@pytest.mark.spec("TB-23")
async def test_what_is_done_where_the_way_leads_is_done_after_it() -> None:
    player = Player()
    text = await player.say("Go to the yard, take the copper key and greet Nan.")
    (proposal,) = player.asked("resolve_round")
    assert proposal["item_changes"] == [
        {"actor": "ana", "op": "take", "item": "copper-key", "after_moves": True}
    ]
    assert player.held("copper-key") == ("character", "ana")
    assert "Nan" in text


@pytest.mark.spec("TB-7", "PL-2")
async def test_what_cannot_be_is_told_and_the_rest_is_done() -> None:
    player = Player()
    text = await player.say("Take the lamp, take the statue and go to the cellar.")
    first, second = player.asked("resolve_round")
    assert len(first["item_changes"]) == 2
    assert "moves_to" in first
    assert [change["item"] for change in second["item_changes"]] == ["lamp"]
    assert "moves_to" not in second
    assert player.held("lamp") == ("character", "ana")
    assert player.place == "hall"
    assert "The marble statue cannot be moved." in text
    assert "The way is locked: the cellar hatch." in text


async def test_an_act_that_fails_takes_those_after_a_journey_with_it() -> None:
    player = Player()
    text = await player.say("Go to the cellar and drop the bread.")
    assert player.held("bread") == ("character", "ana")
    assert "bread" not in text


async def test_a_journey_there_and_back_stops_there() -> None:
    player = Player()
    await player.say("Go to the yard and then to the great hall.")
    assert player.place == "yard"


async def test_nothing_is_left_out_but_for_a_second_journey_after_a_stop() -> None:
    player = Player()
    text = await player.say("Go to the yard, take the copper key and go back to the hall.")
    assert player.place == "yard"
    assert "One road at a time" in text


@pytest.mark.spec("PL-2", "IT-7")
@pytest.mark.parametrize(
    ("message", "unheard"),
    [
        ("take the gem", "take the crown"),
        ("go to the crypt", "go to the moon"),
        ("go through the secret passage", "go through the silver curtain"),
        ("look at the gem", "look at the crown"),
        ("put the bread in the gem", "put the bread in the crown"),
        ("open the secret passage", "open the silver curtain"),
    ],
)
async def test_what_is_hidden_is_told_as_what_is_not_there(message: str, unheard: str) -> None:
    """Word for word, but for the player's own words."""
    told = [await Player().say(each) for each in (message, unheard)]
    for mine, there in (("gem", "crown"), ("secret passage", "silver curtain"), ("red ", "")):
        told = [text.replace(mine, there) for text in told]
    assert told[0] == told[1]
    assert "red gem" not in told[0]


@pytest.mark.spec("IT-7", "PL-5")
async def test_looking_tells_what_is_seen_and_nothing_hidden() -> None:
    text = await Player().say("I look around.")
    for seen in ("The Great Hall", "hearth", "Edda Marrow", "brass lamp", "12 silver coins",
                 "oak door to the Yard (closed)", "cellar hatch to the Cellar (locked)"):  # fmt: skip
        assert seen in text, seen
    for unseen in ("gem", "passage", "Crypt", "letter", "Nan"):
        assert unseen not in text, unseen
    text = await Player("zh-hans").say("看看四周")
    for seen in ("正厅", "火塘", "沈更", "黄铜油灯", "铜钱（12）", "橡木门（通往院子，关着）"):
        assert seen in text, seen
    for unseen in ("红宝石", "暗道", "墓室", "给县令的信", "柳三娘"):
        assert unseen not in text, unseen


ENGLISH = (
    ("unlock the chest with the iron key, open it and take the letter", "letter to the Regent"),
    ("read it", "“Open the gate. R.”"),
    ("put on the coat", "grey coat"),
    ("What am I carrying?", "You carry an iron key, a letter to the Regent and rye bread."),
    ("give Edda the bread", "Edda Marrow"),
    ("go to the yard", "With you here: Nan Pellow."),
    ("take the copper key", "copper key"),
    ("go back", "Great Hall"),
    ("unlock the hatch with the copper key, open it and climb down", "apples and of salt"),
    ("look around", "ladder to the Great Hall"),
)
CHINESE = (
    ("用铁钥匙打开箱子，拿出信", "给县令的信"),
    ("读信", "“开门。令。”"),
    ("穿上长袍", "灰布长袍"),
    ("我身上有什么？", "你带着铁钥匙、给县令的信和炊饼。"),
    ("给沈更炊饼", "沈更"),
    ("去院子", "柳三娘"),
    ("拿起铜钥匙", "铜钥匙"),
    ("回去", "正厅"),
    ("用铜钥匙打开活板门，然后下去", "苹果和盐"),
    ("看看四周", "梯子（通往正厅）"),
)


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(("language", "story"), [("en", ENGLISH), ("zh-hans", CHINESE)])
async def test_a_story_in_which_things_do_what_was_said(language: str, story: Any) -> None:
    player = Player(language)
    for message, told in story:
        assert told in await player.say(message), message
    assert player.place == "cellar"
    assert player.held("letter") == ("character", "ana")
    assert player.held("bread") == ("character", "edda")
    assert player.tools.state.things.items["coat"].worn == "body"
    assert player.tools.state.things.exits["hatch-up"].state == "open"


@pytest.mark.spec("TB-23", "TM-3")
async def test_waiting_advances_time_and_says_how_long() -> None:
    player = Player()
    text = await player.say("Wait until dawn")
    assert player.asked("advance_time") == [{"until_time": "05:00", "reason": "Wait until dawn"}]
    assert player.asked("resolve_round") == []
    assert "9 hours" in text
    assert "Friday, 2 January 2026, 05:00" in text
    text = await Player("zh-hans").say("等一个小时")
    assert "1小时" in text
    assert "2026年1月1日 星期四 21:00" in text


async def test_time_passes_in_the_order_of_the_message() -> None:
    player = Player()
    await player.say("Wait an hour and then take the lamp")
    assert [name for name, _ in player.tools.asked] == ["open", "advance_time", "resolve_round"]
    player = Player()
    await player.say("Take the lamp and wait an hour")
    assert [name for name, _ in player.tools.asked] == ["open", "resolve_round", "advance_time"]


async def test_what_is_only_asked_of_the_game_master_takes_no_time() -> None:
    player = Player()
    for message in ("What am I carrying?", "Where can I go?", "What time is it?"):
        await player.say(message)
    assert player.asked("resolve_round") == player.asked("advance_time") == []
    assert "20:00" in await player.say("What time is it?")


@pytest.mark.spec("DC-2", "TB-23")
async def test_rolls_are_asked_for_and_told() -> None:
    player = Player()
    player.tools.rolls = [4, 6]
    assert "2d6 → 4, 6" in await player.say("roll 2d6")
    assert player.asked("roll_dice") == ["2d6"]
    assert "Nobody sees you." in await player.say("make a Stealth check against 12")
    assert player.asked("roll_check") == [("stealth", 12)]
    assert "This check needs a target." in await player.say("make a Stealth check")
    assert "Stealth" in await player.say("make a juggling check")


async def test_those_who_are_spoken_to_answer_from_their_cards() -> None:
    player = Player()
    player.tools.message = "Ask Edda about the lamp"
    reply = await player.reply()
    assert reply.speaker == "edda"
    assert "Edda" in reply.text
    (proposal,) = player.asked("resolve_round")
    assert proposal["outcomes"]["edda"] in reply.text
    assert "Nan is not here." in await Player().say("Ask Nan about the lamp")


async def test_whoever_cannot_answer_does_not() -> None:
    player = Player(
        placements=dict(house().placements) | {"edda": Placement(condition="unconscious")}
    )
    assert "Edda Marrow does not answer." in await player.say("Edda, what is it?")
    assert "Edda Marrow is unconscious." in await player.say("look at Edda")


@pytest.mark.spec("TB-23")
async def test_it_says_that_it_is_no_language_model() -> None:
    player = Player()
    assert "not a language model" in await player.say("look around")
    assert "not a language model" not in await player.say("look around")
    assert "no language model" in (await player.say("Are you an AI?")).lower().replace(
        "not a", "no"
    )
    assert [name for name, _ in player.tools.asked].count("resolve_round") == 2
    assert "不是语言模型" in await Player("zh-hans").say("看看四周")


async def test_a_language_model_is_refused_before_anything_is_done() -> None:
    player = Player()
    route = Route(role="master", kind="openai", provider="a model", model="large")
    with pytest.raises(ModelFailure) as refused:
        await play_master(route, player.tools, on_delta=_nothing)
    assert refused.value.code == "storyteller_only"
    assert player.tools.asked == []


async def _nothing(_piece: TextDelta | Replace) -> None: ...


@pytest.mark.spec("TB-3")
@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "Take the lamp and open the oak door"), ("zh-hans", "拿起油灯，打开橡木门")],
)
async def test_a_story_that_is_gone_on_with_does_nothing_twice(language: str, message: str) -> None:
    player = Player(language)
    whole = await player.say(message)
    state = player.tools.state
    kept = whole[: len(whole) // 3]
    more = await player.say(message, kept=kept)
    assert player.tools.state == state
    assert len(player.asked("resolve_round")) == 1
    assert more.strip()
    again = await player.say(message, kept=kept + more)
    assert again.strip()
    assert player.tools.state == state


async def test_the_record_of_the_call_says_what_was_asked_of_the_tools() -> None:
    player = Player()
    await player.say("Take the lamp")
    (call,) = player.calls
    assert (call.role, call.provider, call.outcome) == ("master", "storyteller", "ok")
    assert call.request is not None
    assert '"op":"take"' in call.request["parts"][1]["text"]


WORDS = [
    "take",
    "drop",
    "open",
    "unlock",
    "close",
    "put",
    "wear",
    "go",
    "wait",
    "read",
    "give",
    "the",
    "lamp",
    "chest",
    "iron",
    "key",
    "coat",
    "letter",
    "bread",
    "three",
    "coins",
    "oak",
    "door",
    "hatch",
    "yard",
    "cellar",
    "crypt",
    "gem",
    "passage",
    "Edda",
    "Nan",
    "it",
    "and",
    "then",
    "to",
    "in",
    "with",
    ",",
    ".",
    "?",
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), min_size=1, max_size=4))
def test_whatever_is_said_is_a_valid_proposal_and_a_text(story: list[list[str]]) -> None:
    async def play() -> None:
        player = Player()
        for words in story:
            text = await player.say(" ".join(words))
            assert text.strip()
            assert "{" not in text
            assert "red gem" not in text or "red gem" in " ".join(words)
        for proposal in player.asked("resolve_round"):
            assert isinstance(read_round(proposal), RoundProposal)
        things = player.tools.state.things
        assert sum(i.quantity for i in things.items.values() if i.kind == "coins") == 12

    asyncio.run(play())


async def test_one_of_a_stack_is_told_as_one_and_what_follows_is_done_to_it() -> None:
    player = Player()
    text = await player.say("Take a coin and give it to Edda")
    assert "one of the silver coins" in text
    assert player.held("coins") == ("location", "hall")
    assert player.held("coins~2") == ("character", "edda")
    assert player.tools.state.things.items["coins"].quantity == 11
