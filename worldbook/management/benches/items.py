"""How long fifty changes on a thousand things take (IC-1), and a way over a large map (PL-2)."""

from collections.abc import Iterator, Mapping
from typing import Any

from worldbook.management.bench_tools import Took, middle_of, timed
from worldbook.rules.items.asking import answer_trial
from worldbook.rules.items.reading import read_state
from worldbook.rules.paths import Path, plan_move
from worldbook.rules.refusal import Refusal

ITEMS, CHANGES, PLACES = 1_000, 50, 200
LIMIT_MS = 20.0
"""What fifty changes may take."""
RUNS = 15


def item_lines(runs: int = RUNS) -> Iterator[str]:
    """A line for each measurement: name, median in ms, work in ms, and what it may take."""
    for name, took in measure_items(runs).items():
        limit = f"  ≤ {LIMIT_MS:.0f} ms" if "changes" in name else ""
        yield f"{name:<36}{took.wall:>8.1f} ms {took.cpu:>8.1f} ms of work{limit}"


def measure_items(runs: int = RUNS) -> Mapping[str, Took]:
    """The median of some runs; the trial with reading and writing of its whole request."""
    asked = make_request()
    ways = read_state(asked["state"])
    return {
        f"{CHANGES} changes on {ITEMS} items": _median(lambda: _answer(asked), runs),
        f"a way through {PLACES} places": _median(
            lambda: _way(plan_move(ways, "somebody-0", f"place-{PLACES - 1}")), runs
        ),
    }


def make_request() -> dict[str, Any]:
    """A thousand things in two hundred places, and fifty changes that are all possible."""
    return {
        "state": {
            "locations": [{"key": f"place-{n}"} for n in range(PLACES)],
            "exits": list(_exits()),
            "characters": [{"key": f"somebody-{n}", "at": f"place-{n}"} for n in range(10)],
            "items": [_item(n) for n in range(ITEMS)],
            "slots": [],
        },
        "changes": list(_changes()),
    }


def _exits() -> Iterator[dict[str, Any]]:
    """A grid of ten places a row, each way in both directions."""
    for n in range(PLACES):
        for m in (n + 1, n + 10):
            if m < PLACES and (m == n + 10 or m % 10):
                yield {"key": f"way-{n}-{m}", "from": f"place-{n}", "to": f"place-{m}"}
                yield {"key": f"way-{m}-{n}", "from": f"place-{m}", "to": f"place-{n}"}


def _item(n: int) -> dict[str, Any]:
    """The first two hundred are chests, one in each place; of the others some lie in them."""
    row = {"key": f"thing-{n}", "name": f"Thing {n}", "quantity": 1 + n % 9}
    place = {"kind": "location", "key": f"place-{n % PLACES}"}
    if n < PLACES:
        return {**row, "quantity": 1, "container": "open", "holder": place}
    chest = {"kind": "item", "key": f"thing-{n % PLACES}"}
    return {**row, "holder": chest if n % 3 == 0 else place, "condition": "worn"}


def _changes() -> Iterator[dict[str, Any]]:
    """Each of ten takes some, puts one into a chest, alters it, takes it back, uses it up."""
    for n in range(CHANGES // 5):
        key, chest = f"thing-{n + 3 * PLACES}", {"kind": "item", "key": f"thing-{n}"}
        does = {"actor": f"somebody-{n}", "item": key}
        yield {**does, "op": "take"}
        yield {**does, "op": "put", "to": chest}
        yield {**does, "op": "alter", "set": {"condition": "wet"}}
        yield {**does, "op": "take"}
        yield {**does, "op": "consume"}


def _median(act: Any, runs: int) -> Took:
    return middle_of(timed(act)[0] for _ in range(runs))


def _answer(asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer, if it is what the measurement is about: all changes work."""
    answer = answer_trial(asked)
    if isinstance(answer, Refusal) or not answer["ok"]:
        raise AssertionError(answer)
    return answer


def _way(found: Path | Refusal) -> Path:
    if isinstance(found, Refusal):
        raise AssertionError(found)
    return found
