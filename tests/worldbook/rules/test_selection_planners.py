"""What planners get after the actor: their share of its selection, then what is theirs (WB-36)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.selecting import OPEN, book, choose, decisions, entry, ids, turn
from tests.worldbook.rules.test_selection_laws import BOOKS, TURNS
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import (
    SelectionRequest,
    compile_book,
    eligible,
    request_for,
    select,
    select_for_planner,
)

PLANNER, ACTOR = {"audience": ("planner",)}, {"audience": ("actor",)}
pytestmark = pytest.mark.spec("WB-36")


def both(request, *books, count=len, audience="planner"):
    """The actor's selection and the planner's."""
    chosen = choose(request, *books, count=count)
    planned = select_for_planner(
        request_for(request, chosen, audience), books, count, chosen=chosen
    )
    assert not isinstance(planned, Refusal), planned
    return chosen, planned


def test_planners_get_what_addresses_them_and_then_their_own():
    lore = book(
        entry("everybody", "gate"),
        entry("acted", "gate", **ACTOR),
        entry("plan", "gate", **PLANNER),
        entry("silent", "sea", **PLANNER),
    )
    chosen, planned = both(turn("The gate."), lore)
    assert ids(chosen) == ["everybody", "acted"]
    assert ids(planned) == ["everybody", "plan"]
    assert [item.cause["kind"] for item in planned.selected] == ["shared", "keyword"]
    assert planned.trace["audience"] == "planner"
    assert decisions(planned) == {"acted": "ineligible"}


def test_the_second_selection_keeps_to_the_same_budget():
    size = choose(turn("gate"), book(entry("a", "gate"))).tokens
    lore = book(
        entry("a", "gate"),
        entry("b", "gate", priority=2, **PLANNER),
        entry("c", "gate", priority=1, **PLANNER),
    )
    chosen, planned = both(turn("gate", budget=2 * size), lore)
    assert ids(chosen) == ["a"]
    assert ids(planned) == ["a", "b"]
    assert planned.tokens == 2 * size
    assert decisions(planned)["c"] == "over_budget"


def test_what_the_actor_did_not_get_planners_do_not_get_either():
    size = choose(turn("gate"), book(entry("a", "gate"))).tokens
    lore = book(entry("a", "gate", priority=1), entry("b", "gate"), entry("c", "gate", **PLANNER))
    chosen, planned = both(turn("gate", budget=size), lore)
    assert ids(chosen) == ids(planned) == ["a"]
    assert decisions(planned) == {"b": "ineligible", "c": "over_budget"}


def test_without_sharing_planners_get_nothing():
    lore = book(entry("a", "gate"), entry("b", "gate", **PLANNER))
    request = turn("gate", share_worldbook=False)
    _, planned = both(request, lore)
    assert ids(planned) == []


def test_an_entry_comes_over_even_where_only_the_actor_sees_what_started_it():
    lore = book(
        entry("acted", "gate", content="The oath.", **ACTOR, **OPEN),
        entry("oath", "oath", **OPEN),
        entry("plan", "copper", **PLANNER, **OPEN),
        entry("oath-body", "gate", content="Of copper.", **OPEN),
    )
    chosen, planned = both(turn("gate"), lore)
    assert ids(chosen) == ["acted", "oath", "oath-body"]
    assert ids(planned) == ["oath", "plan", "oath-body"]


def test_bundles_groups_and_conflicts_reckon_with_what_came_over():
    lore = book(
        entry("shared", "gate", groups=("door",), conflicts=("foe",), requires=("acted",)),
        entry("acted", "x", **ACTOR),
        entry("rival", "gate", groups=("door",), group_prioritize=True, **PLANNER),
        entry("foe", "gate", **PLANNER),
        entry("bound", "gate", requires=("shared",), **PLANNER),
        entry("lost", "gate", requires=("acted",), **PLANNER),
    )
    chosen, planned = both(turn("gate"), lore)
    assert ids(chosen) == ["shared", "acted"]
    assert ids(planned) == ["shared", "bound"]
    assert decisions(planned) == {
        "rival": "group_lost",
        "foe": "conflict",
        "lost": "dependency_ineligible",
    }


def test_constants_that_came_over_take_from_the_share_of_constants():
    size = choose(turn("x"), book(entry("a", constant=True), constant_budget_ratio=1)).tokens
    lore = book(
        entry("a", constant=True),
        entry("b", constant=True, **PLANNER),
        constant_budget_ratio=0.5,
    )
    _, planned = both(turn("x", budget=3 * size), lore)
    assert ids(planned) == ["a"]
    assert decisions(planned) == {"b": "over_constant_cap"}


def test_a_required_entry_of_planners_that_does_not_fit_fails_the_turn():
    lore = book(entry("a", "gate"), entry("b", required=True, content="x" * 500, **PLANNER))
    request = turn("gate", budget=300)
    chosen = choose(request, lore)
    planned = select_for_planner(request_for(request, chosen), [lore], len, chosen=chosen)
    assert isinstance(planned, Refusal)
    assert planned.code == "required_over_budget"


def test_bodies_are_drawn_once_and_clocks_run_for_both():
    lore = book(
        entry("a", "gate", content="{{random::one::two::three}}", sticky=2),
        entry("b", "gate", cooldown=3, **PLANNER),
        entry("c", "gate", sticky=1, **ACTOR),
        key="north",
    )
    chosen, planned = both(turn("gate", turn=4, timed={"north:z": 1}), lore)
    assert planned.selected[0].text == chosen.selected[0].text
    assert planned.timed == {"north:z": 1, "north:a": 4, "north:c": 4, "north:b": 4}


def test_hybrid_candidates_of_planners_are_theirs_alone():
    lore = book(
        entry("a", content="The north gate of the tower."),
        entry("b", content="A plan for the north gate.", **PLANNER),
        entry("c", content="The north gate at night.", audience=("actor", "planner")),
    )
    request = turn("north gate", strategy="hybrid")
    chosen, planned = both(request, lore)
    assert ids(chosen) == ["a", "c"]
    assert ids(planned) == ["a", "b", "c"]
    assert [item.cause["kind"] for item in planned.selected] == ["shared", "hybrid", "shared"]
    asked = request_for(request, chosen)
    assert eligible(asked, [lore]) == {"inline": ("a", "b", "c")}
    assert SelectionRequest.from_json(asked.to_json()) == asked


def test_the_story_role_is_asked_in_the_same_way():
    lore = book(entry("a", "gate"), entry("b", "gate", audience=("story",)))
    _, planned = both(turn("gate"), lore, audience="story")
    assert ids(planned) == ["a", "b"]


AUDIENCES = st.sampled_from(((), ("actor",), ("planner",), ("actor", "planner")))


@settings(max_examples=40, deadline=None)
@given(BOOKS, TURNS, st.lists(AUDIENCES, min_size=6, max_size=6))
def test_planners_see_only_what_addresses_them_and_what_was_decided(lore, request, audiences):
    entries = zip(lore.entries, audiences, strict=True)
    addressed = tuple(replace(one, audience=names) for one, names in entries)
    compiled = compile_book(replace(lore, entries=addressed))
    chosen = select(request, [compiled], len)
    planned = select_for_planner(request_for(request, chosen), [compiled], len, chosen=chosen)
    shared = [item.key_id for item in chosen.selected if "planner" in item.audience]
    own = [item for item in planned.selected if item.key_id not in shared]
    assert set(shared) <= set(ids(planned))
    assert all(item.audience == ("planner",) for item in own)
    assert planned.tokens == sum(item.tokens for item in planned.selected) <= request.budget
