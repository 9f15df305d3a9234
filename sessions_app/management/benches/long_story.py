"""What a turn at the table costs early and late in a story (PF-3), and a round of it (PF-5).

The engine plays in this process, without web server or socket: what is measured is a turn's own
work, from the message's storing to the end that is committed. For a database of its own.
"""

import asyncio
import itertools
import logging
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from django.conf import settings
from django.db import connection

from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.scenarios import load_shipped_scenarios
from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.actions.turn_jobs import claim_take
from sessions_app.actions.turns import submit_turn
from sessions_app.engine.attempt import Attempt
from sessions_app.engine.database import Database
from sessions_app.management.benches.starting import ITEMS, PLACES, make_document
from sessions_app.models import Provider, Session, Take
from sessions_app.outbox.redis_client import close_async_client
from sessions_app.rules.steps import RoundResult, TurnRef
from worldbook.actions.accounts import create_account
from worldbook.actions.world_documents import create_world_document
from worldbook.management.bench_tools import middle_of, timed
from worldbook.models import JournalRow, Opening

EARLY, LATE = 20, 2_000
"""The turns that are compared."""
AROUND = 16
"""Turns on either side of which the median is taken."""
RATIO = 1.3
USUAL = (40, 100)
"""Places and things of a world of the usual size."""
ROUND_LIMIT_MS = 20.0
ROUNDS = 42
MESSAGES = (
    "I go to Place 1.", "I look around.", "I take Item 1.", "I wait for ten minutes.",
    "I go to Place 0.", "I drop Item 1.", "I roll 2d6.", "I look at the window.",
)  # fmt: skip


def long_story_lines(late: int = LATE) -> Iterator[str]:
    """A line for each measurement; playing the story up to its late turns takes a few minutes."""
    (large,) = make_stories(PLACES, ITEMS, stories=1)
    usual, young, old = make_stories(*USUAL, stories=3)
    yield from round_lines(usual, "a journaled round, 40 places, 100 items", ROUND_LIMIT_MS)
    yield from round_lines(large, "a journaled round, 200 places, 1000 items")
    early, then = play(young, old, late)
    for name, unit in (("work", "ms of work"), ("wall", "ms"), ("queries", "queries")):
        before, after = (median(getattr(cost, name) for cost in costs) for costs in (early, then))
        limit = f"  ≤ {RATIO}" if name != "wall" else ""
        what = f"a turn at the table, {unit}"
        yield (
            f"{what:<36} turn {EARLY}: {before:>7.1f}  turn {late}: {after:>7.1f}"
            f"  ratio {after / before:.2f}{limit}"
        )
    rows = JournalRow.objects.filter(session=old).count()
    yield f"{f'journal after {late + AROUND} turns':<36} {rows:>7} rows"


@dataclass(frozen=True, slots=True)
class Cost:
    """What one turn took: milliseconds by the clock and of this process's work, and its queries."""

    wall: float
    work: float
    queries: int


class Counter:
    """Counts the queries of one thread's connection."""

    count = 0

    def watch(self) -> None:
        """Count from now on what is asked in the thread that calls this."""
        connection.execute_wrappers.append(self)

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        """Count a query and ask it."""
        self.count += 1
        return execute(sql, params, many, context)


def make_stories(places: int, items: int, *, stories: int) -> list[Session]:
    """Stories at the table, alike in all, in one world of so many places and things."""
    load_shipped_scenarios()
    Provider.objects.filter(kind="storyteller").update(options={"delay_ms": 0})
    name = f"bench-table-{places}"
    by = create_account(username=name, password=None, roles=("author", "player"))
    document = make_document(places, items)
    document["world"]["key"] = name
    document["openings"] = [
        {"key": "table", "name": "Table", "scenario_id": "table", "characters": ["person-0"],
         "location": "place-0", "persona_name": "Ana"}
    ]  # fmt: skip
    world = create_world_document(by=by, document=document)
    opening = Opening.objects.get(world=world)
    wishes = StartWishes(seed="bench")
    keys = (secrets.token_hex(8) for _ in range(stories))
    return [start_story(by=by, key=key, opening_id=opening.pk, wishes=wishes) for key in keys]


def round_lines(story: Session, what: str, limit: float = 0) -> Iterator[str]:
    """A journaled round: a move and a thing taken or dropped, judged and written (PF-5)."""
    take = {"item_changes": [{"actor": "persona", "op": "take", "item": "item-0"}]}
    drop = {"item_changes": [{"actor": "persona", "op": "drop", "item": "item-0"}]}
    there, back = ({"moves_to": {"persona": f"place-{n}"}, "elapsed_seconds": 60} for n in (1, 0))
    steps: list[dict[str, Any]] = [take, there, drop, take, back, drop]
    took = []
    for turn, step in enumerate(itertools.islice(itertools.cycle(steps), ROUNDS)):
        at = TurnRef(session_id=story.pk, turn_id=None, turn_number=turn, take_id=None)
        one, result = timed(
            partial(resolve_round, at=at, key=secrets.token_hex(8), proposal=step, cause="author")
        )
        if not isinstance(result, RoundResult):
            raise AssertionError(result)
        took.append(one)
    wall, work = middle_of(took)
    asked = f"  ≤ {limit:.0f} ms" if limit else ""
    yield f"{what:<48}{wall:>8.1f} ms {work:>8.1f} ms of work{asked}"


def play(young: Session, old: Session, late: int) -> tuple[list[Cost], list[Cost]]:
    """What turns cost around turn EARLY of one story and around turn `late` of another.

    The turns that are compared are played by turns, so that whatever else the machine does weighs
    on both.
    """
    before = settings.REDIS_PREFIX
    settings.REDIS_PREFIX = f"bench-{secrets.token_hex(4)}"
    try:
        return asyncio.run(_play(young, old, late))
    finally:
        settings.REDIS_PREFIX = before


async def _play(young: Session, old: Session, late: int) -> tuple[list[Cost], list[Cost]]:
    database, counter = Database(threads=1), Counter()
    turn = partial(_turn, database, counter)
    try:
        await database.run(counter.watch)
        logging.getLogger("sessions_app").setLevel(logging.WARNING)
        for story, until in ((old, late), (young, EARLY)):
            for number in range(until - AROUND):
                await turn(story, number)
        early, then = [], []
        for number in range(-AROUND, AROUND):
            early.append(await turn(young, EARLY + number))
            then.append(await turn(old, late + number))
    finally:
        await close_async_client()
        await database.close()
    return early, then


async def _turn(database: Database, counter: Counter, story: Session, number: int) -> Cost:
    """Store a message, take it up, play it to its committed end; `number`: of the turns before."""
    by, text = story.owner, MESSAGES[number % len(MESSAGES)]
    asked, wall, work = counter.count, time.perf_counter(), time.process_time()
    send = partial(submit_turn, by=by, session_id=story.pk, key=secrets.token_hex(8), text=text)
    sent = await database.run(send)
    take = sent["takes"][0]["id"]
    claim = await database.run(claim_take, story.pk, take, secrets.token_hex(8))
    if claim is None:
        raise AssertionError(f"turn {sent['id']} was not taken up")
    await Attempt(claim, database).run()
    cost = Cost(
        (time.perf_counter() - wall) * 1000,
        (time.process_time() - work) * 1000,
        counter.count - asked,
    )
    status = await database.run(_status, take)
    if status != Take.Status.DELIVERED:
        raise AssertionError(f"turn {sent['number']} ended as {status}")
    return cost


def _status(take: int) -> str:
    return Take.objects.get(pk=take).status
