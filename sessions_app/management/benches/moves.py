"""How long moves of a long story take: rewind, its preview, the way back, a branch (PF-5).

A story of a thousand turns in a large world, each turn with about fifty journaled changes, texts and
a trace as turns have them. For a database of its own: it makes accounts and worlds, and leaves them.
"""

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from django.conf import settings
from django.db import connection

from sessions_app.actions.branching import branch_story
from sessions_app.actions.rewinding import preview_rewind, rewind
from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.management.benches.starting import make_document
from sessions_app.models import Passage, Scenario, Session, StoryItem, Take, TimeLog, Turn
from worldbook.actions.accounts import create_account
from worldbook.actions.story_write import story_write
from worldbook.actions.world_documents import create_world_document
from worldbook.management.bench_tools import timed
from worldbook.models import JournalRow, Opening

TURNS = 1_000
FAR = 500
CHANGES = 50
RUNS = 5
MINUTE_MS = 60_000

_CHANGE = """
UPDATE sessions_app_storyitem SET quantity = quantity %% 90 + 1
WHERE id IN (SELECT id FROM sessions_app_storyitem WHERE session_id = %s
             ORDER BY id LIMIT %s OFFSET %s)
"""


def move_lines(turns: int = TURNS, runs: int = RUNS) -> Iterator[str]:
    """A line for each measurement: name, median in ms, what it may take."""
    story = make_played_story(turns)
    rows = JournalRow.objects.filter(session=story).count()
    yield f"{f'journal after {turns} turns':<48}{rows:>8} rows"
    line = list(
        Take.objects.filter(turn__session=story)
        .order_by("-turn__number")
        .values_list("pk", flat=True)
    )
    last, far = line[0], line[min(FAR, turns - 1)]
    move, branch = partial(_give, rewind, story), partial(_give, branch_story, story)
    for name, limit, act, back in (
        ("rewind by 1 turn", 100, partial(move, line[1]), partial(move, last)),
        (f"rewind by {FAR} turns", 1_000, partial(move, far), partial(move, last)),
        (f"preview of a rewind by {FAR} turns", 500, partial(_preview, story, far), None),
        (f"branch of {turns} turns at the last", 3_000, partial(branch, last), None),
        (f"branch of {turns} turns {FAR} before", 3_000, partial(branch, far), None),
    ):
        there, again = _measured(act, back, runs)
        yield f"{name:<48}{there:>8.1f} ms  ≤ {limit} ms"
        if again is not None:
            yield f"{'  and back':<48}{again:>8.1f} ms  ≤ {limit} ms"


def _measured(
    act: Callable[[], Any], back: Callable[[], Any] | None, runs: int
) -> tuple[float, float | None]:
    """The medians of an act and of the way back, by the clock."""
    there, again = [], []
    for _ in range(runs):
        there.append(timed(act)[0].wall)
        if back is not None:
            again.append(timed(back)[0].wall)
    return median(there), median(again) if again else None


def _give(action: Callable[..., Any], story: Session, take_id: int) -> Any:
    return action(by=story.owner, session_id=story.pk, key=secrets.token_hex(8), take_id=take_id)


def _preview(story: Session, take_id: int) -> Any:
    return preview_rewind(Session.objects.get(pk=story.pk), take_id=take_id, whole=True)


def make_played_story(turns: int) -> Session:
    """A story that was played for so many turns: texts, traces, takes in one line, their changes."""
    settings.REDIS_PREFIX = f"bench-{secrets.token_hex(4)}"
    Scenario.objects.get_or_create(pk="worldbook", defaults={"name": "worldbook", "kind": "actor"})
    by = create_account(username="bench-moves", password=None, roles=("author", "player"))
    document = make_document()
    document["world"]["key"] = "bench-moves"
    world = create_world_document(by=by, document=document)
    opening = Opening.objects.get(world=world)
    key = secrets.token_hex(8)
    story = start_story(by=by, key=key, opening_id=opening.pk, wishes=StartWishes())
    takes = _make_takes(story, turns)
    things = StoryItem.objects.filter(session=story).count()
    for number, take in enumerate(takes, start=1):
        _change(story, take, number, number * 7 % (things - CHANGES))
    Session.objects.filter(pk=story.pk).update(head=takes[-1])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Session.objects.select_related("owner").get(pk=story.pk)


def _make_takes(story: Session, count: int) -> list[Take]:
    """Turns with a delivered take each, one after the other."""
    words = "The lamp went out, and nobody in the hall said a word. " * 20
    trace = {
        "entries": [{"entry": f"book:entry-{n}", "cause": "key", "tokens": n} for n in range(100)]
    }
    turns = Turn.objects.bulk_create(
        Turn(
            session=story,
            number=number,
            idempotency_key=f"bench-{number}",
            player_text="I go on. " * 12,
            status=Turn.Status.DELIVERED,
            trace=trace,
            selection=trace,
        )
        for number in range(1, count + 1)
    )
    takes = Take.objects.bulk_create(
        Take(turn=turn, number=1, status=Take.Status.DELIVERED) for turn in turns
    )
    for before, take in zip([story.head, *takes], takes, strict=False):
        take.parent = before
    Take.objects.bulk_update(takes, ["parent"], batch_size=500)
    Passage.objects.bulk_create(
        Passage(take=take, speaker="person-0", text=words) for take in takes
    )
    return takes


def _change(story: Session, take: Take, number: int, first: int) -> None:
    """What a turn journals: things that change, and a step of time."""
    with story_write(story.pk, cause="master", take=take.pk, turn=take.turn_id, round=1, attempt=1):
        with connection.cursor() as cursor:
            cursor.execute(_CHANGE, [story.pk, CHANGES, first])
        begins = number * MINUTE_MS
        TimeLog.objects.create(
            session=story,
            kind="elapsed",
            begins=begins,
            ends=begins + MINUTE_MS,
            turn=number,
            round=1,
        )
