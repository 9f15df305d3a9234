"""A throw-away PostgreSQL and Redis per run, started only when a collected test needs them."""

import asyncio
import functools
import gc
import inspect
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from redis import Redis

from rpsite.settings import test as test_settings
from tests.processes import Site

# Examples have no deadline: a busy machine is no fault of the code. They are the same in each run,
# so that a change is not refused for what it did not do; HYPOTHESIS_PROFILE=search looks for others.
settings.register_profile("site", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "site"))

RUN = Path(test_settings.RUN)
PURE_ROOMS = {"rules", "house"}
WITH_PROCESSES = {"journeys", "services"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts whole sites: three of those run side by side, each file by one process."""
    for item in items:
        if not WITH_PROCESSES.isdisjoint(item.path.parts):
            item.add_marker(pytest.mark.processes)


ASYNC_SECONDS = 150
"""Below faulthandler_timeout, which ends the whole process and does not know what a task awaits."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """An asynchronous test that waits for ever fails, and says what every task waits for."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        item.obj = within_bounds(item.obj)


def within_bounds(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """The same test with an end."""

    @functools.wraps(test)
    async def bounded(*given: Any, **named: Any) -> None:
        here = asyncio.current_task()
        waits: list[str] = []

        def give_up() -> None:
            waits.extend(waits_for(task) for task in asyncio.all_tasks())
            here.cancel()

        end = asyncio.get_running_loop().call_later(ASYNC_SECONDS, give_up)
        try:
            await test(*given, **named)
        except asyncio.CancelledError as cancelled:
            if not waits:
                raise
            here.uncancel()
            told = "\n".join(
                [f"still running after {ASYNC_SECONDS} s; each task waits in:", *waits]
            )
            raise AssertionError(told) from cancelled
        finally:
            end.cancel()

    return bounded


def waits_for(task: asyncio.Task[Any]) -> str:
    """What a task awaits, from its first coroutine down, with lines."""
    found: list[str] = []
    on: Any = task.get_coro()
    while on is not None:
        frame = getattr(on, "cr_frame", None)
        found.append(f"{on.__qualname__}:{frame.f_lineno}" if frame is not None else repr(on))
        on = getattr(on, "cr_await", None)
    return " > ".join(found)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Start the servers unless only pure tests were collected."""
    if session.config.option.collectonly:
        return
    if any(PURE_ROOMS.isdisjoint(item.path.parts) for item in session.items):
        session.config.stash[GUARD] = start_servers()
        session.config.stash[REDIS] = Redis(unix_socket_path=str(RUN / "redis" / "s"))
    # What was imported and collected stays to the end: the collector need not look at it again.
    gc.collect()
    gc.freeze()


GUARD = pytest.StashKey[subprocess.Popen]()
REDIS = pytest.StashKey[Redis]()


def start_servers() -> subprocess.Popen:
    """Run them under a guard that stops them and removes the folder when this run ends or dies."""
    guard = subprocess.Popen(
        [sys.executable, "-m", "rpsite.services.throw_away", str(RUN)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).parent.parent,
    )
    if guard.stdout.readline() != "ready\n":
        raise RuntimeError(f"The test servers did not start; see {RUN}/var/log")
    return guard


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let the guard stop the servers."""
    guard = config.stash.get(GUARD, None)
    if guard is not None:
        guard.stdin.close()
        guard.wait(30)
    shutil.rmtree(RUN, ignore_errors=True)


@pytest.fixture(autouse=True)
def _clean_cache(request: pytest.FixtureRequest) -> None:
    """Every test begins with an empty cache and no frames."""
    if REDIS in request.config.stash:
        request.config.stash[REDIS].flushall()


@pytest.fixture(scope="module")
def site_folder() -> Iterator[Path]:
    """A short folder for a site's files; open to the account PostgreSQL runs as."""
    with tempfile.TemporaryDirectory(prefix="rps-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    """A whole site in real processes, started for the first time, for the tests of a module."""
    with Site(site_folder / "var", fresh=True) as running:
        yield running


def pytest_report_collectionfinish(items: list[pytest.Item]) -> list[str]:
    """Say what will be skipped for want of a browser, by name, before anything runs (OP-2)."""
    if chromium() is not None:
        return []
    return [
        f"skipped, no Chromium on this machine: {item.nodeid}"
        for item in items
        if item.get_closest_marker("browser")
    ]


def chromium() -> str | None:
    """Return the path of a Chromium that can be driven."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    return None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip browser tests where there is no browser."""
    if item.get_closest_marker("browser") and chromium() is None:
        pytest.skip("no Chromium on this machine")
