"""The embedded PostgreSQL and Redis: found, crashed, adopted, stopped."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from redis import Redis

from rpsite.services.paths import ServicePaths, private_dir, run_dir, service_paths
from rpsite.services.postgres_server import DATABASE, USER, PostgresServer, locate
from rpsite.services.redis_server import RedisServer


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short folder that the account PostgreSQL runs as can enter."""
    with tempfile.TemporaryDirectory(prefix="rpd-", dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def postgres(folder: Path) -> Iterator[PostgresServer]:
    server = PostgresServer(ServicePaths(folder / "var", folder / "run"))
    yield server
    server.stop()


@pytest.fixture
def redis(folder: Path) -> Iterator[RedisServer]:
    server = RedisServer(ServicePaths(folder / "var", folder / "run"))
    yield server
    server.stop()


def query(server: PostgresServer, text: str):
    with psycopg.connect(
        host=str(server.socket_dir), user=USER, dbname=DATABASE, autocommit=True
    ) as connection:
        answer = connection.execute(text)
        return answer.fetchone() if answer.description else None


def postmaster(server: PostgresServer) -> int:
    return int((locate(server.paths).data / "postmaster.pid").read_text().split()[0])


@pytest.mark.spec("OP-1")
def test_postgres_is_started_once_and_then_found(postgres: PostgresServer):
    with ThreadPoolExecutor(4) as starters:
        started = list(starters.map(lambda _: postgres.ensure(), range(4)))
    assert sorted(started) == [False, False, False, True]
    assert query(postgres, "SHOW server_version")[0].startswith("18.")
    query(postgres, "CREATE EXTENSION vector")
    assert query(postgres, "SELECT '[1,2]'::vector <-> '[1,4]'::vector") == (2.0,)
    assert query(postgres, "SHOW listen_addresses") == ("",)
    assert query(postgres, "SHOW jit") == ("off",)


def test_postgres_comes_back_after_a_crash_with_what_was_committed(postgres: PostgresServer):
    postgres.ensure()
    query(postgres, "CREATE TABLE kept AS SELECT 7 AS seven")
    os.kill(postmaster(postgres), signal.SIGKILL)
    assert postgres.ensure()
    assert query(postgres, "SELECT seven FROM kept") == (7,)


def test_a_pid_file_of_another_life_does_not_stop_postgres(postgres: PostgresServer):
    postgres.ensure()
    pid_file = locate(postgres.paths).data / "postmaster.pid"
    text = pid_file.read_text()
    postgres.stop()
    pid_file.write_text(text.replace(text.split()[0], str(os.getpid()), 1))
    assert postgres.ensure()


def test_a_checkout_deep_down_still_has_a_short_socket(folder: Path):
    deep = folder / ("d" * 100) / ("e" * 100) / "var"
    assert len(os.fsencode(service_paths(deep).redis_socket)) < 100
    assert run_dir(deep) != run_dir(folder / "var")


@pytest.mark.skipif(os.getuid() != 0, reason="only root starts PostgreSQL as somebody else")
def test_root_below_a_closed_folder_keeps_the_data_where_postgres_can_go(folder: Path):
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    server = PostgresServer(ServicePaths(closed / "var", folder / "run"))
    elsewhere = Path("/var/lib/rpsite") / "run"
    try:
        server.ensure()
        assert locate(server.paths).data == elsewhere / "data"
        assert query(server, "SELECT 1") == (1,)
    finally:
        server.stop()
        shutil.rmtree(elsewhere, ignore_errors=True)


def test_somebody_elses_folder_is_not_used(folder: Path):
    if os.getuid() != 0:
        pytest.skip("only root can make a folder that is somebody else's")
    os.chown(folder, 12345, 12345)
    with pytest.raises(PermissionError, match="belongs to another account"):
        private_dir(folder)


def test_redis_is_started_once_and_keeps_what_it_was_told_through_a_crash(redis: RedisServer):
    assert [redis.ensure(), redis.ensure()] == [True, False]
    with Redis(unix_socket_path=str(redis.socket)) as client:
        client.set("kept", "yes")
    os.kill(int((redis.paths.run / "redis.pid").read_text()), signal.SIGKILL)
    assert redis.ensure()
    with Redis(unix_socket_path=str(redis.socket)) as client:
        assert client.get("kept") == b"yes"
        assert client.config_get("port") == {"port": "0"}


def test_what_does_not_run_is_stopped_without_complaint(
    postgres: PostgresServer, redis: RedisServer
):
    redis.stop()
    postgres.stop()
    assert not redis.ready()
    assert not postgres.ready()
