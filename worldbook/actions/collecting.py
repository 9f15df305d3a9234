"""Large files are read without Python's search for circular garbage.

Each few hundred new objects it looks through all there are. A file of thousands of entries is
nothing but new objects, none of them circular, and that looking took half of an import's time.
Reference counts free everything as ever.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_paused = 0
_was_on = True


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the search in this process while any import runs; also usable as a decorator."""
    global _paused, _was_on
    with _lock:
        if not _paused:
            _was_on = gc.isenabled()
        _paused += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _paused -= 1
            if not _paused and _was_on:
                gc.enable()
