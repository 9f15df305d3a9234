"""What the measurements share: clocks, memory, and a database of a run's own."""

import gc
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TypeVar

from django.db import connection

T = TypeVar("T")


class Took(NamedTuple):
    """Milliseconds: by the clock on the wall, and of this thread's work."""

    wall: float
    cpu: float


def timed(act: Callable[[], T]) -> tuple[Took, T]:
    """How long an act took, and what it gave."""
    wall, cpu = time.perf_counter(), time.thread_time()
    result = act()
    took = Took((time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000)
    return took, result


def middle_of(took: Iterable[Took]) -> Took:
    """The median of each of the two."""
    walls, works = zip(*took, strict=True)
    return Took(median(walls), median(works))


def memory_of(make: Callable[[], T], keep: Callable[[T], Any]) -> float:
    """Megabytes that `keep` adds to a process that has what `make` gives (Linux).

    A process of its own is asked, forked for this: what earlier work let go of is not used again.
    """
    pipe, ours = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_weigh, args=(make, keep, ours))
    child.start()
    ours.close()
    weight: float = pipe.recv()
    child.join()
    return weight


def _weigh(make: Callable[[], T], keep: Callable[[T], Any], answer: Any) -> None:
    gc.freeze()
    made = make()
    gc.collect()
    before = _resident()
    kept = keep(made)
    gc.collect()
    answer.send((_resident() - before) / 1e6)
    del kept


def _resident() -> int:
    """Bytes of this process in memory."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


@contextmanager
def own_database() -> Iterator[None]:
    """A database for this run alone, made by the migrations and removed at the end."""
    site = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(site, verbosity=0)
