"""Whatever is proposed, the rows become what the rules say, or stay as they were (TB-7, IT-4)."""

import random
from collections import Counter
from typing import Any

import pytest
from django.utils import timezone

from sessions_app.actions.rounds import resolve_round
from sessions_app.queries.world import read_world
from sessions_app.rules.judging import AcceptedRound, When, judge_round
from sessions_app.rules.proposals import RoundProposal, read_round
from sessions_app.rules.steps import ROUTINE, Refused
from sessions_app.rules.world import StoryState
from tests.sessions_app.playing_state import begin, dump, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, make_table_story
from worldbook.rules.items.state import OPERATIONS, holders

pytestmark = pytest.mark.django_db


def _change(state: StoryState, draw: random.Random) -> dict[str, Any]:
    """Some change of a thing or an exit that is of the right form."""
    op = draw.choice(OPERATIONS)
    actor = draw.choice(["player", "mira", "tom"])
    found: dict[str, Any] = {"op": op, "actor": actor, "after_moves": draw.random() < 0.3}
    if op in ("open", "close", "lock", "unlock") and draw.random() < 0.6:
        return {**found, "exit": draw.choice([*state.things.exits]), "forced": draw.random() < 0.5}
    found["item"] = draw.choice([*state.things.items])
    if op in ("take", "drop", "give", "put", "consume") and draw.random() < 0.5:
        found["quantity"] = draw.randint(1, 4)
    if op == "give":
        found["to"] = {"kind": "character", "key": draw.choice(["player", "mira", "tom"])}
    if op == "put":
        found["to"] = {"kind": "item", "key": draw.choice([*state.things.items])}
    if op == "alter":
        found["set"] = {"condition": draw.choice(["", "wet", "bent"]), "notable": True}
    return found


def _proposal(state: StoryState, draw: random.Random) -> dict[str, Any]:
    """A round that may or may not be possible."""
    movers = draw.sample(["player", "mira", "tom", "vera"], draw.choice([0, 1, 1, 2]))
    return {
        "moves_to": {who: draw.choice(sorted(state.things.locations)) for who in movers},
        "item_changes": [_change(state, draw) for _ in range(draw.choice([0, 0, 1, 1, 2]))],
        "variable_changes": [
            {"of": {"kind": "world"}, "variable": "alarm", "by": draw.choice([-1, 1])}
        ],
        "ignore_exits": draw.random() < 0.2,
        "forced": draw.random() < 0.2,
        "characters": {"tom": {"follows": draw.choice([None, "player", "mira"])}},
        "elapsed_seconds": draw.choice([None, None, 3_600]),
    }


@pytest.mark.spec("TB-7", "IT-2", "IT-4", "PL-3")
@pytest.mark.parametrize("seed", range(2))
def test_rows_become_what_the_rules_say_or_stay_as_they_were(seed: int) -> None:
    draw = random.Random(seed)
    story = make_table_story()
    send(story)
    claim = begin(story)
    came = Counter[str]()
    for number in range(30):
        before, image = read_world(story.pk), dump(story)
        proposal = read_round(_proposal(before, draw))
        assert isinstance(proposal, RoundProposal)
        wall = int(timezone.now().timestamp() * 1000)
        said = judge_round(before, proposal, When(wall, turn=1, round=number + 1))
        done = resolve_round(at=at(claim), key=new_key(), proposal=proposal)
        if isinstance(done, Refused):
            assert done.reasons == said
            assert dump(story) == image
            came["refused"] += 1
            continue
        assert isinstance(said, AcceptedRound)
        routine = {move.who: move.target for move in done.moved if move.how == ROUTINE}
        after = read_world(story.pk)
        assert after.things == said.after.moved(routine)
        assert after.variables.values == said.variables.variables.values
        _check_laws(after)
        came["accepted"] += 1
        came["moved"] += bool(said.moved)
        came["changed"] += said.before != said.after
    assert min(came[word] for word in ("refused", "accepted", "moved", "changed")) >= 3


def _check_laws(state: StoryState) -> None:
    """Nothing is in itself, there is one at least of what is there, and both sides of a door agree."""
    things = state.things
    for key, item in things.items.items():
        assert item.quantity > 0
        assert all(
            holder.key != key or holder.kind != "item" for holder in holders(things.items, key)
        )
    doors = {way.door: way.state for way in things.exits.values() if way.door}
    assert all(doors[way.door] == way.state for way in things.exits.values() if way.door)
