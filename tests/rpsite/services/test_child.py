"""A child never outlives the process that asked for it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from rpsite.services.process import CHILD
from tests.processes import lives, wait_for

PARENT = """
import subprocess, sys, os, time
subprocess.Popen([sys.executable, {child!r}, str(os.getpid()), "--", *{command!r}],
                 start_new_session=True)
time.sleep(100)
"""
STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    name = "grandchild"
else:
    name = "child"
open(os.path.join(sys.argv[1], name), "w").write(str(os.getpid()))
time.sleep(100)
"""


def start(folder: Path, body: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", body, str(folder)]
    code = PARENT.format(child=str(CHILD), command=command)
    return subprocess.Popen([sys.executable, "-c", code])


def pid_in(path: Path) -> int:
    return int(wait_for(lambda: path.exists() and path.read_text(), 10))


@pytest.mark.spec("OP-1")
def test_killed_parent_takes_the_whole_group_along_within_five_seconds(tmp_path: Path):
    parent = start(tmp_path, STUBBORN)
    pids = [pid_in(tmp_path / "child"), pid_in(tmp_path / "grandchild")]
    parent.kill()
    parent.wait()
    began = time.monotonic()
    wait_for(lambda: not any(lives(pid) for pid in pids), 5)
    assert time.monotonic() - began < 5


def test_killed_wrapper_takes_the_command_along(tmp_path: Path):
    parent = start(tmp_path, STUBBORN)
    child = psutil.Process(pid_in(tmp_path / "child"))
    grandchild = psutil.Process(pid_in(tmp_path / "grandchild"))
    child.parent().kill()
    wait_for(lambda: not lives(child.pid), 5)
    grandchild.kill()
    parent.kill()
    parent.wait()


@pytest.mark.parametrize(("body", "status"), [("raise SystemExit(3)", 3), ("pass", 0)])
def test_the_commands_status_is_the_wrappers(body: str, status: int):
    done = subprocess.run(
        [sys.executable, str(CHILD), str(_own()), "--", sys.executable, "-c", body]
    )
    assert done.returncode == status


def test_a_signal_is_passed_on():
    code = "import signal, time; signal.signal(15, lambda *a: exit(7)); print('up', flush=True); time.sleep(60)"
    wrapper = subprocess.Popen(
        [sys.executable, str(CHILD), str(_own()), "--", sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert wrapper.stdout.readline() == b"up\n"
    wrapper.send_signal(signal.SIGTERM)
    assert wrapper.wait(10) == 7


def _own() -> int:
    return psutil.Process().pid
