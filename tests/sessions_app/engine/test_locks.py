"""The locks of running turns."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from sessions_app.engine.locks import SessionLocks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def two():
    one, other = SessionLocks(), SessionLocks()
    yield one, other
    await one.close()
    await other.close()


@pytest.mark.spec("TB-1")
async def test_one_process_has_a_story_until_it_ends(two) -> None:
    one, other = two
    assert await one.take(7)
    assert not await other.take(7)
    assert await other.take(8)
    await one.close()
    async with asyncio.timeout(30):
        while not await other.take(7):
            await asyncio.sleep(0.05)


async def test_a_lost_connection_is_opened_again_and_its_locks_taken_again(two) -> None:
    one, other = two
    await one.take(7)
    await end_connections(one)
    assert await one.check() == set()
    assert not await other.take(7)


async def test_a_lock_that_somebody_else_has_by_then_is_lost(two, monkeypatch) -> None:
    monkeypatch.setattr("sessions_app.engine.locks.RETAKE_SECONDS", 0.2)
    one, other = two
    await one.take(7)
    await end_connections(one)
    assert await other.take(7)
    assert await one.check() == {7}


async def end_connections(locks: SessionLocks) -> None:
    """What a restart of the server does to it."""

    pid = locks._connection.info.backend_pid

    def end() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
        connection.close()

    await sync_to_async(end)()
