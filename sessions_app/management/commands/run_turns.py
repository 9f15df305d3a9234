"""`manage.py run_turns`: the process that plays turns."""

import asyncio
import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from sessions_app.engine.runner import DRAIN_SECONDS, Runner


class Command(BaseCommand):
    """Play turns until told to end (SIGTERM, SIGINT)."""

    help = "Plays turns: the turn runner."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument(
            "--drain",
            type=float,
            default=DRAIN_SECONDS,
            help="Seconds that running turns have to come to their end before they are handed back.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until the end."""
        asyncio.run(play_turns(drain_seconds=options["drain"]))


async def play_turns(*, drain_seconds: float) -> None:
    """One runner with its signals."""
    runner = Runner(drain_seconds=drain_seconds)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, runner.end)
    await runner.run()
