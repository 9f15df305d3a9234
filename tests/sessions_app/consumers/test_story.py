"""Who gets which frames over a socket."""

import asyncio
from typing import Any

import orjson
import pytest
import redis
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connections

from sessions_app.consumers import hub as hub_module
from sessions_app.consumers import story as story_module
from sessions_app.outbox.redis_client import close_async_client
from sessions_app.outbox.streams import START, write_frames
from sessions_app.routing import websocket_urlpatterns
from tests.factories import make_user
from tests.journeys.playing import PATIENCE
from tests.sessions_app.stories import make_story
from worldbook.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def socket(user: Any, session_id: int, after: str = START) -> WebsocketCommunicator:
    address = f"/ws/sessions/{session_id}/?after={after}"
    found = WebsocketCommunicator(URLRouter(websocket_urlpatterns), address)
    found.scope["user"] = user
    return found


async def closed_with(found: WebsocketCommunicator) -> int:
    await found.connect(PATIENCE)
    output = await found.receive_output(PATIENCE)
    await done(found)
    return output["code"]


async def done(*sockets: WebsocketCommunicator) -> None:
    for found in sockets:
        await found.disconnect()
    await close_async_client()
    await sync_to_async(connections.close_all)()


async def frame(found: WebsocketCommunicator) -> dict:
    return orjson.loads(await found.receive_from(PATIENCE))


@pytest.mark.spec("SF-1")
async def test_only_the_owner_is_let_in() -> None:
    story = await sync_to_async(make_story)()
    stranger = await sync_to_async(make_user)()
    assert await closed_with(socket(stranger, story.pk)) == 4404
    assert await closed_with(socket(AnonymousUser(), story.pk)) == 4401
    assert await closed_with(socket(stranger, 10**12)) == 4404


@pytest.mark.spec("SF-1")
async def test_an_account_that_is_closed_loses_its_socket(monkeypatch) -> None:
    monkeypatch.setattr(story_module, "LOOK_AGAIN_SECONDS", 0.05)
    story = await sync_to_async(make_story)()
    found = socket(story.owner, story.pk)
    await found.connect(PATIENCE)
    await sync_to_async(User.objects.filter(pk=story.owner_id).update)(is_active=False)
    assert (await found.receive_output(PATIENCE))["code"] == 4404
    await done(found)


@pytest.mark.spec("PG-17", "TB-2")
async def test_two_pages_get_the_frames_of_their_story_and_of_no_other() -> None:
    one, other = await sync_to_async(make_story)(), await sync_to_async(make_story)()
    pages = [socket(one.owner, one.pk), socket(one.owner, one.pk), socket(other.owner, other.pk)]
    for page in pages:
        await page.connect(PATIENCE)
    await asyncio.sleep(0.1)
    await sync_to_async(write_frames)(one.pk, [{"type": "text", "text": str(n)} for n in range(3)])
    await sync_to_async(write_frames)(other.pk, [{"type": "text", "text": "else"}])
    for page in pages[:2]:
        assert [(await frame(page))["text"] for _ in range(3)] == ["0", "1", "2"]
    assert (await frame(pages[2]))["text"] == "else"
    assert await pages[0].receive_nothing(0.2)
    await done(*pages)


@pytest.mark.spec("TB-2")
async def test_a_page_resumes_from_any_frame_and_other_words_are_not_heard() -> None:
    story = await sync_to_async(make_story)()
    ids = await sync_to_async(write_frames)(story.pk, [{"type": "text"}] * 3)
    page = socket(story.owner, story.pk, ids[2])
    await page.connect(PATIENCE)
    for said in ("nonsense", "[]", '{"type": "text"}', '{"type": "resume", "after": 7}'):
        await page.send_to(said)
    assert await page.receive_nothing(0.2)
    await page.send_to(orjson.dumps({"type": "resume", "after": ids[0]}).decode())
    assert [(await frame(page))["id"] for _ in range(2)] == ids[1:]
    await done(page)


@pytest.mark.spec("TB-2")
async def test_an_unknown_frame_is_answered_with_one_snapshot() -> None:
    story = await sync_to_async(make_story)()
    page = socket(story.owner, story.pk, "not-an-id")
    await page.connect(PATIENCE)
    snapshot = await frame(page)
    assert snapshot["type"] == "snapshot"
    assert snapshot["turns"][0]["takes"][0]["text"] == "Good evening, Ana. I am Mira."
    assert await page.receive_nothing(0.2)
    await done(page)


async def test_a_page_that_does_not_keep_up_is_closed_to_come_back(monkeypatch) -> None:
    monkeypatch.setattr(hub_module, "QUEUE", 5)
    viewer = hub_module.Viewer(1)
    viewer.go_live()
    for number in range(1, 7):
        viewer.take((f"{number}-0".encode(), {b"f": b'{"type":"text"}'}))
    assert viewer.full.is_set()
    assert viewer.queue.qsize() == 5


def test_a_socket_keeps_no_ear_of_its_own_in_redis() -> None:
    assert get_channel_layer() is None


async def test_frames_read_twice_reach_a_viewer_once() -> None:
    viewer = hub_module.Viewer(1)
    entries = [(f"{number}-0".encode(), {b"f": b'{"type":"text"}'}) for number in (1, 2, 3)]
    viewer.take(entries[1])
    viewer.sent = (2, 0)
    viewer.go_live()
    for entry in entries:
        viewer.take(entry)
    assert viewer.queue.qsize() == 1


@pytest.mark.spec("TB-2")
async def test_a_page_that_cannot_be_shown_the_story_after_redis_was_away_comes_back(
    monkeypatch,
) -> None:
    """PostgreSQL is away when Redis is back: the reader of all stories goes on."""
    one, other = await sync_to_async(make_story)(), await sync_to_async(make_story)()
    pages = [socket(story.owner, story.pk) for story in (one, other)]
    for page in pages:
        await page.connect(PATIENCE)
    shown, cuts = hub_module.snapshot_for_socket, [redis.ConnectionError("cut off")]
    read = hub_module.Hub._read_once

    def snapshot(session_id: int) -> dict[str, Any]:
        if session_id == one.pk:
            raise OperationalError("the database is starting up")
        return shown(session_id)

    async def read_once(self: hub_module.Hub) -> None:
        if cuts:
            raise cuts.pop()
        await read(self)

    monkeypatch.setattr(hub_module, "snapshot_for_socket", snapshot)
    monkeypatch.setattr(hub_module.Hub, "_read_once", read_once)
    assert (await pages[0].receive_output(PATIENCE))["code"] == 1013
    assert (await frame(pages[1]))["type"] == "snapshot"
    await sync_to_async(write_frames)(other.pk, [{"type": "text", "text": "on"}])
    assert (await frame(pages[1]))["text"] == "on"
    await done(*pages)
