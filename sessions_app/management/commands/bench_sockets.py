"""`manage.py bench sockets`: many open sockets, some turns at once; is a frame lost or late?

A site of its own with as many stories as sockets, one socket each, and so many of them playing at
a time until every story has played. Counted: sockets whose frames do not make up the very text
that was delivered, and frames that came twice or out of order. Measured: from a frame's storing
to its arrival, and from a word's telling to its arrival, which includes that words are gathered
for up to 100 ms; when a word was told is taken from the first and the last frame of its answer.
"""

import asyncio
import json
from itertools import pairwise
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sessions_app.management.benches.player import ENDS, Player, Seen, spread
from sessions_app.management.benches.site import BenchSite


class Command(BaseCommand):
    """Start a site, play, print one JSON object; fail when a frame was lost."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take sizes and the port."""
        parser.add_argument("--sockets", type=int, default=100)
        parser.add_argument("--turns", type=int, default=10, help="at once")
        parser.add_argument("--delay-ms", type=float, default=30, help="between words")
        parser.add_argument("--entries", type=int, default=100)
        parser.add_argument("--port", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure."""
        wishes = {"stories": options["sockets"], "entries": options["entries"]}
        with BenchSite(options["port"]) as site:
            made = site.set_up(**wishes, delay_ms=options["delay_ms"])
            site.settle()
            answers = asyncio.run(play_all(site.url, made, options["turns"]))
        frames = [seen for answer in answers for seen in answer["frames"]]
        lost = [answer["story"] for answer in answers if not answer["whole"]]
        found = {
            "sockets": len(answers),
            "turns_at_once": options["turns"],
            "frames": sum(answer["count"] for answer in answers),
            "lost": len(lost),
            "first_word_ms": spread([answer["first"] for answer in answers]),
            "frame_delay_ms": spread([seen.at - seen.stored_at for seen in frames]),
            "word_delay_ms": spread([wait for answer in answers for wait in answer["words"]]),
        }
        self.stdout.write(json.dumps(found, indent=1))
        if lost:
            raise CommandError(f"frames were lost in the stories {lost}")


async def play_all(url: str, made: dict[str, Any], at_once: int) -> list[dict[str, Any]]:
    """Open a socket for every story, play all of them, so many at a time."""
    players = [Player(url, made["cookie"], story) for story in made["stories"]]
    gate, opening = asyncio.Semaphore(at_once), asyncio.Semaphore(10)

    async def enter(player: Player) -> None:
        async with opening:
            await player.__aenter__()

    async def play(player: Player) -> dict[str, Any]:
        async with gate:
            began = asyncio.get_running_loop().time()
            turn = await player.send(made["messages"][-1])
            await player.until(turn, ("text",))
            first = asyncio.get_running_loop().time() - began
            await player.until(turn, ENDS)
        return {"turn": turn, "first": first}

    try:
        await asyncio.gather(*(enter(player) for player in players))
        played = await asyncio.gather(*(play(player) for player in players))
        await asyncio.sleep(1)
        return [judge(player, one) for player, one in zip(players, played, strict=True)]
    finally:
        await asyncio.gather(*(player.__aexit__() for player in players))


def judge(player: Player, played: dict[str, Any]) -> dict[str, Any]:
    """What came to one socket: whether it is whole and in order, and how late."""
    frames = player.of_turn(played["turn"], "text")
    ends = player.of_turn(played["turn"], "delivered")
    text = "".join(seen.frame["text"] for seen in frames)
    joined = all(
        one.frame["at"] + len(one.frame["text"]) == two.frame["at"] for one, two in pairwise(frames)
    )
    ids = [_order(seen) for seen in player.seen]
    whole = len(ends) == 1 and ends[0].frame["take"]["text"] == text and joined
    return {
        "story": player.story,
        "whole": whole and ids == sorted(set(ids)),
        "count": len(player.seen),
        "first": played["first"],
        "frames": frames,
        "words": word_delays(frames),
    }


def _order(seen: Seen) -> tuple[int, int]:
    """A frame's place in its stream."""
    time, _, number = str(seen.frame["id"]).partition("-")
    return int(time), int(number)


def word_delays(frames: list[Seen]) -> list[float]:
    """For each word, the seconds from its telling to its arrival.

    Words are told at an even pace: the first one when the first frame was stored (it is not
    gathered), the last one when the last frame was.
    """
    words = [len(seen.frame["text"].split()) for seen in frames]
    total = sum(words)
    if total < 2 or len(frames) < 2:
        return []
    began, ended = frames[0].stored_at, frames[-1].stored_at
    pace = (ended - began) / (total - 1)
    delays, told = [], 0
    for seen, count in zip(frames, words, strict=True):
        delays += [seen.at - (began + pace * (told + at)) for at in range(count)]
        told += count
    return delays
