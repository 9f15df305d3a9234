"""Rounds become true in the story's rows, or nothing of them does."""

from typing import Any

import pytest

from memory.models import EntityKnowledge
from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.turn_jobs import Claim, Superseded
from sessions_app.models import Session, StoryItem, StoryPlacement, StoryRound, TimeLog
from sessions_app.queries.world import read_world
from sessions_app.rules.steps import Refused, RoundResult
from sessions_app.rules.world import StoryState
from tests.sessions_app.playing_state import begin, dump, send
from tests.sessions_app.stories import new_key
from tests.sessions_app.tables import at, inn, make_table_story
from worldbook.actions.story_write import StoryMoved, story_write
from worldbook.models import JournalRow
from worldbook.rules.items.state import Holder

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    story = make_table_story()
    send(story)
    return story


@pytest.fixture
def claim(story: Session) -> Claim:
    return begin(story)


def _resolve(claim: Claim, **proposal: Any) -> RoundResult:
    done = resolve_round(at=at(claim), key=new_key(), proposal=proposal)
    assert isinstance(done, RoundResult), done
    return done


def _state(story: Session) -> StoryState:
    return read_world(story.pk)


@pytest.mark.spec("PL-3", "PC-1")
def test_a_round_of_the_players_own_is_recorded_with_where_everybody_was(story, claim) -> None:
    done = _resolve(
        claim,
        outcomes={"player": "Ana takes the key and goes out."},
        moves_to={"player": "yard"},
        item_changes=[{"actor": "player", "op": "take", "item": "iron-key"}],
    )
    assert done.number == 1
    assert done.location == "hall"
    assert done.at == {"persona": "hall", "mira": "hall", "tom": "yard", "vera": "attic"}
    assert [move.to_json() for move in done.moved] == [
        {"who": "persona", "from": "hall", "to": "yard", "how": "went", "exits": ["to-yard"],
         "seconds": 0}
    ]  # fmt: skip
    state = _state(story)
    assert state.player_place == "yard"
    assert state.things.items["iron-key"].holder == Holder("character", "persona")
    row = StoryRound.objects.get(session=story)
    assert row.pending
    assert (row.turn, row.number, row.begins, row.ends) == (1, 1, done.begins, done.ends)
    assert done.outcomes == {"persona": "Ana takes the key and goes out."}


@pytest.mark.spec("AD-5")
def test_the_same_key_is_the_same_round(story, claim) -> None:
    first = resolve_round(at=at(claim), key="once", proposal={"moves_to": {"player": "yard"}})
    before = dump(story)
    again = resolve_round(at=at(claim), key="once", proposal={"moves_to": {"player": "cellar"}})
    assert again == first
    assert dump(story) == before


def test_a_turn_full_of_rounds_takes_no_more(story, claim) -> None:
    with story_write(story.pk, cause="author"):
        StoryRound.objects.create(session=story, turn=1, number=99, key="last")
    done = resolve_round(at=at(claim), key="one-more", proposal={"elapsed_seconds": 1})
    assert [reason.code for reason in done.reasons] == ["too_many_rounds"]


@pytest.mark.spec("TB-7", "IT-4")
def test_a_refused_round_writes_nothing(story, claim) -> None:
    before, journal = dump(story), JournalRow.objects.count()
    done = resolve_round(
        at=at(claim),
        key=new_key(),
        proposal={
            "moves_to": {"player": "cellar"},
            "item_changes": [
                {"actor": "player", "op": "take", "item": "iron-key"},
                {"actor": "player", "op": "take", "item": "chest"},
            ],
            "variable_changes": [{"of": {"kind": "world"}, "variable": "alarm", "by": 1}],
        },
    )
    assert isinstance(done, Refused)
    assert [reason.code for reason in done.reasons] == ["fixed", "exit_locked"]
    assert (dump(story), JournalRow.objects.count()) == (before, journal)


def test_a_proposal_of_the_wrong_form_is_refused_before_anything_is_read(
    claim, django_assert_num_queries
) -> None:
    with django_assert_num_queries(0):
        done = resolve_round(at=at(claim), key=new_key(), proposal={"moves": {}})
    assert isinstance(done, Refused)
    assert [reason.code for reason in done.reasons] == ["unknown_field"]


@pytest.mark.spec("VR-4")
def test_variables_are_kept_where_they_differ_and_what_was_refused_is_reported(
    story, claim
) -> None:
    of = {"kind": "character", "key": "player"}
    done = _resolve(
        claim,
        variable_changes=[
            {"of": of, "variable": "wounds", "by": 7},
            {"of": {"kind": "world"}, "variable": "alarm", "to": 4},
            {"of": of, "variable": "valence", "to": -0.5},
        ],
    )
    assert [change["after"] for change in done.variable_changes] == [5, -0.5]
    assert [(left["index"], left["code"]) for left in done.left_out] == [(1, "out_of_range")]
    state = _state(story)
    assert {(target.key, name) for target, name in state.variables.values} == {
        ("persona", "wounds"),
        ("persona", "valence"),
    }
    _resolve(
        claim,
        variable_changes=[
            {"of": of, "variable": "wounds", "to": 0},
            {"of": of, "variable": "valence", "baseline": True},
        ],
    )
    assert not _state(story).variables.values


@pytest.mark.spec("TM-5", "TM-9")
def test_a_round_is_logged_with_its_time_and_rounds_follow_each_other(story, claim) -> None:
    first = _resolve(claim, moves_to={"player": "yard"})
    second = _resolve(claim, moves_to={"player": "hall"})
    log = list(TimeLog.objects.filter(session=story).order_by("id"))
    assert [(row.kind, row.turn, row.round) for row in log] == [
        ("start", 0, 0),
        ("elapsed", 1, 1),
        ("elapsed", 1, 2),
    ]
    assert second.begins == first.ends == log[1].ends
    assert second.ends - second.begins == 120_000
    assert _state(story).clock.now == second.ends


@pytest.mark.spec("PL-8")
def test_conditions_and_leaders_are_kept_and_followers_come_along(story, claim) -> None:
    done = _resolve(
        claim,
        characters={"mira": {"follows": "player"}, "vera": {"condition": "captive"}},
        moves_to={"player": "yard"},
    )
    assert {move.who: move.how for move in done.moved} == {"persona": "went", "mira": "followed"}
    state = _state(story)
    assert state.placements["mira"].follows == "persona"
    assert state.placements["vera"].condition == "captive"
    assert state.things.characters["mira"] == "yard"
    assert list(done.character_changes) == [
        {"who": "mira", "condition": "active", "follows": "persona"},
        {"who": "vera", "condition": "captive", "follows": ""},
    ]
    again = _resolve(claim, moves_to={"player": "hall"})
    assert {move.who for move in again.moved} == {"persona", "mira", "tom"}


@pytest.mark.spec("KN-2", "KN-4")
def test_where_one_comes_one_learns_what_is_seen_and_meets_who_is_there(story, claim) -> None:
    before = _state(story)
    assert not before.knows("persona", "item", "bread")
    assert ("persona", "tom") not in before.relationships
    _resolve(claim, moves_to={"player": "yard"})
    state = _state(story)
    assert state.knows("persona", "location", "yard")
    assert state.knows("persona", "item", "bread")
    assert state.knows("persona", "exit", "to-hall")
    assert not state.knows("persona", "exit", "ladder")
    assert not state.knows("persona", "location", "attic")
    assert state.relationships["persona", "tom"].label == "acquaintance"
    assert state.relationships["tom", "persona"].label == "acquaintance"
    assert ("vera", "persona") not in state.relationships


@pytest.mark.spec("KN-4")
def test_who_is_led_through_a_hidden_exit_knows_it_and_the_unconscious_learn_nothing(
    story, claim
) -> None:
    _resolve(claim, moves_to={"player": "attic"}, forced=True)
    assert _state(story).knows("persona", "exit", "ladder")
    known = EntityKnowledge.objects.filter(session=story).count()
    _resolve(
        claim,
        characters={"player": {"condition": "unconscious"}},
        moves_to={"player": "cellar"},
        ignore_exits=True,
    )
    assert EntityKnowledge.objects.filter(session=story).count() == known


@pytest.mark.spec("KN-4")
def test_what_is_revealed_is_known_to_those_who_are_there(story, claim) -> None:
    _resolve(claim, item_changes=[{"op": "reveal", "item": "gem"}])
    state = _state(story)
    assert state.knows("persona", "item", "gem")
    assert state.knows("mira", "item", "gem")
    assert not state.knows("tom", "item", "gem")


@pytest.mark.spec("IT-6")
def test_a_split_stack_has_rows_that_merge_and_are_used_again(story, claim) -> None:
    give = {"actor": "mira", "op": "give", "to": {"kind": "character", "key": "player"}}
    _resolve(claim, item_changes=[{**give, "item": "coin", "quantity": 4}])
    part = StoryItem.objects.get(session=story, key="coin~2")
    assert (part.kind, part.quantity, part.name) == ("coin", 4, "coin")
    back = {"actor": "player", "op": "give", "to": {"kind": "character", "key": "mira"}}
    _resolve(claim, item_changes=[{**back, "item": "coin~2"}])
    part.refresh_from_db()
    assert (part.status, part.quantity, part.holder) == ("gone", 0, None)
    assert _state(story).things.items["coin"].quantity == 10
    _resolve(claim, item_changes=[{**give, "item": "coin", "quantity": 1}])
    part.refresh_from_db()
    assert (part.status, part.quantity) == ("present", 1)


@pytest.mark.spec("AG-5")
def test_routines_catch_up_with_a_round_for_those_away_from_the_player(story, claim) -> None:
    done = _resolve(claim, elapsed_seconds=2 * 3600)
    assert {(move.who, move.target, move.how) for move in done.moved} == {
        ("vera", "yard", "routine"),
        ("tom", "hall", "routine"),
    }
    state = _state(story)
    assert state.placements["tom"].activity == "eats"
    assert state.clock.cursor == state.clock.now
    causes = JournalRow.objects.filter(
        session=story, cause="catch_up", table=StoryPlacement._meta.db_table
    )
    assert causes.count() == 2
    assert state.knows("vera", "location", "yard")


@pytest.mark.spec("AG-5")
def test_who_is_with_the_player_is_not_moved_by_a_routine(story, claim) -> None:
    _resolve(claim, moves_to={"player": "yard"})
    done = _resolve(claim, elapsed_seconds=2 * 3600)
    assert [move.who for move in done.moved] == ["vera"]
    assert _state(story).things.characters["tom"] == "yard"


@pytest.mark.spec("ST-1a")
def test_a_step_of_another_attempt_or_timeline_is_dropped(story, claim) -> None:
    before = dump(story)
    Session.objects.filter(pk=story.pk).update(timeline=claim.timeline + 1)
    with pytest.raises(StoryMoved):
        resolve_round(at=at(claim), key=new_key(), proposal={})
    Session.objects.filter(pk=story.pk).update(timeline=claim.timeline)
    type(story.head).objects.filter(pk=claim.take_id).update(attempt=claim.attempt + 1)
    with pytest.raises(Superseded):
        resolve_round(at=at(claim), key=new_key(), proposal={})
    assert dump(story) == before


@pytest.mark.spec("ST-4")
def test_every_change_of_a_round_is_journaled_under_its_take_and_round(story, claim) -> None:
    _resolve(claim, moves_to={"player": "yard"})
    rows = JournalRow.objects.filter(session=story)
    assert {(row.take_ref, row.turn_ref, row.round, row.attempt) for row in rows} == {
        (claim.take_id, claim.turn_id, 1, 1)
    }


def test_a_story_without_a_clock_plays_rounds_all_the_same() -> None:
    document = inn()
    document["world"]["clock_mode"] = "none"
    del document["world"]["starting_time"]
    story = make_table_story(document=document)
    send(story)
    done = _resolve(begin(story), moves_to={"player": "yard"})
    assert (done.begins, done.ends) == (None, None)
    assert _state(story).player_place == "yard"
