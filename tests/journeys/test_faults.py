"""What is killed in mid-turn, in real processes: nothing accepted is lost, nothing is doubled."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.browser import SLOW
from tests.journeys.remote import RemotePage, runner_of, set_up
from tests.processes import Site

pytestmark = pytest.mark.spec("SF-3")

ASK = "Tell me about the copper key, the tower and the guard, please"


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    with Site(site_folder / "var", None, "--runners", "2", "--workers", "0") as running:
        yield running


@pytest.fixture(scope="module")
def player(site: Site) -> tuple[str, list[int]]:
    return set_up(site, "faults", stories=4, delay_ms=60)


async def begin(page: RemotePage) -> dict:
    await page.open((await page.get("messages/"))["after"])
    turn = await page.post("turns", text=ASK)
    await page.until("text")
    return turn


async def assert_whole(page: RemotePage, turn: dict, end: dict) -> None:
    """The page, the frames and the rows tell the same, and the turn is there once."""
    assert end["type"] == "delivered"
    assert end["take"]["text"].startswith(page.laid(end["take"]["id"]))
    state = await page.get("messages/")
    assert [row["id"] for row in state["turns"]][1:] == [turn["id"]]
    assert state["turns"][-1]["player"]["text"] == ASK
    assert state["turns"][-1]["takes"][0]["text"] == end["take"]["text"]


@pytest.mark.spec("TB-2", "PG-16")
async def test_a_web_process_killed_in_mid_turn_ends_nothing(site: Site, player: tuple) -> None:
    async with RemotePage(site, player[0], player[1][0]) as page:
        turn = await begin(page)
        site.kill("web")
        end = await page.until_end()
        assert end["take"]["attempt"] == 1
        ids = [frame["id"] for frame in page.frames]
        assert len(ids) == len(set(ids))
        assert page.laid(end["take"]["id"]) == end["take"]["text"]
        await assert_whole(page, turn, end)


@pytest.mark.spec("TB-2", "TB-3")
async def test_a_killed_runner_is_followed_by_another_within_5_seconds_and_twice_interrupts(
    site: Site, player: tuple
) -> None:
    site.shell(SLOW.format(ms=200))
    async with RemotePage(site, player[0], player[1][1]) as page:
        turn = await begin(page)
        take = page.frames[-1]["take"]
        site.kill(runner_of(site, take))
        killed = time.monotonic()
        second = await page.until(lambda frame: frame.get("attempt") == 2)
        assert time.monotonic() - killed < 5
        assert second["take"] == take
        await page.until("text")
        await asyncio.sleep(1.5)
        site.kill(runner_of(site, take))
        end = await page.until_end()
        assert (end["type"], end["take"]["status"]) == ("interrupted", "interrupted")
        told = page.laid(take)
        assert end["take"]["text"] == told != ""
        site.shell(SLOW.format(ms=60))
        await page.post("resume", take=take)
        resumed = await page.until_end()
        assert resumed["take"]["text"].startswith(told)
        assert resumed["take"]["attempt"] == 3
        await assert_whole(page, turn, resumed)


@pytest.mark.spec("TB-2")
async def test_redis_killed_in_mid_turn_costs_no_word(site: Site, player: tuple) -> None:
    async with RemotePage(site, player[0], player[1][2]) as page:
        turn = await begin(page)
        site.kill("redis")
        end = await page.until_end()
        assert end["take"]["attempt"] == 1
        await assert_whole(page, turn, end)


@pytest.mark.spec("TB-1")
async def test_postgresql_killed_in_mid_turn_costs_no_turn(site: Site, player: tuple) -> None:
    async with RemotePage(site, player[0], player[1][3]) as page:
        turn = await begin(page)
        site.kill("postgres")
        end = await page.until_end()
        assert end["take"]["attempt"] in (1, 2)
        await assert_whole(page, turn, end)
