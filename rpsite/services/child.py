"""Run a command that must not outlive the process that asked for it.

`python child.py PARENT_PID -- command…`: runs the command in this process's group, passes SIGTERM
and SIGINT on, and ends the whole group within 3 s when the parent is gone, however it went. If
this process itself is killed, the kernel kills the command (Linux) and the supervisor its group.
Standard library only, and no package import, so that it starts in a few milliseconds.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

POLL_SECONDS = 0.25
GRACE_SECONDS = 2.0
PR_SET_PDEATHSIG = 1


def main(arguments: Sequence[str]) -> int:
    """Run the command; returns its exit status (128 + signal when one ended it)."""
    parent, separator, *command = arguments
    if separator != "--" or not command:
        sys.stderr.write("usage: child.py PARENT_PID -- command...\n")
        return 2
    if os.getpgrp() != os.getpid():
        os.setpgid(0, 0)
    process = subprocess.Popen(command, close_fds=False, preexec_fn=die_with_parent())

    def pass_on(number: int, _frame: object) -> None:
        process.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, pass_on)
    status = watch(process, int(parent))
    if status is None:
        end_group(process)
        return 1
    return status if status >= 0 else 128 - status


def die_with_parent() -> Callable[[], None] | None:
    """Return what makes a new process die when its parent does (Linux; elsewhere None)."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(PR_SET_PDEATHSIG, signal.SIGKILL) and None


def watch(process: subprocess.Popen[bytes], parent: int) -> int | None:
    """Wait for the command's end and return its status, or None once the parent is gone."""
    while os.getppid() == parent:
        try:
            return process.wait(POLL_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    return None


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Ask the group to end, and after the grace time make it (this process is in it)."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(os.getpgrp(), signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
