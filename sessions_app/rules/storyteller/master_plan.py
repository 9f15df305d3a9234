"""One proposal out of the acts of a message, and which act each reason against it speaks of (TB-5)."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from sessions_app.rules.master_view import CARRIED, MasterView
from sessions_app.rules.storyteller.master_acts import Act
from worldbook.rules.refusal import Refusal

Told = Mapping[str, Any]

HANDLING = (
    "take",
    "drop",
    "give",
    "put",
    "wear",
    "remove",
    "open",
    "close",
    "unlock",
    "lock",
    "consume",
)
"""Acts that are changes of things, or of exits."""

REFUSED: Told = {"code": "refused"}


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal for `resolve_round`, and the acts it is made of by their number.

    `changes` has an act for each item change, `move` the one that goes; `left` are acts that must
    wait for another round.
    """

    proposal: Mapping[str, Any]
    changes: tuple[int, ...] = ()
    move: int | None = None
    left: frozenset[int] = frozenset()

    @property
    def acts(self) -> frozenset[int]:
        """The acts that come true if it is accepted."""
        return frozenset(self.changes) | ({self.move} if self.move is not None else set())


def _wanted(acts: Sequence[Act], view: MasterView, barred: Container[int]) -> list[int]:
    """The acts that would change the world: understood, and no mere step within the place."""
    found: list[int] = []
    gone = False
    for at, act in enumerate(acts):
        goes = act.action == "go" and act.kind == "place"
        stays = view.place is not None and act.key == view.place.key and not gone
        if act.trouble or at in barred or not (act.action in HANDLING or (goes and not stays)):
            continue
        found.append(at)
        gone = gone or goes
    return found


def propose(
    acts: Sequence[Act], view: MasterView, outcomes: Mapping[str, str], without: Iterable[int] = ()
) -> Proposed:
    """The proposal of all acts but those of `without`; what follows a second journey is left."""
    barred = set(without)
    items: list[dict[str, Any]] = []
    changes: list[int] = []
    move: int | None = None
    parts: dict[str, str] = {}
    wanted = _wanted(acts, view, barred)
    for at in wanted:
        act = acts[at]
        if act.action != "go":
            items.append(_change(view.player, act, parts, after_moves=move is not None))
            changes.append(at)
            _split(view, act, parts)
        elif move is None or _goes_on(acts, at, changes, move, view):
            move = at
        else:
            break
    done = {*changes, move}
    proposal: dict[str, Any] = {"outcomes": dict(outcomes)}
    if move is not None:
        proposal["moves_to"] = {view.player: acts[move].key}
    if items:
        proposal["item_changes"] = items
    skipped = {at for at in wanted if at not in done and not _passed_over(acts, at, move)}
    first = min((at for at in skipped if acts[at].action == "go"), default=len(acts))
    return Proposed(
        proposal, tuple(changes), move, frozenset(skipped | set(range(first, len(acts))))
    )


def _goes_on(
    acts: Sequence[Act], at: int, changes: Sequence[int], move: int, view: MasterView
) -> bool:
    """Whether a journey goes on to a further place: nothing is done on the way, and not back."""
    back = view.place is not None and acts[at].key == view.place.key
    return not back and not (changes and changes[-1] > move)


def _passed_over(acts: Sequence[Act], at: int, move: int | None) -> bool:
    """Whether a journey went on from a place without a stop at it."""
    return acts[at].action == "go" and move is not None and at < move


def _split(view: MasterView, act: Act, parts: dict[str, str]) -> None:
    """Where some of a stack were taken, what is done next is done to these (IT-6)."""
    thing = view.thing(act.key)
    if thing is None or act.action != "take" or (act.quantity or thing.quantity) >= thing.quantity:
        return
    alike = [t for t in view.things if t.kind == thing.kind and t.where == CARRIED]
    keys = {t.key for t in view.things} | set(parts.values())
    free = (f"{thing.kind}~{n}" for n in count(2) if f"{thing.kind}~{n}" not in keys)
    parts[act.key] = alike[0].key if alike else next(free)


def _change(
    player: str, act: Act, parts: Mapping[str, str], *, after_moves: bool
) -> dict[str, Any]:
    change: dict[str, Any] = {"actor": player, "op": act.action}
    change["exit" if act.kind == "exit" else "item"] = parts.get(act.key, act.key)
    if act.action == "give":
        change["to"] = {"kind": "character", "key": act.to}
    elif act.action == "put":
        change["to"] = {"kind": "item", "key": act.to}
    if act.tool and act.action in ("lock", "unlock"):
        change["with"] = act.tool
    if act.quantity is not None:
        change["quantity"] = act.quantity
    return change | ({"after_moves": True} if after_moves else {})


def refused_acts(proposed: Proposed, reasons: Sequence[Refusal]) -> dict[int, Told]:
    """What the player is told of each act that was refused; every act where none is named."""
    found: dict[int, Told] = {}
    for reason in reasons:
        at = _act_of(proposed, reason)
        if at is not None:
            found.setdefault(at, reason.detail.get("told", REFUSED))
    if found or not reasons:
        return found
    return {at: reasons[0].detail.get("told", REFUSED) for at in proposed.acts}


def _act_of(proposed: Proposed, reason: Refusal) -> int | None:
    index = reason.detail.get("index")
    if isinstance(index, int) and index < len(proposed.changes):
        return proposed.changes[index]
    return proposed.move


def barred_by(acts: Sequence[Act], refused: Mapping[int, Told], proposed: Proposed) -> set[int]:
    """The acts that fall with those that were refused: what was to be done at the journey's end."""
    fallen = set(refused)
    if proposed.move in fallen:
        fallen |= {at for at in range(len(acts)) if at > (proposed.move or 0)}
    return fallen
