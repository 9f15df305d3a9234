"""A whole site as real processes, for tests that kill things or drive a browser."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import psutil

from rpsite.services.paths import run_dir
from tests.site_shell import SiteShell
from tests.site_template import lay_template

ROOT = Path(__file__).parent.parent


class Site:
    """`manage.py serve` in a var folder of its own; use as a context manager.

    The folder begins as a copy of one that was started before, unless `fresh` asks for the true
    first start. `url` ends with a slash. Environment that a test run set for itself does not
    reach the site.
    """

    def __init__(
        self,
        var: Path,
        port: int | None = None,
        *options: str,
        fresh: bool = False,
        code: Path = ROOT,
        **env: str,
    ) -> None:
        self.var = var
        self.port = port
        self.fresh = fresh
        self.options = options if fresh else (*options, "--no-prepare")
        self.code = code
        hidden = {"DJANGO_SETTINGS_MODULE", "RPSITE_RUN", "RPSITE_TEST_RUN"}
        hidden |= {"DATABASE_URL", "REDIS_URL", "CACHE_URL", "PYTHONDONTWRITEBYTECODE"}
        inherited = {name: value for name, value in os.environ.items() if name not in hidden}
        self.env = inherited | {"RPSITE_VAR": str(var)} | env
        self.process: subprocess.Popen[bytes] | None = None
        self.url = ""
        self._shell: SiteShell | None = None

    @property
    def log(self) -> Path:
        """What the site printed."""
        return self.var.with_name(f"{self.var.name}.log")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *problem: object) -> None:
        try:
            if self._shell is not None:
                self._shell.close()
        finally:
            self._end()

    def _end(self) -> None:
        self.stop()
        if any((self.run / socket).exists() for socket in ("pg/.s.PGSQL.5432", "redis/s")):
            self.manage("services", "stop")
        shutil.rmtree(self.run, ignore_errors=True)

    def start(self, seconds: float = 90) -> None:
        """Start the supervisor and wait until the site is ready."""
        if not self.fresh and not self.var.exists():
            lay_template(self.var, self.code, self.env)
        self.var.parent.mkdir(parents=True, exist_ok=True)
        port = ["--port", str(self.port)] if self.port is not None else []
        with self.log.open("ab") as log:
            offset = log.tell()
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", *port, *self.options],
                cwd=self.code, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.url = wait_for(lambda: self._printed_url(offset), seconds, self.printed)
        wait_for(self.ready, seconds, self.printed)

    def stop(self, seconds: float = 30) -> None:
        """Ctrl-C, and wait for the end."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(seconds)

    def ready(self) -> bool:
        """Say whether /readyz answers 200."""
        try:
            with urlopen(f"{self.url}readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def pid(self, name: str) -> int:
        """Return the process id of web, runner, worker, beat, postgres, redis or serve."""
        if name == "serve":
            return self.process.pid
        if name == "postgres":
            return int((self.var / "postgres" / "postmaster.pid").read_text().split()[0])
        if name == "redis":
            return int((self.run / "redis.pid").read_text())
        wrapper = psutil.Process(wait_for(lambda: self._groups().get(name), 30, self.printed))
        return wait_for(lambda: next((c.pid for c in wrapper.children()), None), 10, self.printed)

    def _groups(self) -> dict[str, int]:
        return json.loads((self.run / "serve.json").read_text())["groups"]

    def kill(self, name: str) -> int:
        """Kill -9 one process; returns the id it had."""
        pid = self.pid(name)
        os.kill(pid, signal.SIGKILL)
        return pid

    @property
    def run(self) -> Path:
        """The folder of sockets and notes."""
        return run_dir(self.var)

    def manage(self, *arguments: str) -> str:
        """Run a manage.py command against this site and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.code, env=self.env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise AssertionError(f"manage.py {arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def shell(self, code: str) -> str:
        """Run Python code as `manage.py shell -c` does and return what it printed."""
        if self._shell is None:
            self._shell = SiteShell(self.code, self.env)
        return self._shell.run(code)

    def printed(self) -> str:
        """Return the last of what the site printed."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-60:])

    def _printed_url(self, offset: int) -> str | None:
        if self.process.poll() is not None:
            raise AssertionError(f"the site ended: {self.printed()}")
        found = re.search(r"RPSite\s+(http://\S+)", self.log.read_text()[offset:])
        return found.group(1) if found else None


T = TypeVar("T")


def lives(pid: int) -> bool:
    """Say whether a process runs: one that ended and waits to be collected does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_for(
    condition: Callable[[], T], seconds: float, explain: Callable[[], str] = lambda: ""
) -> T:
    """Return the condition's first true value; fail with the explanation after that time."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s\n{explain()}")
        time.sleep(0.05)
    return value
