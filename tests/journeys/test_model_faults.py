"""What a model service does wrong is a card with a reason, never a piece of the story (TB-4)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from sessions_app.actions.notices import note_slow_patterns
from sessions_app.models import ModelCall, ModelRoute, Provider, Session, Turn
from tests.factories import make_user
from tests.fakes.model_server import ModelServer
from tests.journeys.playing import Page, laid_text, running
from tests.sessions_app.stories import make_story
from worldbook.models import EntryNotice

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def a_story_at(base_url: str) -> Session:
    provider = Provider.objects.create(name="fake", kind="openai", base_url=base_url)
    ModelRoute.objects.create(
        role="actor", name="default", provider=provider, model="m", context_window=16_000
    )
    return make_story(make_user())


@asynccontextmanager
async def a_page(server: ModelServer) -> AsyncIterator[Page]:
    story = await a_story_at(server.base_url)
    async with running(), Page(story.owner, story.pk) as page:
        await page.open()
        yield page


@sync_to_async
def outcomes(turn: int) -> list[str]:
    return list(
        ModelCall.objects.filter(turn_ref=turn).order_by("id").values_list("outcome", flat=True)
    )


@pytest.mark.spec("TB-4", "PG-15")
@pytest.mark.parametrize(
    ("message", "code", "text"),
    [
        ("!401", "wrong_key", ""),
        ("!busy", "rate_limited", ""),
        ("!quota", "over_quota", ""),
        ("!overflow", "context_overflow", ""),
        ("!empty", "empty_completion", ""),
        ("!cut", "stream_cut", "The door opens slowly, "),
    ],
)
async def test_a_failure_keeps_what_was_told_says_why_and_retries(
    message: str, code: str, text: str
) -> None:
    async with ModelServer() as server, a_page(server) as page:
        turn = await page.post("turns", text=message)
        end = await page.until_end()
        assert (end["type"], end["error"]["code"]) == ("failed", code)
        assert end["error"]["message"]
        assert end["take"]["text"].strip() == text.strip()
        assert laid_text(page.frames, end["take"]["id"]).strip() == text.strip()
        assert await outcomes(turn["id"]) == [code]
        assert (await page.get("messages/"))["turns"][-1]["player"]["text"] == message
        await page.post("edit", turn=turn["id"], text="Hello there")
        await page.post("retry", take=end["take"]["id"])
        again = await page.until_end()
        assert (again["type"], again["take"]["attempt"]) == ("delivered", 2)
        assert again["take"]["error"] is None
        assert await outcomes(turn["id"]) == [code, "ok"]


@pytest.mark.spec("TB-4")
async def test_a_service_that_is_not_there_is_said_to_be_unreachable(monkeypatch: Any) -> None:
    async with ModelServer() as server:
        gone = server.base_url
    story = await a_story_at(gone)
    async with running(), Page(story.owner, story.pk) as page:
        await page.open()
        await page.post("turns", text="Hello")
        end = await page.until_end(30)
        assert (end["type"], end["error"]["code"]) == ("failed", "unreachable")


@pytest.mark.spec("TB-3", "PG-2")
async def test_stop_ends_the_call_at_the_service_at_once() -> None:
    async with ModelServer() as server, a_page(server) as page:
        turn = await page.post("turns", text="!slow")
        await page.until("text")
        await page.post("stop")
        end = await page.until_end(10)
        assert end["type"] == "cancelled"
        assert end["take"]["text"] == laid_text(page.frames, end["take"]["id"]) != ""
        await server_hung_up(server)
        assert await outcomes(turn["id"]) == ["cancelled"]


async def server_hung_up(server: ModelServer) -> None:
    for _ in range(500):
        if server.hung_up:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the call goes on")


@pytest.mark.spec("PG-28", "OB-1")
async def test_reasoning_stays_out_of_the_story_and_usage_is_kept_with_the_take() -> None:
    async with ModelServer() as server, a_page(server) as page:
        turn = await page.post("turns", text="!think")
        end = await page.until_end()
        assert "They want in" not in end["take"]["text"]
        assert (end["take"]["usage"]["in"], end["take"]["usage"]["out"]) == (10, 2)
        assert end["take"]["usage"]["cost"] is None
        trace = await page.get(f"turns/{turn['id']}/trace/")
        assert [call["tokens_in"] for call in trace["calls"]] == [10]
        assert "package" not in trace


@pytest.mark.spec("LN-1", "WB-37")
async def test_who_may_edit_the_world_sees_what_the_model_got_and_the_whole_trace() -> None:
    async with ModelServer() as server, a_page(server) as page:
        await sync_to_async(lambda: give_world(page))()
        turn = await page.post("turns", text="The copper key?")
        await page.until_end()
        trace = await page.get(f"turns/{turn['id']}/trace/")
        assert trace["author"]
        assert trace["package"]["parts"]
        assert trace["trace"]
        assert trace["selection_input"]["query"] == "The copper key?"
        sent = " ".join(message["content"] for message in server.requests[-1]["messages"])
        assert "The copper key opens nothing" in sent


def give_world(page: Page) -> None:
    story = Session.objects.select_related("world").get(pk=page.session_id)
    story.world.owner = page.player
    story.world.save()


@pytest.mark.spec("WB-22")
@pytest.mark.django_db
def test_an_author_is_told_once_of_a_pattern_that_ran_too_long() -> None:
    story = make_story()
    book = story.pins.get().book
    for _ in range(2):
        note_slow_patterns([(book.key, 1, "copper-key"), ("no such book", 1, "x")])
    assert EntryNotice.objects.get().key_id == "copper-key"
    assert not Turn.objects.filter(session=story, number__gt=0).exists()
