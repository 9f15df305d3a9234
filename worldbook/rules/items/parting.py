"""A state parted by place: what can matter to somebody there, so that few things are looked at."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from worldbook.rules.items.state import Exit, Item, ItemState


def parted(state: ItemState) -> Mapping[str | None, ItemState]:
    """For each place its own things and the exits from it; all else is as in the whole.

    Under None is what those have who are nowhere. What somebody sees where it is (`places_seen`) is
    the same in its part as in the whole.
    """
    things: dict[str | None, dict[str, Item]] = defaultdict(dict)
    ways: dict[str | None, dict[str, Exit]] = defaultdict(dict)
    for key, item in state.items.items():
        things[state.place_of(key)][key] = item
    for key, way in state.exits.items():
        ways[way.origin][key] = way
    return {
        place: replace(state, items=things[place], exits=ways[place])
        for place in (*state.locations, None)
    }
