"""A site of its own for a measurement: real processes on an empty var folder, gone afterwards."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self
from urllib.error import URLError
from urllib.request import urlopen

import psutil  # type: ignore[import-untyped]
from django.conf import settings

MINUTES = 3
QUIET_SECONDS = 0.1
HIDDEN = ("DATABASE_URL", "REDIS_URL", "CACHE_URL", "RPSITE_RUN", "RPSITE_TEST_RUN")
SET_UP = "from sessions_app.management.benches.story import print_set_up; print_set_up({words!r})"


class BenchSite:
    """`manage.py serve` on a new var folder; `url` has no slash at its end."""

    def __init__(self, port: int | None = None) -> None:
        self._port = port
        self._folder = Path(tempfile.mkdtemp(prefix="rpsite-bench-"))
        kept = {name: value for name, value in os.environ.items() if name not in HIDDEN}
        own = {"RPSITE_VAR": str(self._folder / "var"), "RATE_MESSAGES": "100000/min"}
        self._env = kept | own
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def __enter__(self) -> Self:
        port = [] if self._port is None else ["--port", str(self._port)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", *port],
                cwd=settings.BASE_DIR, env=self._env, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *problem: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
        self._manage("services", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _log(self) -> Path:
        return self._folder / "site.log"

    def _wait(self) -> None:
        """Until the site says where it is and is ready."""
        deadline = time.monotonic() + MINUTES * 60
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                break
            found = re.search(r"RPSite\s+(http://\S+)/", self._log.read_text(errors="replace"))
            if found and _answers(f"{found[1]}/readyz"):
                self.url = found[1]
                return
            time.sleep(0.1)
        raise RuntimeError(f"the site did not start:\n{self._log.read_text(errors='replace')}")

    def _manage(self, *arguments: str) -> str:
        """What a command of this site prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=settings.BASE_DIR, env=self._env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise RuntimeError(f"manage.py {arguments[0]}: {done.stdout}{done.stderr}")
        return done.stdout

    def set_up(self, **wishes: Any) -> dict[str, Any]:
        """Make stories on the site; `story.set_up` says what can be wished and what comes back."""
        printed = self._manage("shell", "-c", SET_UP.format(words=json.dumps(wishes)))
        found: dict[str, Any] = json.loads(printed.strip().splitlines()[-1])
        return found

    def settle(self, seconds: float = 60) -> None:
        """Wait until nothing is busy any more: workers take a while to begin."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            before = sum(self.work().values())
            time.sleep(2)
            if sum(self.work().values()) - before < QUIET_SECONDS:
                return

    def work(self) -> dict[str, float]:
        """CPU seconds that the site's processes have used, by what they are; not the databases."""
        used: dict[str, float] = {}
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.environ().get("RPSITE_VAR") == self._env["RPSITE_VAR"]:
                    times, kind = process.cpu_times(), _kind(" ".join(process.cmdline()))
                    used[kind] = used.get(kind, 0.0) + times.user + times.system
        return used


def _kind(command: str) -> str:
    """What a process of the site is, by its command line."""
    known = {"daphne": "web", "run_turns": "runner", "celery": "worker"}
    return next((kind for word, kind in known.items() if word in command), "other")


def _answers(address: str) -> bool:
    """Whether an address answers 200."""
    try:
        with urlopen(address, timeout=5) as answer:  # noqa: S310 - this machine
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
