"""Story time leaps between rounds, follows the wall clock, or stands still."""

from typing import Any

import pytest
from django.utils import timezone

from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.time import advance_time, look_at_clock
from sessions_app.actions.turn_jobs import Claim
from sessions_app.models import Session, StoryClock, TimeLog
from sessions_app.queries.world import read_world
from sessions_app.rules.steps import Refused, SkipResult
from tests.sessions_app.playing_state import begin, dump, end, send
from tests.sessions_app.stories import by_hand, new_key
from tests.sessions_app.tables import at, inn, make_table_story

pytestmark = pytest.mark.django_db

HOUR, DAY = 3_600_000, 86_400_000
TEN_O_CLOCK = 1_772_442_000_000
"""2026-03-02T10:00 in Berlin, when the inn's stories begin."""


def _claim(story: Session) -> Claim:
    send(story)
    return begin(story)


@pytest.fixture
def story() -> Session:
    return make_table_story()


@pytest.fixture
def claim(story: Session) -> Claim:
    return _claim(story)


def _skip(claim: Claim, **proposal: Any) -> SkipResult:
    done = advance_time(at=at(claim), key=new_key(), proposal={"reason": "waiting", **proposal})
    assert isinstance(done, SkipResult), done
    return done


@pytest.mark.spec("TM-3", "TM-5")
def test_a_skip_is_logged_behind_the_last_round_with_its_reason(story, claim) -> None:
    resolve_round(at=at(claim), key=new_key(), proposal={})
    done = _skip(claim, by_minutes=90)
    assert (done.begins, done.ends) == (TEN_O_CLOCK + 30_000, TEN_O_CLOCK + 30_000 + 90 * 60_000)
    row = TimeLog.objects.filter(session=story).latest("id")
    assert (row.kind, row.turn, row.round, row.reason) == ("skip", 1, 1, "waiting")
    clock = read_world(story.pk).clock
    assert (clock.now, clock.cursor, clock.own_dates) == (done.ends, done.ends, True)


@pytest.mark.spec("TM-3")
def test_until_a_time_of_day_is_the_next_one_and_days_later(claim) -> None:
    assert _skip(claim, until_time="10:00").ends == TEN_O_CLOCK + DAY
    assert _skip(claim, until_time="09:00", days_later=1).ends == TEN_O_CLOCK + 3 * DAY - HOUR


@pytest.mark.spec("TM-3", "SE-1")
def test_no_skip_is_longer_than_the_session_lets_it(story, claim) -> None:
    Session.objects.filter(pk=story.pk).update(settings={"clock.maxSkipDays": 1})
    before = dump(story)
    done = advance_time(
        at=at(claim), key=new_key(), proposal={"by_minutes": 24 * 60 + 1, "reason": "sleep"}
    )
    assert isinstance(done, Refused)
    assert [reason.code for reason in done.reasons] == ["skip_too_long"]
    assert dump(story) == before
    assert _skip(claim, by_minutes=24 * 60).ends == TEN_O_CLOCK + DAY


@pytest.mark.spec("AD-5")
def test_the_same_key_is_the_same_skip(story, claim) -> None:
    proposal = {"by_minutes": 60 * 2, "reason": "waiting"}
    first = advance_time(at=at(claim), key="once", proposal=proposal)
    before = dump(story)
    again = advance_time(at=at(claim), key="once", proposal={**proposal, "by_minutes": 5})
    assert again == first
    assert dump(story) == before


@pytest.mark.spec("AG-5")
def test_one_long_skip_leaves_everybody_where_many_short_ones_do(story, claim) -> None:
    other = make_table_story()
    steps = _claim(other)
    _skip(claim, until_time="12:30")
    for _ in range(5):
        _skip(steps, by_minutes=30)
    one, many = read_world(story.pk), read_world(other.pk)
    assert one.things.characters == many.things.characters
    assert one.placements == many.placements
    assert one.things.characters["tom"] == "hall"
    assert one.placements["tom"].activity == "eats"
    assert one.knowledge == many.knowledge


@pytest.mark.spec("AG-5")
def test_where_routines_brought_whom_is_told_and_logged(story, claim) -> None:
    done = _skip(claim, until_time="12:30")
    assert {(move.who, move.origin, move.target, move.how) for move in done.moved} == {
        ("tom", "yard", "hall", "routine"),
        ("vera", "attic", "yard", "routine"),
    }
    assert len(TimeLog.objects.filter(session=story).latest("id").moved) == 2


@pytest.mark.spec("KN-2", "KN-4")
def test_who_comes_by_its_routine_sees_and_meets_who_is_there(story, claim) -> None:
    _skip(claim, until_time="12:30")
    state = read_world(story.pk)
    assert ("tom", "persona") in state.relationships
    assert ("persona", "tom") in state.relationships
    assert state.knows("tom", "item", "chest")


def _real(story: Session, behind: int) -> int:
    """Let the story go by the wall clock, last looked at so long ago; the wall clock now."""
    wall = int(timezone.now().timestamp() * 1000)
    with by_hand(story):
        StoryClock.objects.filter(session=story).update(
            mode="real", now=wall - behind, cursor=wall - behind, own_dates=False
        )
    return wall


@pytest.mark.spec("TM-4")
@pytest.mark.parametrize(("behind", "told"), [(4 * 60_000, False), (6 * 60_000, True)])
def test_a_real_clock_follows_and_tells_an_absence_of_five_minutes(
    story, claim, behind, told
) -> None:
    wall = _real(story, behind)
    away = look_at_clock(at=at(claim))
    assert (away is not None and away >= behind) if told else away is None
    row = TimeLog.objects.filter(session=story).latest("id")
    assert row.kind == "real"
    assert read_world(story.pk).clock.now == row.ends >= wall


@pytest.mark.spec("TM-4")
def test_a_real_clock_is_not_skipped_and_never_goes_back(story, claim) -> None:
    _real(story, -HOUR)
    done = advance_time(at=at(claim), key=new_key(), proposal={"by_minutes": 5, "reason": "x"})
    assert isinstance(done, Refused)
    assert [reason.code for reason in done.reasons] == ["time_is_real"]
    before = read_world(story.pk).clock
    assert look_at_clock(at=at(claim)) is None
    assert read_world(story.pk).clock == before


@pytest.mark.spec("TM-2")
def test_after_a_move_of_the_head_a_real_clock_goes_on_with_a_resync(story, claim) -> None:
    end(claim)
    _real(story, HOUR)
    Session.objects.filter(pk=story.pk).update(timeline=claim.timeline + 1)
    again = _claim(story)
    assert look_at_clock(at=at(again, 2)) is None
    assert TimeLog.objects.filter(session=story).latest("id").kind == "resync"
    end(again)
    _real(story, HOUR)
    third = _claim(story)
    assert look_at_clock(at=at(third, 3)) is not None
    assert TimeLog.objects.filter(session=story).latest("id").kind == "real"


@pytest.mark.spec("TM-2")
def test_without_a_clock_nothing_is_looked_at_or_skipped() -> None:
    document = inn()
    document["world"]["clock_mode"] = "none"
    del document["world"]["starting_time"]
    story = make_table_story(document=document)
    claim = _claim(story)
    assert look_at_clock(at=at(claim)) is None
    done = advance_time(at=at(claim), key=new_key(), proposal={"by_minutes": 5, "reason": "x"})
    assert isinstance(done, Refused)
    assert [reason.code for reason in done.reasons] == ["time_stands"]
    assert not TimeLog.objects.filter(session=story).exists()
