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

    Rules name only what the one who acts perceives or knows. What somebody else does where the
    player's character is not, the player hears nothing of. `things` is the state the refusal was
    made on: parts that were just split have names there.
    """
    told = refusal.detail.get("told")
    if not told:
        return refusal
    seen = _is_witnessed(state, things, told.get("actor") or told.get("who", ""))
    named = _named(told, state, things) if seen else {"code": "refused"}
    return replace(refusal, detail={**refusal.detail, "told": named})


def _is_witnessed(state: StoryState, things: ItemState, actor: str) -> bool:
    """Whether the player's character acts itself, or was or comes where the one is who does.

    Who would only come by what was refused has not come: it is not seen.
    """
    if actor in ("", state.player):
        return True
    was = state.things.characters.get(actor)
    places = (at.characters.get(state.player or "") for at in (state.things, things))
    return was is not None and was in places


def _is_known(state: StoryState, things: ItemState, who: str) -> bool:
    """Whether the player's character knows somebody, or sees them."""
    met = (state.player, who) in state.relationships
    return met or _is_witnessed(state, things, who)


def _named(told: Told, state: StoryState, things: ItemState) -> Told:
    said = {name: told[name] for name in _KEPT if name in told}
    if said.get("code") == "already" and "op" in told:
        said["op"] = told["op"]
    about = told.get("target") if told.get("code") in _OF_THE_TARGET else None
    thing = things.items.get(about or told.get("item", ""))
    way = None if "item" in told else state.ways.get(told.get("exit", ""))
    who = told.get("who", "")
    if way is not None:
        said["exit"] = way.name
    if thing is not None or way is not None:
        said["item"] = thing.name if thing is not None else way.name if way is not None else ""
    if who in state.people and _is_known(state, things, who):
        said["who"] = state.people[who].name
    return said
