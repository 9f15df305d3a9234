"""How a story would stand after part of a round: as the whole round leaves it, where it is possible."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions_app.rules.foreseeing import foreseen
from sessions_app.rules.judging import AcceptedRound, When, judge_round
from sessions_app.rules.proposals import RoundProposal
from tests.sessions_app.table_world import EVENING, house

WHEN = When(EVENING, 1, 1)


def change(op: str, **more: Any) -> dict[str, Any]:
    return {"actor": "ana", "op": op, **more}


CHANGES = [
    change("take", item="lamp"),
    change("take", item="coins", quantity=3),
    change("unlock", item="chest"),
    change("open", item="chest"),
    change("take", item="letter"),
    change("open", exit="oak-door"),
    change("drop", item="bread"),
    change("wear", item="coat"),
    change("take", item="copper-key", after_moves=True),
    change("take", item="statue"),
]


@pytest.mark.spec("TB-5", "IT-4")
@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from(CHANGES), max_size=6), st.sampled_from(["", "yard", "cellar"]))
def test_what_is_foreseen_is_what_an_accepted_round_makes_true(
    changes: list[dict[str, Any]], place: str
) -> None:
    state = house()
    moves = {"player": place} if place else {}
    proposal = RoundProposal(moves_to=moves, item_changes=tuple(changes))
    judged = judge_round(state, proposal, WHEN)
    then = foreseen(state, proposal)
    assert set(then.things.items) <= set(then.items)
    if isinstance(judged, AcceptedRound):
        assert then.things == judged.after
    assert state == house()


@pytest.mark.spec("IT-7")
def test_what_is_impossible_leaves_things_as_they_are() -> None:
    state = house()
    proposal = RoundProposal(
        moves_to={"player": "cellar"},
        item_changes=(change("open", item="chest"), change("take", item="letter")),
    )
    assert foreseen(state, proposal).things == state.things


def test_a_part_of_a_stack_has_the_texts_of_the_whole() -> None:
    then = foreseen(house(), RoundProposal(item_changes=(CHANGES[1],)))
    assert then.things.items["coins~2"].quantity == 3
    assert then.items["coins~2"].name == then.items["coins"].name
