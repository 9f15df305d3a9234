"""Keys in a refusal that a player may hear become names (PL-2); what has no name is left out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sessions_app.rules.world import StoryState
from worldbook.rules.items.state import ItemState
from worldbook.rules.refusal import Refusal

Told = Mapping[str, Any]

_OF_THE_TARGET = ("not_a_container", "in_closed")
"""Codes that speak of what something was to be put into."""

_KEPT = ("code", "slot", "have", "quantity", "days", "dice", "value")


def with_names(refusal: Refusal, state: StoryState, things: ItemState) -> Refusal:
    """The refusal with names for keys in what the player is told.

    Rules name only what the character perceives or knows, so each of them may be named.
    `things` is the state the refusal was made on: parts that were just split have names there.
    """
    told = refusal.detail.get("told")
    if not told:
        return refusal
    return replace(refusal, detail={**refusal.detail, "told": _named(told, state, things)})


def _named(told: Told, state: StoryState, things: ItemState) -> Told:
    said = {name: told[name] for name in _KEPT if name in told}
    about = told.get("target") if told.get("code") in _OF_THE_TARGET else None
    thing = things.items.get(about or told.get("item", ""))
    way = state.ways.get(told.get("exit", ""))
    person = state.people.get(told.get("who", ""))
    if way is not None:
        said["exit"] = way.name
    if thing is not None or way is not None:
        said["item"] = thing.name if thing is not None else way.name if way is not None else ""
    if person is not None:
        said["who"] = person.name
    return said
