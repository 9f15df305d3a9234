"""Turns of a table through the doors a page uses: rounds, rolls, stops, ends, other attempts."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from sessions_app.models import (
    DiceRoll,
    ModelRoute,
    Provider,
    Session,
    StoryItem,
    StoryRound,
    Take,
    TimeLog,
)
from sessions_app.queries.world import read_world
from sessions_app.rules.world import StoryState
from tests.journeys.playing import Page, laid_text, running
from tests.journeys.table_play import no_connection_left  # noqa: F401 - a fixture
from tests.journeys.table_worlds import make_table
from worldbook.models import User
from worldbook.queries.story_images import dump_state

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_connection_left"),
]


@sync_to_async
def a_table(delay_ms: float = 0, language: str = "en", **wishes: Any) -> tuple[User, Session]:
    provider, _ = Provider.objects.update_or_create(
        name="storyteller", defaults={"kind": "storyteller", "options": {"delay_ms": delay_ms}}
    )
    ModelRoute.objects.update_or_create(
        role="master",
        name="default",
        defaults={"provider": provider, "model": "storyteller", "context_window": 32_000},
    )
    return make_table(language, **wishes)


state_of = sync_to_async(read_world)
dump = sync_to_async(dump_state)


@sync_to_async
def rows(model: Any, story: Session) -> int:
    return model.objects.filter(session=story).count()


def holder(state: StoryState, item: str) -> str:
    return state.things.items[item].holder.key


@pytest.mark.spec("TB-5", "TB-7", "PC-1", "TB-2")
async def test_a_message_is_one_round_that_is_told_to_the_page() -> None:
    player, story = await a_table()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Take the lamp and climb the ladder.")
        end = await page.until_end()
    kinds = [frame["type"] for frame in page.frames]
    assert kinds.index("accepted") < kinds.index("worldbook") < kinds.index("round")
    assert kinds.index("round") < kinds.index("text")
    (told,) = [frame for frame in page.frames if frame["type"] == "round"]
    assert (told["turn"], told["round"]["number"]) == (turn["id"], 1)
    assert told["round"]["ends"] - told["round"]["begins"] == 30_000
    assert end["type"] == "delivered"
    assert laid_text(page.frames, end["take"]["id"]) == end["take"]["text"]
    assert "storm lamp" in end["take"]["text"]
    assert "Straw, and a view of the harbour light." in end["take"]["text"]
    assert end["take"]["passages"][0]["speaker"] == "@master"
    state = await state_of(story.pk)
    assert (state.player_place, holder(state, "lamp")) == ("loft", "persona")
    assert await rows(StoryRound, story) == 1


@pytest.mark.spec("TB-7", "PL-2")
async def test_what_is_refused_changes_nothing_and_says_only_what_one_knows() -> None:
    player, story = await a_table()
    before = await state_of(story.pk)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="Go to the cellar")
        assert "The way is locked: the trapdoor." in (await page.until_end())["take"]["text"]
        await page.post("turns", text="Take the pearl")
        told = (await page.until_end())["take"]["text"]
        assert told == "You see nothing here that you could mean by “the pearl”."
    after = await state_of(story.pk)
    assert after.things == before.things
    assert await rows(StoryRound, story) == 2


@pytest.mark.spec("TB-23", "TM-3", "AG-5")
async def test_waiting_lets_time_pass_and_people_follow_their_day() -> None:
    player, story = await a_table()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="Wait until ten at night, until 22:00.")
        told = (await page.until_end())["take"]["text"]
    assert "2 hours" in told
    assert "22:00" in told
    assert "Tom Reed" in told
    state = await state_of(story.pk)
    assert state.things.characters["tom"] == "hall"
    assert state.placements["tom"].activity == "sleeping by the fire"
    assert await rows(StoryRound, story) == 0
    assert await rows(TimeLog, story) == 2


@pytest.mark.spec("DC-2", "DC-4", "TB-2")
async def test_dice_fall_before_everybodys_eyes_and_are_recorded() -> None:
    player, story = await a_table()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="roll 2d6+1, then make a Luck check")
        end = await page.until_end()
    rolls = [frame["roll"] for frame in page.frames if frame["type"] == "roll"]
    assert [(roll["expression"], roll["check"]) for roll in rolls] == [
        ("2d6+1", None),
        ("1d6", "luck"),
    ]
    assert str(rolls[0]["total"]) in end["take"]["text"]
    assert rolls[1]["outcome"] in end["take"]["text"]
    assert await rows(DiceRoll, story) == 2


@pytest.mark.spec("TB-3", "ST-1a")
async def test_stop_keeps_the_round_that_was_finished_and_what_was_told() -> None:
    player, story = await a_table(40)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="Take the lamp and look around.")
        await page.until("text")
        take = (await page.post("stop"))["take"]
        end = await page.until_end()
        assert end["type"] == "cancelled"
        state = await state_of(story.pk)
        assert holder(state, "lamp") == "persona"
        kept = end["take"]["text"]
        await page.post("resume", take=take)
        await page.until("text")
        end = await page.until_end(30)
    assert end["type"] == "delivered"
    assert end["take"]["text"].startswith(kept)
    assert len(end["take"]["text"]) > len(kept)
    again = await state_of(story.pk)
    assert (again.things, again.clock) == (state.things, state.clock)
    assert await rows(StoryRound, story) == 1


@pytest.mark.spec("ST-1a", "TB-3")
async def test_another_attempt_finds_the_state_that_the_turn_began_with() -> None:
    player, story = await a_table(60)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="Take all, roll 1d20 and climb the ladder.")
        seen = await page.until("text")
    take = await Take.objects.select_related("turn").aget(turn__session=story, turn__number=1)
    assert (take.status, take.attempt) == ("queued", 1)
    assert await rows(StoryRound, story) == 1
    rolled = [frame["roll"] for frame in page.frames if frame["type"] == "roll"]
    await _no_delay()
    async with running(), Page(player, story.pk) as page:
        await page.open(after=seen["id"])
        end = await page.until(
            lambda frame: frame["type"] == "delivered" and frame["attempt"] == 2, 30
        )
        rolls = [frame["roll"] for frame in page.frames if frame["type"] == "roll"]
    assert "The loft." in end["take"]["text"]
    assert await rows(StoryRound, story) == await rows(DiceRoll, story) == 1
    assert rolls[-1]["total"] == rolled[0]["total"]
    state = await state_of(story.pk)
    assert (state.player_place, holder(state, "lamp")) == ("loft", "persona")


@sync_to_async
def _no_delay() -> None:
    Provider.objects.update(options={"delay_ms": 0})


@pytest.mark.spec("ST-3", "ST-1")
async def test_another_answer_has_a_state_of_its_own() -> None:
    player, story = await a_table()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="Take the lamp")
        first = (await page.until_end())["take"]
        one = await dump(story.pk)
        await page.post("regenerate", take=first["id"])
        second = (await page.until_end())["take"]
        assert second["id"] != first["id"]
        assert second["text"] != ""
        state = await state_of(story.pk)
        assert holder(state, "lamp") == "persona"
        assert await rows(StoryRound, story) == 1
        await page.post("choose", take=first["id"])
    assert await dump(story.pk) == one


@pytest.mark.spec("TB-4", "TB-21")
async def test_a_route_to_a_language_model_is_refused_and_the_story_stands() -> None:
    player, story = await a_table()
    await _lead_to_a_model()
    before = await dump(story.pk)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="Take the lamp")
        end = await page.until_end()
    assert end["type"] == "failed"
    assert end["error"]["code"] == "storyteller_only"
    assert await dump(story.pk) == before


@sync_to_async
def _lead_to_a_model() -> None:
    provider = Provider.objects.create(name="far", kind="openai", base_url="http://127.0.0.1:9/v1")
    ModelRoute.objects.filter(role="master").update(provider=provider, model="large")


@pytest.mark.spec("TB-9")
async def test_what_is_said_outside_the_story_changes_nothing() -> None:
    player, story = await a_table()
    before = await dump(story.pk)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        for text in ("((Take the lamp, please))", "/ooc I take the lamp", "Are you an AI?"):
            await page.post("turns", text=text)
            assert "not a language model" in (await page.until_end())["take"]["text"].replace(
                "no language model", "not a language model"
            )
    assert await dump(story.pk) == before


async def test_a_thing_taken_by_hand_meanwhile_is_not_taken_twice() -> None:
    """What the game master saw is judged again on what is there when it becomes true (AD-5)."""
    player, story = await a_table()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await asyncio.gather(
            page.post("turns", text="Take the lamp"), page.post("turns", text="Take the lamp")
        )
        told = [(await page.until_end())["take"]["text"] for _ in range(2)]
    assert "storm lamp" in told[0]
    assert "storm lamp" in told[1]
    assert await StoryItem.objects.filter(session=story, key="lamp").acount() == 1
