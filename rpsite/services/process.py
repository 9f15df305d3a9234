"""One supervised process: started, its lines prefixed, started again when it ends."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

CHILD = Path(__file__).with_name("child.py")
FIRST_DELAY = 0.2
LONGEST_DELAY = 10.0
SOUND_SECONDS = 20.0
"""A process that ran this long is started again without delay."""


@dataclass(frozen=True)
class ProcessPlan:
    """What to run: a name for people, the command, extra environment, inherited descriptors.

    `start_after` seconds leave the processor to what people wait for when all start at once.
    """

    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    pass_fds: Sequence[int] = ()
    stop_seconds: float = 10.0
    start_after: float = 0.0


class SupervisedProcess:
    """Keeps one process of the plan alive until told to stop; `say(name, line)` gets its lines."""

    def __init__(
        self,
        plan: ProcessPlan,
        say: Callable[[str, str], None],
        started: Callable[[str, int], None],
    ) -> None:
        self.plan = plan
        self._say = say
        self._started = started
        self._process: asyncio.subprocess.Process | None = None
        self._stopping = False
        self._stop_event = asyncio.Event()

    async def keep_running(self) -> None:
        """Run it again and again, waiting longer between starts that fail at once."""
        delay = FIRST_DELAY
        await self._pause(self.plan.start_after)
        while not self._stopping:
            began = time.monotonic()
            status = await self._run_once()
            if self._stopping:
                return
            delay = FIRST_DELAY if time.monotonic() - began > SOUND_SECONDS else delay * 2
            delay = min(delay, LONGEST_DELAY)
            self._say(self.plan.name, f"ended with status {status}; starting again")
            await self._pause(delay)

    async def stop(self) -> None:
        """Ask it to end, and make it after the plan's time; its group goes with it."""
        self._stopping = True
        self._stop_event.set()
        process = self._process
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), self.plan.stop_seconds)
        except TimeoutError:
            self._say(self.plan.name, "does not end when asked; killed")
        kill_group(process.pid)

    def kill(self) -> None:
        """End it now."""
        self._stopping = True
        self._stop_event.set()
        if self._process is not None and self._process.returncode is None:
            kill_group(self._process.pid)

    async def _pause(self, seconds: float) -> None:
        """Wait, but not longer than until it is to stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stop_event.wait(), seconds)

    async def _run_once(self) -> int:
        plan = self.plan
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-S", str(CHILD), str(os.getpid()), "--", *plan.command,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT, start_new_session=True, cwd=plan.cwd,
            env={**os.environ, **plan.env}, pass_fds=tuple(plan.pass_fds),
        )  # fmt: skip
        self._process = process
        self._started(plan.name, process.pid)
        pump = asyncio.create_task(self._pump(process))
        status = await process.wait()
        kill_group(process.pid)
        await pump
        return status

    async def _pump(self, process: asyncio.subprocess.Process) -> None:
        """Hand on complete lines, however long."""
        assert process.stdout is not None
        rest = b""
        while chunk := await process.stdout.read(65_536):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._say(self.plan.name, line.decode(errors="replace"))
        if rest:
            self._say(self.plan.name, rest.decode(errors="replace"))


def kill_group(group: int) -> None:
    """Kill what is left of a process group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
