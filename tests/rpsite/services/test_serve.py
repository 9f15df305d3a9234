"""The whole site under one supervisor, in real processes (OP-1)."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg
import pytest

from tests.processes import ROOT, Site, lives, wait_for

CHILDREN = ("web", "runner", "worker", "beat")
SERVERS = ("postgres", "redis")


@pytest.mark.spec("OP-1")
def test_whatever_is_killed_comes_back(site: Site):
    for name in (*CHILDREN, *SERVERS):
        old = site.kill(name)
        new = wait_for(lambda name=name, old=old: other_pid(site, name, old), 30, site.printed)
        assert psutil.Process(new).is_running()
    wait_for(site.ready, 30, site.printed)


def other_pid(site: Site, name: str, old: int) -> int | None:
    """Return the process's id once it is a new one that lives."""
    try:
        pid = site.pid(name)
    except (OSError, psutil.Error, ValueError, IndexError):
        return None
    return pid if pid != old and psutil.pid_exists(pid) else None


def test_a_killed_web_process_refuses_nobody(site: Site):
    wait_for(site.ready, 30, site.printed)
    port = int(site.url.rstrip("/").rsplit(":", 1)[1])
    site.kill("web")
    with socket.create_connection(("127.0.0.1", port), timeout=1) as waiting:
        waiting.settimeout(30)
        waiting.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert b" 200 OK" in waiting.recv(100)


@pytest.mark.spec("OP-1")
def test_a_second_checkout_runs_beside_it_and_a_second_supervisor_is_refused(
    site: Site, site_folder: Path
):
    refused = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT, env=site.env, capture_output=True, text=True,
    )  # fmt: skip
    assert refused.returncode == 1
    assert f"being served already: {site.url}" in refused.stderr
    with Site(site_folder / "other" / "var") as other:
        assert other.url != site.url
        assert other.pid("postgres") != site.pid("postgres")
        rename_demo(other)
        assert (renamed(other), renamed(site)) == (1, 0)
    assert site.ready()


@pytest.mark.spec("OP-1")
def test_a_killed_supervisor_leaves_no_process_and_the_next_adopts_the_servers(site: Site):
    servers = {name: site.pid(name) for name in SERVERS}
    children = {name: psutil.Process(site.pid(name)) for name in CHILDREN}
    group = [process for child in children.values() for process in child.children(recursive=True)]
    group += children.values()
    site.kill("serve")
    site.process.wait()
    began = time.monotonic()
    wait_for(lambda: not any(lives(process.pid) for process in group), 6, site.printed)
    assert time.monotonic() - began < 5
    assert all(psutil.pid_exists(pid) for pid in servers.values())
    site.start()
    assert {name: site.pid(name) for name in SERVERS} == servers


@pytest.mark.spec("OP-1")
def test_ctrl_c_stops_everything_and_the_next_start_finds_everything(site: Site):
    rename_demo(site)
    processes = [psutil.Process(site.pid(name)) for name in ("serve", *CHILDREN, *SERVERS)]
    os.kill(site.pid("serve"), signal.SIGINT)
    assert site.process.wait(30) == 0
    assert not any(lives(process.pid) for process in processes)
    account = (site.var / "demo-account.txt").read_text()
    site.start()
    assert renamed(site) == 1
    assert (site.var / "demo-account.txt").read_text() == account


def rename_demo(site: Site) -> None:
    """Leave a trace in the site's database."""
    with database(site) as connection:
        connection.execute("UPDATE worldbook_user SET first_name = 'kept' WHERE username = 'demo'")


def renamed(site: Site) -> int:
    """Count the traces."""
    with database(site) as connection:
        count = "SELECT count(*) FROM worldbook_user WHERE first_name = 'kept'"
        return connection.execute(count).fetchone()[0]


def database(site: Site) -> psycopg.Connection:
    """Connect to the site's own PostgreSQL."""
    host = str(site.run / "pg")
    return psycopg.connect(host=host, user="rpsite", dbname="rpsite", autocommit=True)


@pytest.mark.spec("OP-3", "OP-4")
def test_named_servers_serve_two_web_processes_and_two_runners(site: Site, site_folder: Path):
    host = site.run / "pg"
    with database(site) as connection:
        connection.execute("CREATE DATABASE named")
    var = site_folder / "named" / "var"
    named = Site(
        var, None, "--web", "2", "--runners", "2", fresh=True,
        DATABASE_URL=f"postgres://rpsite@/named?host={host}",
        REDIS_URL=f"unix://{site.run / 'redis' / 's'}?db=5",
    )  # fmt: skip
    with named:
        assert not (var / "postgres").exists()
        assert not (var / "redis").exists()
        assert named.pid("web") != named.pid("web-2")
        named.kill("web")
        assert named.ready()
    assert site.ready()
