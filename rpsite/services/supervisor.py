"""Keeps the site up: watches servers and processes, restarts what ends, stops all together."""

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from rpsite.services.embedded import Embedded
from rpsite.services.errors import ServiceError
from rpsite.services.process import ProcessPlan, SupervisedProcess
from rpsite.services.state import ServeState

WATCH_SECONDS = 1.0


class Supervisor:
    """Runs until a signal asks it to stop; a second signal does not wait for anybody."""

    def __init__(self, servers: Embedded, plans: Sequence[ProcessPlan], state: ServeState) -> None:
        self._servers = servers
        self._state = state
        self._width = max(len(plan.name) for plan in plans)
        self._children = [SupervisedProcess(plan, self.say, state.started) for plan in plans]
        self._stop = asyncio.Event()
        self._signals = 0

    def say(self, name: str, line: str) -> None:
        """Print one line with the name of who said it; a closed terminal means stop."""
        try:
            sys.stdout.write(f"{name:<{self._width}} | {line}\n")
            sys.stdout.flush()
        except OSError:
            self._stop.set()

    async def run(self) -> None:
        """Start everything and stay until asked to stop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._asked_to_stop)
        keepers = [asyncio.create_task(child.keep_running()) for child in self._children]
        watcher = asyncio.create_task(self._watch_servers())
        await self._stop.wait()
        watcher.cancel()
        with suppress(asyncio.CancelledError):
            await watcher
        self.say("serve", "stopping")
        await asyncio.gather(*(child.stop() for child in self._children))
        await asyncio.gather(*keepers)

    def _asked_to_stop(self) -> None:
        self._signals += 1
        self._stop.set()
        if self._signals > 1:
            for child in self._children:
                child.kill()

    async def _watch_servers(self) -> None:
        """Start PostgreSQL and Redis again within about a second of their end."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for name, server in self._servers.servers:
                if await asyncio.to_thread(server.ready):
                    continue
                self.say(name, "does not answer; starting it again")
                try:
                    await asyncio.to_thread(server.ensure)
                except ServiceError as error:
                    self.say(name, str(error))
                else:
                    self.say(name, "is back")
