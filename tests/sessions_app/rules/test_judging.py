"""A proposed round is judged whole: every reason at once, one for each reader."""

from dataclasses import replace
from typing import Any

import pytest

from sessions_app.rules.judging import AcceptedRound, When, judge_round, judge_time
from sessions_app.rules.proposals import RoundProposal, TimeProposal, read_round
from sessions_app.rules.steps import Moved, Refused
from sessions_app.rules.told import say
from sessions_app.rules.world import Placement, StoryState
from tests.sessions_app.states import NOW, inn_state, with_people
from worldbook.rules.clock import NONE, REAL, Clock, ClockSettings, TimeStep
from worldbook.rules.items.state import Holder
from worldbook.rules.refusal import Refusal

WHEN = When(wall=NOW + 5_000, turn=3, round=2)
DAY = 86_400_000


def _judged(
    state: StoryState | None = None, when: When = WHEN, **proposal: Any
) -> AcceptedRound | tuple[Refusal, ...]:
    read = read_round(proposal)
    assert isinstance(read, RoundProposal), read
    return judge_round(state or inn_state(), read, when)


def _accepted(state: StoryState | None = None, when: When = WHEN, **proposal: Any) -> AcceptedRound:
    judged = _judged(state, when, **proposal)
    assert isinstance(judged, AcceptedRound), judged
    return judged


def _codes(judged: AcceptedRound | tuple[Refusal, ...]) -> list[str]:
    assert isinstance(judged, tuple)
    return [refusal.code for refusal in judged]


def test_an_empty_round_only_takes_its_time() -> None:
    done = _accepted()
    assert (done.after, done.moved, done.location) == (done.before, (), "hall")
    assert done.step == TimeStep("elapsed", NOW, NOW + 30_000, turn=3, round=2)


@pytest.mark.spec("PC-1")
def test_the_players_character_is_named_by_the_reserved_key_or_its_own() -> None:
    done = _accepted(
        outcomes={"player": "takes the key and goes"},
        moves_to={"player": "yard"},
        item_changes=[{"actor": "player", "op": "take", "item": "iron-key"}],
        variable_changes=[
            {"of": {"kind": "character", "key": "player"}, "variable": "wounds", "by": 1}
        ],
        characters={"mira": {"follows": "player"}},
    )
    assert done.proposal.outcomes == {"ana": "takes the key and goes"}
    assert done.after.items["iron-key"].holder == Holder("character", "ana")
    assert {move.who for move in done.moved} == {"ana", "mira", "tom"}
    assert done.variables.accepted[0].target.key == "ana"
    assert done.people["mira"].follows == "ana"


@pytest.mark.spec("PL-2")
def test_a_move_takes_the_shortest_way_and_says_which() -> None:
    done = _accepted(inn_state(), moves_to={"ana": "yard"})
    assert done.moved == (Moved("ana", "hall", "yard", "went", ("to-yard",), 0),)
    assert done.after.characters["ana"] == "yard"


@pytest.mark.spec("PL-2")
def test_a_locked_exit_stops_and_is_named_to_both() -> None:
    refused = Refused(_judged(moves_to={"ana": "cellar"}))
    assert [reason.code for reason in refused.reasons] == ["exit_locked"]
    assert "down" in refused.reasons[0].reason
    assert say(refused.told()[0], "en") == "The way is locked: cellar door."
    assert say(refused.told()[0], "zh") == "路锁着：cellar door。"


@pytest.mark.spec("PL-2", "TB-7")
def test_a_hidden_exit_that_is_not_known_does_not_leak_to_the_player() -> None:
    (reason,) = _judged(moves_to={"ana": "attic"})
    assert (reason.code, reason.detail["exit"]) == ("hidden_exit", "ladder")
    assert reason.detail["told"] == {"code": "no_way", "who": "Ana"}


@pytest.mark.spec("PL-2", "TB-7")
def test_a_player_does_not_hear_what_stops_somebody_elsewhere() -> None:
    (reason,) = _judged(moves_to={"vera": "cellar"})
    assert (reason.code, reason.detail["exit"]) == ("exit_locked", "down")
    assert reason.detail["told"] == {"code": "refused"}


@pytest.mark.spec("PL-2")
def test_who_knows_the_hidden_exit_uses_it_and_who_is_forced_needs_not_know() -> None:
    knowing = inn_state(knowledge={"ana": frozenset({("exit", "ladder")})})
    assert _accepted(knowing, moves_to={"ana": "attic"}).moved[0].exits == ("to-yard", "ladder")
    forced = _accepted(moves_to={"ana": "attic"}, forced=["ana"])
    assert forced.moved == (Moved("ana", "hall", "attic", "forced", ("to-yard", "ladder"), 600),)


@pytest.mark.spec("PL-2", "TM-9")
def test_who_is_carried_needs_no_way_and_no_time() -> None:
    done = _accepted(moves_to={"ana": "cellar", "lost": "hall"}, ignore_exits=True)
    assert done.moved == (
        Moved("ana", "hall", "cellar", "carried"),
        Moved("lost", None, "hall", "carried"),
    )
    assert done.step is not None
    assert done.step.length == 30_000


@pytest.mark.spec("PL-8")
def test_a_follower_comes_along_and_brings_what_it_holds() -> None:
    done = _accepted(moves_to={"mira": "yard"})
    assert done.moved == (
        Moved("mira", "hall", "yard", "went", ("to-yard",), 0),
        Moved("tom", "hall", "yard", "followed", ("to-yard",), 0),
    )
    assert done.after.place_of("coin") == "yard"


@pytest.mark.spec("PL-8")
@pytest.mark.parametrize(
    "proposal",
    [
        {"characters": {"tom": {"follows": None}}},
        {"characters": {"tom": {"condition": "unconscious"}}},
        {"ignore_exits": ["mira"]},
        {"forced": True},
    ],
)
def test_who_follows_no_more_or_cannot_or_one_that_is_forced_stays(proposal) -> None:
    done = _accepted(moves_to={"mira": "yard"}, **proposal)
    assert [move.who for move in done.moved] == ["mira"]


@pytest.mark.spec("PL-8")
def test_a_follower_with_a_move_of_its_own_goes_there() -> None:
    knowing = inn_state(knowledge={"tom": frozenset({("exit", "ladder")})})
    done = _accepted(knowing, moves_to={"mira": "yard", "tom": "attic"})
    assert [(move.who, move.target, move.how) for move in done.moved] == [
        ("mira", "yard", "went"),
        ("tom", "attic", "went"),
    ]


@pytest.mark.spec("PL-8")
@pytest.mark.parametrize(
    ("condition", "may"), [("captive", True), ("dead", False), ("away", False)]
)
def test_who_cannot_walk_is_carried_or_stays(condition, may) -> None:
    state = with_people(inn_state(), ana=Placement(condition=condition))
    judged = _judged(state, moves_to={"ana": "yard"})
    if may:
        assert isinstance(judged, AcceptedRound)
    else:
        assert _codes(judged) == ["cannot_go"]
        assert say(Refused(judged).told()[0], "en") == "Ana cannot go anywhere now."
    assert _accepted(state, moves_to={"ana": "yard"}, ignore_exits=True).moved[0].who == "ana"


def test_going_where_one_is_moves_nobody() -> None:
    assert _accepted(moves_to={"ana": "hall"}).moved == ()


@pytest.mark.spec("IT-4", "PL-2")
def test_a_door_that_is_unlocked_before_the_moves_lets_through() -> None:
    done = _accepted(
        item_changes=[
            {"actor": "ana", "op": "take", "item": "iron-key"},
            {"actor": "ana", "op": "unlock", "exit": "down"},
            {"actor": "ana", "op": "drop", "item": "iron-key", "after_moves": True},
        ],
        moves_to={"ana": "cellar"},
    )
    assert done.after.exits["up"].state == "closed"
    assert done.after.items["iron-key"].holder == Holder("location", "cellar")


@pytest.mark.spec("IT-4")
def test_every_change_that_fails_is_named_with_its_place_and_nothing_is_true() -> None:
    judged = _judged(
        item_changes=[
            {"actor": "ana", "op": "take", "item": "chest"},
            {"actor": "ana", "op": "take", "item": "iron-key"},
            {"actor": "ana", "op": "take", "item": "small-key"},
            {"actor": "ana", "op": "take", "item": "gem"},
            {"actor": "ana", "op": "take", "item": "nothing"},
        ]
    )
    assert _codes(judged) == ["fixed", "in_closed", "hidden", "unknown"]
    assert [reason.detail["index"] for reason in judged] == [0, 2, 3, 4]


@pytest.mark.spec("IT-7", "TB-7")
def test_what_is_hidden_or_shut_in_is_told_as_not_there() -> None:
    judged = _judged(
        item_changes=[
            {"actor": "ana", "op": "take", "item": key} for key in ("gem", "small-key", "x")
        ]
    )
    assert Refused(judged).told() == [{"code": "not_visible"}]


@pytest.mark.spec("TB-7")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"op": "take", "item": "chest"}, "Chest cannot be moved."),
        ({"op": "take", "item": "coin"}, "Coin is in other hands."),
        ({"op": "open", "item": "chest"}, "Chest is locked."),
        ({"op": "open", "exit": "down"}, "Cellar door is locked."),
        ({"op": "unlock", "exit": "down"}, "There is no key for cellar door in your hands."),
        ({"op": "close", "exit": "to-yard"}, "To-yard is shut already."),
        ({"op": "give", "item": "iron-key", "to": {"kind": "character", "key": "vera"}},
         "There is nobody like that here."),
    ],
)  # fmt: skip
def test_a_player_hears_names_and_no_keys(change, said) -> None:
    (told,) = Refused(_judged(item_changes=[{"actor": "ana", **change}])).told()
    assert say(told, "en") == said


@pytest.mark.spec("IT-4", "TB-7")
def test_what_something_was_to_be_put_into_is_named() -> None:
    def put(into: str) -> str:
        changes = [
            {"actor": "ana", "op": "take", "item": "iron-key"},
            {"actor": "ana", "op": "put", "item": "iron-key", "to": {"kind": "item", "key": into}},
        ]
        return say(Refused(_judged(item_changes=changes)).told()[0], "en")

    assert put("chest") == "Chest is shut."
    assert put("iron-key") == "Nothing can be put into iron key."


@pytest.mark.spec("IT-4")
def test_a_stack_split_before_the_moves_and_after_them_comes_from_the_first() -> None:
    done = _accepted(
        item_changes=[
            {"actor": "mira", "op": "give", "item": "coin", "quantity": 4,
             "to": {"kind": "character", "key": "ana"}},
            {"actor": "ana", "op": "drop", "item": "coin~2", "quantity": 1, "after_moves": True},
        ],
        moves_to={"ana": "yard"},
    )  # fmt: skip
    assert done.parts == {"coin~2": "coin", "coin~3": "coin"}
    assert {key: done.after.items[key].quantity for key in ("coin", "coin~2", "coin~3")} == {
        "coin": 6,
        "coin~2": 3,
        "coin~3": 1,
    }


@pytest.mark.spec("TM-9")
def test_a_round_is_at_least_as_long_as_the_longest_way() -> None:
    state = inn_state(knowledge={"ana": frozenset({("exit", "ladder")})})
    assert _accepted(state, moves_to={"ana": "attic"}).step.length == 600_000
    assert _codes(_judged(state, moves_to={"ana": "attic"}, elapsed_seconds=599)) == [
        "shorter_than_way"
    ]
    longer = _accepted(state, moves_to={"ana": "attic"}, elapsed_seconds=601)
    assert longer.step.length == 601_000


@pytest.mark.spec("TM-3")
def test_a_round_takes_what_is_said_up_to_a_day_or_the_sessions_default() -> None:
    when = replace(WHEN, settings=ClockSettings(round_seconds=5))
    assert _accepted(when=when).step.length == 5_000
    assert _accepted(elapsed_seconds=86_400).step.length == DAY
    assert _codes(_judged(elapsed_seconds=86_401)) == ["elapsed_range"]


@pytest.mark.spec("TM-4")
def test_a_real_clock_takes_its_real_time_and_is_told_none() -> None:
    state = inn_state(clock=Clock(REAL, now=NOW, started=NOW, cursor=NOW))
    assert _accepted(state).step == TimeStep("real", NOW, NOW + 5_000, turn=3, round=2)
    assert _codes(_judged(state, elapsed_seconds=5)) == ["time_is_real"]


def test_without_a_clock_a_round_takes_no_time() -> None:
    assert _accepted(inn_state(clock=Clock(NONE))).step is None


@pytest.mark.spec("VR-4", "TB-7")
def test_variables_are_refused_one_by_one_and_the_round_stands() -> None:
    of = {"kind": "character", "key": "ana"}
    done = _accepted(
        variable_changes=[
            {"of": of, "variable": "wounds", "by": 9},
            {"of": of, "variable": "courage", "by": 1},
            {"of": of, "variable": "wounds", "baseline": True},
            {"of": {"kind": "location", "key": "hall"}, "variable": "wounds", "to": 1},
            {"of": of, "variable": "wounds", "to": 6},
        ],
        moves_to={"ana": "yard"},
    )
    assert [change.to_json()["after"] for change in done.variables.accepted] == [5]
    assert [(left.code, left.detail["index"]) for left in done.variables.left_out] == [
        ("unknown_variable", 1),
        ("no_baseline", 2),
        ("wrong_target", 3),
        ("out_of_range", 4),
    ]
    assert [move.who for move in done.moved] == ["ana"]


@pytest.mark.spec("TB-7", "PL-2")
def test_every_reason_of_every_part_comes_at_once() -> None:
    judged = _judged(
        outcomes={"nobody": "waits"},
        moves_to={"ana": "cellar", "ghost": "yard", "mira": "moon", "lost": "hall"},
        item_changes=[
            {"actor": "ana", "op": "take", "item": "gem"},
            {"actor": "ana", "op": "take", "item": "coin", "after_moves": True},
        ],
        characters={"ghost": {"condition": "dead"}, "tom": {"follows": "tom"}},
        ignore_exits=["vera"],
        elapsed_seconds=90_000,
        location="moon",
    )
    assert _codes(judged) == [
        "unknown_character",
        "unknown_place",
        "unknown_character",
        "follows_itself",
        "hidden",
        "not_moving",
        "exit_locked",
        "unknown_character",
        "unknown_place",
        "nowhere",
        "held_by_other",
        "elapsed_range",
    ]
    assert all(reason.reason and reason.detail["told"] for reason in judged)


def test_a_move_is_judged_though_the_door_before_it_failed() -> None:
    judged = _judged(
        item_changes=[{"actor": "ana", "op": "unlock", "exit": "down"}],
        moves_to={"ana": "cellar"},
    )
    assert _codes(judged) == ["key_not_in_hand", "exit_locked"]


@pytest.mark.spec("TM-3")
def test_a_skip_is_a_step_or_the_reason_why_not() -> None:
    step = judge_time(inn_state(), TimeProposal(by_minutes=90, reason="waiting"), WHEN)
    assert step == TimeStep("skip", NOW, NOW + 90 * 60_000, turn=3, round=2, reason="waiting")
    (refusal,) = judge_time(inn_state(), TimeProposal(by_minutes=43_201, reason="x"), WHEN)
    assert refusal.code == "skip_too_long"
    assert say(refusal.detail["told"], "en") == "At most 30 days can pass at once."


@pytest.mark.spec("PL-8")
@pytest.mark.parametrize(
    "follows",
    [
        {"mira": "tom"},
        {"ana": "tom", "mira": "ana"},
        {"mira": "player", "player": "tom"},
        {"vera": "ana", "ana": "vera"},
    ],
)
def test_nobody_follows_in_a_circle(follows: dict[str, str]) -> None:
    """Tom follows Mira already."""
    judged = _judged(characters={who: {"follows": leader} for who, leader in follows.items()})
    assert set(_codes(judged)) == {"follows_circle"}
    assert {refusal.detail["told"]["code"] for refusal in judged} == {"refused"}


@pytest.mark.spec("PL-8")
def test_a_circle_is_opened_in_the_round_in_which_it_would_close() -> None:
    done = _accepted(characters={"mira": {"follows": "tom"}, "tom": {"follows": None}})
    assert (done.people["mira"].follows, done.people["tom"].follows) == ("tom", "")


@pytest.mark.spec("PL-8")
def test_somebody_in_a_circle_of_old_can_leave_it() -> None:
    state = inn_state()
    circle = {"mira": Placement(follows="tom"), "tom": Placement(follows="mira")}
    old = replace(state, placements={**state.placements, **circle})
    done = _accepted(old, moves_to={"mira": "yard"}, characters={"tom": {"follows": None}})
    assert done.people["tom"].follows == ""
