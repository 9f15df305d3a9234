"""`manage.py bench turn`: the server's time before the first word (PF-1).

A site of its own, the storyteller without delay, scenario worldbook with a large book. One player
sends message after message; from the moment the request leaves to the moment the first text frame
is at the socket, everything is the server's: HTTP, queue, selection, prompt, stream.
"""

import asyncio
import itertools
import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sessions_app.management.benches.player import ENDS, Player, spread
from sessions_app.management.benches.site import BenchSite

LIMITS = {"p50": 60, "p95": 150}


class Command(BaseCommand):
    """Start a site, play, print one JSON object."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take sizes and the port."""
        parser.add_argument("--turns", type=int, default=200)
        parser.add_argument("--warm-up", type=int, default=20)
        parser.add_argument("--entries", type=int, default=5_000)
        parser.add_argument(
            "--strategy", default="", help="rules or hybrid, in place of the scenario's"
        )
        parser.add_argument("--port", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure."""
        with BenchSite(options["port"]) as site:
            made = site.set_up(
                stories=1, entries=options["entries"], delay_ms=0, strategy=options["strategy"]
            )
            asyncio.run(play(site.url, made, options["warm_up"]))
            site.settle()
            before = site.work()
            played = asyncio.run(play(site.url, made, options["turns"]))
            after = site.work()
        found = {
            "turns": len(played),
            "entries": options["entries"],
            "strategy": options["strategy"] or "as shipped",
            "first_word_ms": spread([stages["text"] for stages in played]),
            "limits_ms": LIMITS,
            "p50_until_ms": {
                stage: spread([one[stage] for one in played if stage in one])["p50"]
                for stage in played[0]
            },
            "cpu_ms_a_turn": {
                kind: round(1000 * (after[kind] - used) / len(played), 1)
                for kind, used in before.items()
                if kind in after
            },
        }
        self.stdout.write(json.dumps(found, indent=1))


async def play(url: str, made: dict[str, Any], turns: int) -> list[dict[str, float]]:
    """Seconds from sending a message to the answer of the request and to each frame's arrival."""
    played = []
    async with Player(url, made["cookie"], made["stories"][0]) as player:
        for text in itertools.islice(itertools.cycle(made["messages"]), turns):
            began = time.time()
            turn = await player.send(text)
            answered = time.time()
            await player.until(turn, ENDS)
            played.append({"answered": answered - began, **arrivals(player, turn, began)})
    return played


def arrivals(player: Player, turn: int, began: float) -> dict[str, float]:
    """Seconds to the first frame of each type of one turn, in the order of their coming."""
    found: dict[str, float] = {}
    for seen in player.seen:
        about = seen.frame.get("turn")
        if about == turn or (isinstance(about, dict) and about.get("id") == turn):
            found.setdefault(str(seen.frame["type"]), seen.at - began)
    return found
