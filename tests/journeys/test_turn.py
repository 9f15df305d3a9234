"""A whole turn: sent by the API, played by the runner, seen through the socket."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from sessions_app.models import Command, ModelCall, Session, Take, Turn
from tests.factories import make_book, make_entry, make_user
from tests.journeys.playing import Page, laid_text, running
from tests.sessions_app.stories import make_story, pin_by_hand, tell_slowly, unpin_by_hand
from worldbook.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def a_story(delay_ms: float = 0, **wishes: Any) -> tuple[User, Session]:
    player = make_user()
    tell_slowly(delay_ms)
    return player, make_story(player, **wishes)


SLOWLY = 300
"""Milliseconds between words: nothing that is done within an answer finds it at its end already."""


@sync_to_async
def tell_at_once() -> None:
    """From the next answer on."""
    tell_slowly(0)


@sync_to_async
def count(model: Any, **about: Any) -> int:
    return model.objects.filter(**about).count()


@pytest.mark.spec("WB-37", "LN-5", "PG-3", "TB-2")
async def test_a_turn_streams_its_answer_after_its_lore() -> None:
    player, story = await a_story()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Look, a copper key!")
        end = await page.until_end()
        kinds = [frame["type"] for frame in page.frames]
        assert kinds[0] == "accepted"
        assert kinds.index("worldbook") < kinds.index("text")
        lore = next(frame for frame in page.frames if frame["type"] == "worldbook")
        assert [entry["id"] for entry in lore["selected"]] == ["copper-key"]
        assert [f["phase"] for f in page.frames if f["type"] == "phase"] == [
            "preparing",
            "writing",
            "saving",
        ]
        assert end["type"] == "delivered"
        named = {f["who"] for f in page.frames if f["type"] == "phase"}
        assert named == {"", end["take"]["passages"][0]["speaker"]}
        assert laid_text(page.frames, end["take"]["id"]) == end["take"]["text"] != ""
        assert await page.text_of(turn["id"]) == end["take"]["text"]
        assert await count(ModelCall, turn_ref=turn["id"], outcome="ok") == 1
        ids = [tuple(map(int, frame["id"].split("-"))) for frame in page.frames]
        assert ids == sorted(set(ids))


@pytest.mark.spec("TB-1")
async def test_the_same_message_sent_twice_is_one_turn() -> None:
    player, story = await a_story()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        both = await asyncio.gather(
            page.post("turns", text="Hello", key="once"),
            page.post("turns", text="Hello", key="once"),
        )
        await page.until_end()
        assert both[0]["id"] == both[1]["id"]
        assert (await page.post("turns", text="Hello", key="once"))["id"] == both[0]["id"]
        assert await count(Turn, session=story, number__gt=0) == 1
        assert await count(Take, turn_id=both[0]["id"]) == 1


@pytest.mark.spec("TB-1", "PG-17")
async def test_messages_sent_meanwhile_wait_in_order_and_both_pages_see_all() -> None:
    player, story = await a_story(10)
    async with running(), Page(player, story.pk) as one, Page(player, story.pk) as two:
        await one.open()
        await two.open()
        first = await one.post("turns", text="First")
        second = await two.post("turns", text="Second")
        third = await one.post("turns", text="Third")
        assert (second["status"], second["number"]) == ("waiting", None)
        waiting = (await two.get("messages/"))["waiting"]
        assert [row["text"] for row in waiting] == ["Second", "Third"]
        ends = [await one.until_end() for _ in range(3)]
        assert [end["turn"] for end in ends] == [first["id"], second["id"], third["id"]]
        assert [(await two.until_end())["turn"] for _ in range(3)] == [e["turn"] for e in ends]
        turns = (await one.get("messages/"))["turns"]
        assert [turn["number"] for turn in turns] == [0, 1, 2, 3]
        assert [frame["id"] for frame in one.frames] == [frame["id"] for frame in two.frames]
        told = [
            (frame["type"], frame["turn"]["id"] if frame["type"] == "accepted" else frame["turn"])
            for frame in one.frames
            if frame["type"] in ("accepted", "delivered")
        ]
        assert told == [
            (kind, turn["id"])
            for turn in (first, second, third)
            for kind in ("accepted", "delivered")
        ]


@pytest.mark.spec("PG-16", "TB-2")
async def test_a_page_that_comes_back_in_mid_turn_gets_what_it_missed_once_in_order() -> None:
    player, story = await a_story(20)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Tell me about the copper key, please")
        seen = await page.until("text")
        await page.close()
        await asyncio.sleep(0.3)
        await page.open(after=seen["id"])
        end = await page.until_end()
        ids = [frame["id"] for frame in page.frames]
        assert len(ids) == len(set(ids))
        assert laid_text(page.frames, end["take"]["id"]) == end["take"]["text"]
        assert await page.text_of(turn["id"]) == end["take"]["text"]


@pytest.mark.spec("PG-16")
async def test_a_page_opened_anew_in_mid_turn_finds_the_text_so_far_and_the_rest() -> None:
    player, story = await a_story(35)
    async with running(), Page(player, story.pk) as first, Page(player, story.pk) as later:
        await first.open()
        turn = await first.post("turns", text="Tell me about the copper key, please")
        await first.until("text")
        await asyncio.sleep(0.5)
        await first.close()
        state = await later.get("messages/")
        assert state["running"] is not None
        so_far = state["turns"][-1]["takes"][0]["text"]
        await later.open(after=state["after"])
        end = await later.until_end()
        start = {"type": "text", "take": end["take"]["id"], "at": 0, "text": so_far}
        assert laid_text([start, *later.frames], end["take"]["id"]) == end["take"]["text"]
        assert end["turn"] == turn["id"]


@pytest.mark.spec("TB-2")
async def test_frames_that_are_gone_are_made_up_for_by_one_snapshot() -> None:
    player, story = await a_story()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        await page.post("turns", text="Hello")
        await page.until_end()
        await page.close()
        await page.open(after="99-0")
        snapshot = await page.frame()
        assert snapshot["type"] == "snapshot"
        assert snapshot["turns"] == (await page.get("messages/"))["turns"]
        await page.post("turns", text="And now?")
        assert (await page.until_end())["type"] == "delivered"
        assert [f["type"] for f in page.frames].count("snapshot") == 1


@pytest.mark.spec("PG-2", "TB-3")
@pytest.mark.parametrize("keep", [True, False])
async def test_stop_keeps_or_discards_what_was_told_and_what_waits_runs(*, keep: bool) -> None:
    player, story = await a_story(SLOWLY)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Tell me about the copper key, please")
        after = await page.post("turns", text="Next")
        for _ in range(2):
            await page.until("text")
        await tell_at_once()
        await page.post("stop", keep=keep)
        end = await page.until_end(10)
        assert (end["type"], end["take"]["status"]) == ("cancelled", "stopped")
        told = laid_text(page.frames, end["take"]["id"])
        text = await page.text_of(turn["id"])
        assert text.startswith(told) if keep else text == ""
        assert (await page.until_end())["turn"] == after["id"]


@pytest.mark.spec("PG-6", "TB-3")
async def test_a_stopped_answer_is_resumed_and_a_delivered_one_continued() -> None:
    player, story = await a_story(SLOWLY)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Tell me about the copper key, please")
        for _ in range(2):
            await page.until("text")
        await tell_at_once()
        take = (await page.post("stop"))["take"]
        await page.until_end()
        kept = await page.text_of(turn["id"])
        await page.post("resume", take=take)
        end = await page.until_end()
        assert end["type"] == "delivered"
        resumed = end["take"]["text"]
        assert resumed.startswith(kept)
        assert len(resumed) > len(kept)
        done = await page.post("continue", take=take)
        longer = (await page.until_end())["take"]["text"]
        assert longer.startswith(resumed)
        await page.post("undo", command=done["command"])
        assert await page.text_of(turn["id"]) == resumed


@pytest.mark.spec("WB-35", "PG-4", "PG-5", "ST-3")
async def test_regenerate_makes_a_take_of_the_same_selection_and_swiping_goes_back() -> None:
    player, story = await a_story()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="The copper key?")
        first = (await page.until_end())["take"]
        frozen = await sync_to_async(lambda: Turn.objects.get(pk=turn["id"]).selection)()
        await forget_the_books(story)
        await page.post("regenerate", take=first["id"], instruction="shorter")
        second = (await page.until_end())["take"]
        assert second["status"] == "delivered"
        assert (second["number"], second["instruction"]) == (2, "shorter")
        after = await sync_to_async(lambda: Turn.objects.get(pk=turn["id"]).selection)()
        assert after == frozen
        lore = [frame for frame in page.frames if frame["type"] == "worldbook"]
        assert lore[0]["selected"] == lore[1]["selected"] != []
        back = await page.post("choose", take=first["id"])
        assert back["undoable"]
        assert await page.text_of(turn["id"]) == first["text"]
        await page.post("undo", command=back["command"])
        assert (await page.get("messages/"))["head"] == second["id"]
        assert await count(Take, turn_id=turn["id"]) == 2


@sync_to_async
def forget_the_books(story: Session) -> None:
    unpin_by_hand(story)


@pytest.mark.spec("WB-25", "TB-4", "PG-15")
async def test_a_selection_error_fails_the_turn_before_any_call_and_holds_what_waits() -> None:
    player, story = await a_story()
    await sync_to_async(pin_too_much)(story)
    async with Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Hello")
        waiting = await page.post("turns", text="And then?")
        async with running():
            end = await page.until_end()
            assert (end["type"], end["error"]["code"]) == ("failed", "required_over_budget")
            assert end["error"]["message"]
            assert await count(ModelCall, turn_ref=turn["id"]) == 0
            state = await page.get("messages/")
            assert [row["id"] for row in state["waiting"]] == [waiting["id"]]
            assert state["turns"][-1]["player"]["text"] == "Hello"
            await sync_to_async(unpin_by_hand)(story, last=True)
            await page.post("retry", take=end["take"]["id"])
            assert (await page.until_end())["type"] == "delivered"
            assert (await page.until_end())["turn"] == waiting["id"]


def pin_too_much(story: Session) -> None:
    entry = make_entry("law", constant=True, required=True, content="word " * 5000)
    book = make_book(entries=[entry])
    pin_by_hand(story, book)


@pytest.mark.spec("TB-3")
async def test_after_a_failure_a_waiting_message_runs_when_the_player_skips() -> None:
    player, story = await a_story()
    await sync_to_async(pin_too_much)(story)
    async with Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Hello")
        waiting = await page.post("turns", text="And then?")
        taken_back = await page.post("turns", text="Never mind")
        assert (await page.post("withdraw", turn=taken_back["id"]))["draft"] == "Never mind"
        async with running():
            await page.until_end()
            await sync_to_async(unpin_by_hand)(story, last=True)
            await page.post("skip", turn=turn["id"])
            end = await page.until_end()
            assert (end["type"], end["turn"]) == ("delivered", waiting["id"])
            assert (await page.get("messages/"))["waiting"] == []


@pytest.mark.spec("PG-7", "PG-8", "ST-1")
async def test_edit_and_replay_and_deletions_can_be_undone() -> None:
    player, story = await a_story()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        for text in ("One", "Two"):
            await page.post("turns", text=text)
            await page.until_end()
        before = await page.get("messages/")
        one, two = before["turns"][1:]
        done = await page.post("replay", turn=one["id"], text="Another one")
        await page.until_end()
        after = await page.get("messages/")
        assert [(t["number"], (t["player"] or {}).get("text")) for t in after["turns"]] == [
            (0, None),
            (1, "Another one"),
        ]
        assert after["timeline"] > before["timeline"]
        await page.post("undo", command=done["command"])
        assert (await page.get("messages/"))["turns"] == before["turns"]
        gone = await page.post("delete-from", turn=two["id"])
        assert gone["draft"] == "Two"
        assert len((await page.get("messages/"))["turns"]) == 2
        await page.post("undo")
        assert (await page.get("messages/"))["turns"] == before["turns"]
        await page.post("delete", take=two["takes"][0]["id"])
        shown = (await page.get("messages/"))["turns"][-1]["takes"][0]
        assert (shown["deleted"], shown["text"]) == (True, "")
        await page.post("undo")
        assert (await page.get("messages/"))["turns"] == before["turns"]
        await page.post("edit", take=two["takes"][0]["id"], text="Changed")
        assert await page.text_of(two["id"]) == "Changed"
        await page.post("undo")
        assert (await page.get("messages/"))["turns"] == before["turns"]


@pytest.mark.spec("ST-1")
async def test_moves_wait_for_the_end_of_the_turn() -> None:
    player, story = await a_story(SLOWLY)
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Hello there")
        await page.until("text")
        greeting = (await page.get("messages/"))["turns"][0]
        refused = [
            await page.post("delete-from", turn=turn["id"], status=(409,)),
            await page.post("replay", turn=turn["id"], text="Hi", status=(409,)),
            await page.post("choose", take=greeting["takes"][0]["id"], status=(409,)),
        ]
        assert {answer["error"]["code"] for answer in refused} == {"turn_running"}
        assert await count(Command, session=story, name="replay") == 0
        await page.post("stop")
        await page.until_end()
