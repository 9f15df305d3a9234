"""How long a story in a large world takes to begin, and its state to be read (PF-3).

For a database of its own: it makes accounts and worlds, and leaves them.
"""

import secrets
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.models import Scenario, Session
from sessions_app.queries.world import read_world
from worldbook.actions.accounts import create_account
from worldbook.actions.world_documents import create_world_document
from worldbook.management.bench_tools import Took, middle_of, timed
from worldbook.models import Opening, User

PLACES, ITEMS, PEOPLE = 200, 1_000, 20
LIMIT_MS = 1_000.0
"""What the beginning may take."""
RUNS = 7
_ROW = 10
"""Places in a row of the grid."""


def start_lines(runs: int = RUNS) -> Iterator[str]:
    """A line for each measurement: name, median in ms, this process's work in ms, the limit."""
    for name, took in measure_start(runs).items():
        limit = f"  ≤ {LIMIT_MS:.0f} ms" if name.startswith("a story begins") else ""
        yield f"{name:<48}{took.wall:>8.1f} ms {took.cpu:>8.1f} ms of work{limit}"


def measure_start(runs: int = RUNS) -> Mapping[str, Took]:
    """The median of some runs; each begins another story in the same world."""
    Scenario.objects.get_or_create(pk="worldbook", defaults={"name": "worldbook", "kind": "actor"})
    by = create_account(username="bench-start", password=None, roles=("author", "player"))
    world = create_world_document(by=by, document=make_document())
    opening = Opening.objects.get(world=world)
    begun = [timed(partial(_begin, by, opening)) for _ in range(runs)]
    read = [timed(partial(read_world, story.pk)) for _, story in begun]
    where = f"{PLACES} places, {ITEMS} items"
    return {
        f"a story begins: {where}": middle_of(took for took, _ in begun),
        f"its state is read: {where}": middle_of(took for took, _ in read),
    }


def _begin(by: User, opening: Opening) -> Session:
    key = secrets.token_hex(8)
    return start_story(by=by, key=key, opening_id=opening.pk, wishes=StartWishes())


def make_document(places: int = PLACES, items: int = ITEMS, people: int = PEOPLE) -> dict[str, Any]:
    """A world of places on a grid (at least 40), with things and people."""
    return {
        "world": {"key": "bench-grid", "name": "Grid", "starting_time": "2026-03-02T10:00"},
        "locations": [_place(n) for n in range(places)],
        "exits": list(_exits(places)),
        "characters": [_person(n) for n in range(people)],
        "items": [_item(n, places) for n in range(items)],
        "variables": [{"key": f"value-{n}", "name": f"Value {n}"} for n in range(20)],
        "openings": [{"key": "grid", "name": "Grid", "characters": ["person-0"]}],
    }


def _place(n: int) -> dict[str, Any]:
    features = [{"key": "window", "name": "Window", "description": "It looks out."}]
    text = "A room with a low ceiling and a window to the yard. " * 4
    return {"key": f"place-{n}", "name": f"Place {n}", "description": text, "features": features}


def _exits(places: int) -> Iterator[dict[str, Any]]:
    """Each way in both directions."""
    for n in range(places):
        for m in (n + 1, n + _ROW):
            if m < places and (m == n + _ROW or m % _ROW):
                for one, other in ((n, m), (m, n)):
                    yield {
                        "key": f"way-{one}-{other}",
                        "name": f"Door to {other}",
                        "from": f"place-{one}",
                        "to": f"place-{other}",
                        "door": f"door-{n}-{m}",
                    }


def _person(n: int) -> dict[str, Any]:
    windows = [
        {"start": f"{hour:02}:00", "end": f"{hour + 6:02}:00", "location": f"place-{hour + n}"}
        for hour in (0, 6, 12, 18)
    ]
    return {
        "key": f"person-{n}",
        "name": f"Person {n}",
        "description": "Somebody of the grid. " * 20,
        "location": f"place-{n // 2}",
        "routines": windows,
    }


def _item(n: int, places: int) -> dict[str, Any]:
    """Every tenth is a chest in a place; the others lie in one, or in a place."""
    chest = n % 10 == 0
    place = {"kind": "location", "key": f"place-{n % places}"}
    holder = {"kind": "item", "key": f"item-{n - n % 10}"} if n % 10 in (1, 2, 3) else place
    return {
        "key": f"item-{n}",
        "name": f"Item {n}",
        "description": "A thing that somebody left here.",
        "container": "open" if chest else "none",
        "quantity": 1 if chest else 1 + n % 7,
        "holder": holder,
    }
