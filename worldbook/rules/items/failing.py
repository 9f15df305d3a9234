"""Why a change is not possible: the codes of IC-2 in their order, the first that holds.

Two readings of what IC-2 leaves open, kept everywhere: what is put into a container that is itself
shut is `in_closed` (`locked` is only said of opening); a thing that is fixed is moved by nobody,
whoever has it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from worldbook.rules.items.case import FREE, KEYED, LIDS, Case
from worldbook.rules.items.change import ItemChange
from worldbook.rules.items.state import Holder
from worldbook.rules.items.working import SHUT
from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

Values = Mapping[str, Any]

CODES: Mapping[str, str] = {
    "unknown": _("There is no %(what)s “%(key)s”."),
    "not_present": _("“%(who)s” is not where this happens."),
    "hidden": _("“%(thing)s” is hidden."),
    "not_visible": _("“%(thing)s” is elsewhere."),
    "held_by_other": _("“%(thing)s” is with “%(who)s”."),
    "fixed": _("“%(thing)s” is fixed and cannot be taken."),
    "not_carried": _("“%(who)s” does not carry “%(thing)s”."),
    "not_wearable": _("“%(thing)s” cannot be worn there."),
    "not_a_container": _("“%(thing)s” is no container."),
    "cycle": _("“%(thing)s” cannot be put inside itself."),
    "locked": _("“%(thing)s” is locked."),
    "blocked": _("“%(thing)s” is blocked."),
    "in_closed": _("“%(thing)s” is closed."),
    "not_worn": _("“%(thing)s” is not worn."),
    "wrong_key": _("“%(thing)s” is not locked or unlocked with “%(key)s”."),
    "key_not_in_hand": _("“%(who)s” has no “%(key)s” at hand."),
    "already": _("It is so already: %(op)s “%(thing)s”."),
    "slot_full": _("“%(who)s” can wear nothing more on “%(slot)s”."),
    "not_enough": _("There are only %(have)s of “%(thing)s”, not %(quantity)s."),
}
"""Code → what is told the game master; the order in which they are looked for (IC-2)."""


def find_failure(case: Case) -> Refusal | None:
    """The first reason why a change is not possible; None where it is."""
    checks = {"already": _already} if case.op in FREE else _CHECKS
    for code, check in checks.items():
        values = check(case)
        if values is not None:
            return _refusal(code, case.change, values, _told(code, case, values))
    return None


def unknown(change: ItemChange, what: str, key: str) -> Refusal:
    """Something that a change names does not exist; the player learns no more than of hidden."""
    code = {"to": "not_present", "slot": "not_wearable", "actor": "not_present"}.get(what)
    values = {"what": what, "key": key}
    return _refusal("unknown", change, values, {"code": code or "not_visible"})


def _refusal(code: str, change: ItemChange, values: Values, told: Values) -> Refusal:
    whole = {"op": change.op, **values}
    about = {"op": change.op, "actor": change.actor}
    return Refusal(code, CODES[code] % whole, {**whole, "told": {**told, **about}})


def _thing(key: str) -> Values:
    return {"thing": key}


def _not_present(case: Case) -> Values | None:
    change = case.change
    if case.place is None:
        return {"who": change.actor}
    if change.op == "give" and change.to:
        away = case.work.before.characters[change.to.key] != case.place
        return {"who": change.to.key} if away else None
    if change.op == "drop" and change.to and change.to.key != case.place:
        return {"who": change.actor}
    if case.exit and case.exit.origin != case.place:
        return {"who": change.actor}
    return None


def _hidden(case: Case) -> Values | None:
    for thing in case.things:
        if case.work.is_hidden(thing.key):
            return _thing(thing.key)
    if case.exit and case.exit.hidden and case.exit.key not in case.knows:
        return _thing(case.exit.key)
    return None


def _not_visible(case: Case) -> Values | None:
    for thing in case.things:
        if case.work.place_of(thing.key) != case.place:
            return _thing(thing.key)
    return None


def _held_by_other(case: Case) -> Values | None:
    for thing in case.things:
        outer = case.work.outer(thing.key)
        if outer.kind == "character" and outer.key != case.change.actor:
            return {"thing": thing.key, "who": outer.key}
    return None


def _fixed(case: Case) -> Values | None:
    moves = case.op in ("take", "drop", "give", "put", "wear")
    return _thing(case.item.key) if moves and case.item and case.item.fixed else None


def _not_carried(case: Case) -> Values | None:
    if case.op not in ("drop", "give", "put", "wear", "remove") or case.item is None:
        return None
    carried = case.work.is_carried(case.item.key, case.change.actor)
    return None if carried else {"who": case.change.actor, "thing": case.item.key}


def _not_wearable(case: Case) -> Values | None:
    if case.op != "wear" or case.item is None:
        return None
    fits = case.item.slot and case.change.slot in ("", case.item.slot)
    return None if fits else _thing(case.item.key)


def _not_a_container(case: Case) -> Values | None:
    if case.op in LIDS and not case.lid:
        return _thing(case.change.item)
    if case.op == "put" and case.change.to:
        held = case.target is not None and case.target.container != "none"
        return None if held else _thing(case.change.to.key)
    return None


def _cycle(case: Case) -> Values | None:
    if case.op != "put" or case.item is None or case.target is None:
        return None
    itself = Holder("item", case.item.key)
    around = case.work.holders_of(case.target.key)
    inside = case.target.key == case.item.key or itself in around
    return _thing(case.item.key) if inside else None


def _locked(case: Case) -> Values | None:
    stops = case.op == "open" and case.lid == "locked" and not case.change.forced
    return _thing(case.change.item or case.change.exit) if stops else None


def _blocked(case: Case) -> Values | None:
    return _thing(case.change.exit) if case.op in LIDS and case.lid == "blocked" else None


def _in_closed(case: Case) -> Values | None:
    for thing in case.things:
        shut = case.work.shut_around(thing.key)
        if shut:
            return _thing(shut)
    if case.target and case.target.container in SHUT:
        return _thing(case.target.key)
    return None


def _not_worn(case: Case) -> Values | None:
    if case.op != "remove" or case.item is None or case.item.worn:
        return None
    return _thing(case.item.key)


def _is_unforced_lock(case: Case) -> bool:
    return case.op in KEYED and not (case.op == "unlock" and case.change.forced)


def _wrong_key(case: Case) -> Values | None:
    if not _is_unforced_lock(case):
        return None
    given = case.change.key
    kind = case.work.items[given].kind if given in case.work.items else given
    fits = case.opener and kind in ("", case.opener)
    thing = case.change.item or case.change.exit
    return None if fits else {"thing": thing, "key": given or case.opener}


def _key_not_in_hand(case: Case) -> Values | None:
    if not _is_unforced_lock(case):
        return None
    # A box is closed before it is locked: a key inside it is out of reach.
    box = case.item.key if case.item else ""
    usable = set(case.work.in_hand(case.change.actor, case.opener, box))
    given = case.change.key
    if given in usable or (usable and given not in case.work.items):
        return None
    return {"who": case.change.actor, "key": given or case.opener}


def _already(case: Case) -> Values | None:
    if case.exit and _is_so(case):
        return _thing(case.exit.key)
    return _thing(case.item.key) if case.item and _is_so(case) else None


def _is_so(case: Case) -> bool:
    """Whether the state is already what the change would make of it."""
    if case.op in LIDS:
        wanted = {
            "open": ("open",),
            "close": SHUT,
            "lock": ("locked",),
            "unlock": ("open", "closed"),
        }
        return case.lid in wanted[case.op]
    if case.op in ("reveal", "hide"):
        thing = case.exit or case.item
        return thing is not None and thing.hidden == (case.op == "hide")
    return case.item is not None and _is_there(case)


def _is_there(case: Case) -> bool:
    item, change = case.item, case.change
    if item is None:
        return False
    if change.op == "alter":
        return all(getattr(item, name) == value for name, value in change.set.items())
    if change.op == "wear":
        return bool(item.worn)
    if change.op == "give" and change.to:
        return change.to.key == change.actor
    if change.op == "put":
        return item.holder == change.to
    return change.op == "take" and item.holder == Holder("character", change.actor)


def _slot_full(case: Case) -> Values | None:
    if case.op != "wear" or case.item is None:
        return None
    slot = case.item.slot
    full = case.work.worn_in(case.change.actor, slot) >= case.work.before.slots[slot]
    return {"who": case.change.actor, "slot": slot} if full else None


def _not_enough(case: Case) -> Values | None:
    if case.item is None or case.quantity <= case.item.quantity:
        return None
    return {"thing": case.item.key, "quantity": case.quantity, "have": case.item.quantity}


_CHECKS: Mapping[str, Callable[[Case], Values | None]] = {
    "not_present": _not_present,
    "hidden": _hidden,
    "not_visible": _not_visible,
    "held_by_other": _held_by_other,
    "fixed": _fixed,
    "not_carried": _not_carried,
    "not_wearable": _not_wearable,
    "not_a_container": _not_a_container,
    "cycle": _cycle,
    "locked": _locked,
    "blocked": _blocked,
    "in_closed": _in_closed,
    "not_worn": _not_worn,
    "wrong_key": _wrong_key,
    "key_not_in_hand": _key_not_in_hand,
    "already": _already,
    "slot_full": _slot_full,
    "not_enough": _not_enough,
}


def _told(code: str, case: Case, values: Values) -> Values:
    """What the player may see of a reason: keys of what its character sees, and nothing else.

    `item` is what the reason is about: what is put away, or the container that is shut.
    """
    if code == "not_present" and case.exit is None:
        return {"code": code}
    if not _is_seen(case):
        return {"code": "not_visible"}
    shown = {name: values[name] for name in ("who", "slot", "have", "quantity") if name in values}
    thing = values.get("thing", case.change.item)
    about = {
        "item": thing if thing in case.work.items else case.change.item,
        "exit": case.change.exit,
        "target": case.target.key if case.target else "",
    }
    return {"code": code, **{name: key for name, key in about.items() if key}, **shown}


def _is_seen(case: Case) -> bool:
    """Whether the actor sees everything that the change is about."""
    if case.exit:
        known = not case.exit.hidden or case.exit.key in case.knows
        return known and case.exit.origin == case.place
    return all(
        not case.work.is_hidden(thing.key)
        and case.work.place_of(thing.key) == case.place
        and not case.work.shut_around(thing.key)
        for thing in case.things
    )
