"""Who is how, whom they follow, and where they go: the part of a round about people (PL-2, PL-8)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sessions_app.rules.names import with_names
from sessions_app.rules.proposals import RoundProposal
from sessions_app.rules.steps import CARRIED, FOLLOWED, FORCED, WENT, Moved
from sessions_app.rules.world import Placement, StoryState
from worldbook.rules.chains import CIRCLE, MOST_LEVELS, chain_fault
from worldbook.rules.items.state import ItemState
from worldbook.rules.paths import Path, followers, plan_move
from worldbook.rules.refusal import Refusal

WALKING = ("active", "captive")
"""Conditions in which somebody moves on its own feet."""


@dataclass(frozen=True, slots=True)
class JudgedMoves:
    """Who is elsewhere then, `things` with everybody there, and why the others cannot."""

    moved: tuple[Moved, ...]
    things: ItemState
    refusals: tuple[Refusal, ...]

    @property
    def travel_seconds(self) -> int:
        """The longest single mover's way (TM-9)."""
        return max((move.seconds for move in self.moved), default=0)


def judge_people(
    state: StoryState, proposal: RoundProposal
) -> tuple[Mapping[str, Placement], tuple[Refusal, ...]]:
    """How everybody is after the changes of characters, and what is wrong with some (PL-8)."""
    after = dict(state.placements)
    refusals: list[Refusal] = []
    for who, change in proposal.characters.items():
        refusal = _person_refusal(state, who, change.get("follows"))
        if refusal is not None:
            refusals.append(refusal)
            continue
        now = after.get(who, Placement())
        follows = (change["follows"] or "") if "follows" in change else now.follows
        after[who] = replace(now, condition=change.get("condition", now.condition), follows=follows)
    return after, (*refusals, *_chain_refusals(proposal, after))


def _person_refusal(state: StoryState, who: str, leader: str | None) -> Refusal | None:
    for key in (who, leader):
        if key is not None and key not in state.people:
            return _refused("unknown_character", f"There is no character “{key}”.", who=key)
    if leader == who:
        return _refused("follows_itself", f"“{who}” cannot follow itself.", who=who)
    return None


def _chain_refusals(proposal: RoundProposal, after: Mapping[str, Placement]) -> Iterator[Refusal]:
    """Those who would follow themselves in the end, or stand too far behind somebody (PL-8)."""
    above = {who: how.follows or None for who, how in after.items()}
    for who, change in proposal.characters.items():
        leader = above.get(who)
        if not change.get("follows") or leader is None or leader == who:
            continue
        fault = chain_fault(above, who)
        if fault == CIRCLE:
            reason = f"“{who}” cannot follow “{leader}”, who would then follow “{who}”."
            yield _refused("follows_circle", reason, who=who, leader=leader)
        elif fault is not None:
            reason = f"“{who}” would be in a file of more than {MOST_LEVELS} who follow each other."
            yield _refused("too_many_follow", reason, who=who, leader=leader)


def judge_moves(
    state: StoryState,
    things: ItemState,
    placements: Mapping[str, Placement],
    proposal: RoundProposal,
) -> JudgedMoves:
    """Who moves with a round: those named, and those who follow one that walks.

    Refusals name the first exit that stops on the shortest way; to the player only exits that its
    character knows (PL-2).
    """
    found: dict[str, Moved] = {}
    refusals = list(_stray(proposal))
    seen = player_exits(state, things)
    for who, target in proposal.moves_to.items():
        how = _how(who, proposal)
        path = _path(state, things, placements, who, target, how, seen)
        if isinstance(path, Refusal):
            refusals.append(with_names(path, state, things))
        elif things.characters[who] != target:
            origin = things.characters[who]
            found[who] = Moved(who, origin, target, how, path.exits, path.seconds)
    moved = (*found.values(), *_along(found, things, placements, proposal))
    places = {move.who: move.target for move in moved}
    return JudgedMoves(moved, things.moved(places), tuple(refusals))


def player_exits(state: StoryState, things: ItemState) -> frozenset[str]:
    """The exits that the player's character knows, or sees in its place."""
    if state.player is None:
        return frozenset()
    here = things.characters.get(state.player)
    seen = (key for key, way in things.exits.items() if way.origin == here and not way.hidden)
    return state.known_exits(state.player).union(seen)


def _how(who: str, proposal: RoundProposal) -> str:
    if who in proposal.ignore_exits:
        return CARRIED
    return FORCED if who in proposal.forced else WENT


def _stray(proposal: RoundProposal) -> Iterator[Refusal]:
    """Those said to be carried or forced who do not move."""
    for who in sorted((proposal.ignore_exits | proposal.forced) - proposal.moves_to.keys()):
        yield _refused("not_moving", f"“{who}” is in no moves_to.", who=who)


def _path(
    state: StoryState,
    things: ItemState,
    placements: Mapping[str, Placement],
    who: str,
    target: str,
    how: str,
    seen: frozenset[str],
) -> Path | Refusal:
    """The way somebody takes; one that is carried needs none, not even a place to begin."""
    if how == CARRIED and who in things.characters and target in things.locations:
        return Path((), 0)
    path = plan_move(
        things,
        who,
        target,
        knows=state.known_exits(who),
        player_knows=seen,
        forced=how == FORCED,
        ignore_exits=how == CARRIED,
    )
    condition = placements.get(who, Placement()).condition
    if isinstance(path, Refusal) or condition in WALKING or not path.exits:
        return path
    reason = f"“{who}” is {condition} and cannot walk; carried it can be (ignore_exits)."
    told = {"code": "cannot_go", "who": who}
    return Refusal("cannot_go", reason, {"who": who, "condition": condition, "told": told})


def _along(
    found: Mapping[str, Moved],
    things: ItemState,
    placements: Mapping[str, Placement],
    proposal: RoundProposal,
) -> Iterator[Moved]:
    """Those who follow somebody that walks; who is in `moves_to` goes only there."""
    walking = [who for who, move in found.items() if move.how == WENT]
    follows = {
        who: how.follows
        for who, how in placements.items()
        if how.follows and who not in proposal.moves_to
    }
    conditions = {who: how.condition for who, how in placements.items()}
    led = followers(walking, things.characters, follows, conditions)
    ways = dict(found)
    for who, leader in led.items():
        ways[who] = replace(ways[leader], who=who, how=FOLLOWED)
        yield ways[who]


def _refused(code: str, reason: str, **values: str) -> Refusal:
    """A refusal that is the game master's alone."""
    return Refusal(code, reason, {**values, "told": {"code": "refused"}})
