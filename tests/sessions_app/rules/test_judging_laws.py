"""Whatever of the right form is proposed, it is judged; a refusal is never silent to anybody."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions_app.rules.judging import AcceptedRound, When, judge_round
from sessions_app.rules.proposals import CONDITIONS, RoundProposal, read_round
from sessions_app.rules.steps import Refused
from sessions_app.rules.told import say
from tests.sessions_app.states import NOW, inn_state
from worldbook.rules.items.state import OPERATIONS, outermost

STATE = inn_state()
PEOPLE = [*STATE.people, "player", "ghost"]
PLACES = [*sorted(STATE.things.locations), "moon"]
THINGS = [*STATE.things.items, "coin~2", "unicorn"]
EXITS = [*STATE.things.exits, "window"]
SECRETS = ("gem", "small-key", "small key", "ladder", "attic", "Vera", "Lost", "ghost")
"""What Ana neither sees nor knows in the inn."""

_who, _place, _thing = (st.sampled_from(keys) for keys in (PEOPLE, PLACES, THINGS))
_holder = st.one_of(
    st.fixed_dictionaries({"kind": st.just("character"), "key": _who}),
    st.fixed_dictionaries({"kind": st.just("location"), "key": _place}),
    st.fixed_dictionaries({"kind": st.just("item"), "key": _thing}),
)
_change = st.fixed_dictionaries(
    {"op": st.sampled_from(OPERATIONS), "actor": _who},
    optional={
        "item": _thing,
        "exit": st.sampled_from(EXITS),
        "quantity": st.integers(1, 12),
        "to": _holder,
        "with": _thing,
        "slot": st.sampled_from(["head", "tail"]),
        "forced": st.booleans(),
        "after_moves": st.booleans(),
        "set": st.fixed_dictionaries({"name": st.just("a thing"), "owner": _who}),
    },
)
_follow = st.fixed_dictionaries(
    {}, optional={"condition": st.sampled_from(CONDITIONS), "follows": st.none() | _who}
)
_proposal = st.fixed_dictionaries(
    {},
    optional={
        "outcomes": st.dictionaries(_who, st.just("acts"), max_size=2),
        "moves_to": st.dictionaries(_who, _place, max_size=4),
        "item_changes": st.lists(_change, max_size=5),
        "variable_changes": st.lists(
            st.fixed_dictionaries(
                {
                    "of": st.fixed_dictionaries({"kind": st.just("character"), "key": _who}),
                    "variable": st.sampled_from(["wounds", "valence", "courage"]),
                    "to": st.integers(-2, 7) | st.booleans() | st.text(max_size=2),
                }
            ),
            max_size=3,
        ),
        "elapsed_seconds": st.none() | st.integers(0, 100_000),
        "ignore_exits": st.booleans() | st.lists(_who, max_size=2),
        "forced": st.booleans() | st.lists(_who, max_size=2),
        "characters": st.dictionaries(_who, _follow, max_size=3),
        "location": st.none() | _place,
        "new_phase": st.booleans(),
    },
)


def _judged(proposal: Any) -> AcceptedRound | Refused | None:
    """The judgement; None where the form was wrong."""
    read = read_round(proposal)
    if not isinstance(read, RoundProposal):
        return None
    done = judge_round(STATE, read, When(wall=NOW, turn=1, round=1))
    return done if isinstance(done, AcceptedRound) else Refused(done)


@pytest.mark.spec("TB-7", "PL-2")
@settings(max_examples=250)
@given(_proposal)
def test_a_round_is_accepted_or_refused_with_reasons_for_both(proposal: Any) -> None:
    done = _judged(proposal)
    if isinstance(done, Refused):
        assert done.reasons
        assert all(reason.reason for reason in done.reasons)
        assert all(say(told, "en") and say(told, "zh") for told in done.told())
        json.dumps(done.to_json())
    elif done is not None:
        assert done.step is not None
        assert done.step.length >= max((move.seconds for move in done.moved), default=0) * 1_000
        assert all(done.after.characters[move.who] == move.target for move in done.moved)


@pytest.mark.spec("PL-2", "IT-7", "TB-7")
@settings(max_examples=250)
@given(st.lists(_change, max_size=3), _place)
def test_what_the_player_is_told_never_names_what_its_character_does_not_know(
    changes: list[Any], place: str
) -> None:
    changes = [change for change in changes if change["op"] not in _FREE]
    moves = {"ana": place, "vera": place, "lost": place, "ghost": place}
    done = _judged({"item_changes": changes, "moves_to": moves})
    if isinstance(done, Refused):
        told = " ".join(say(one, "en") for one in done.told()) + json.dumps(done.told())
        assert not [secret for secret in SECRETS if secret in told]


_FREE = ("reveal", "hide", "alter")
"""What only a game master does, who knows everything."""


@pytest.mark.spec("IT-4", "IT-6")
@settings(max_examples=150)
@given(st.lists(_change, max_size=6))
def test_nothing_comes_from_nothing_and_only_what_is_used_up_goes(changes: list[Any]) -> None:
    kept = [change for change in changes if change["op"] != "consume"]
    done = _judged({"item_changes": kept, "moves_to": {"mira": "yard"}})
    if isinstance(done, AcceptedRound):
        for kind in {item.kind for item in STATE.things.items.values()}:
            before, after = (
                sum(item.quantity for item in things.items.values() if item.kind == kind)
                for things in (done.before, done.after)
            )
            assert before == after
        assert all(outermost(done.after.items, key).kind != "item" for key in done.after.items)
        assert done.parts.keys() == done.after.items.keys() - done.before.items.keys()


@pytest.mark.spec("PL-2", "TB-7")
def test_who_would_only_come_by_a_refused_round_is_not_named() -> None:
    """Vera, whom Ana does not know, goes to where Ana is and fails at something there."""
    here = STATE.player_place
    failing = {"op": "drop", "actor": "vera", "item": "iron-key", "after_moves": True}
    done = _judged({"item_changes": [failing], "moves_to": {"vera": here}})
    assert isinstance(done, Refused)
    told = json.dumps(done.told()) + " ".join(say(one, "en") for one in done.told())
    assert "Vera" not in told
