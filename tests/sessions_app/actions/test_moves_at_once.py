"""Two writers, a late job, a move in between, a process that dies: nothing is lost or half there."""

import random
import threading
import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.db import DatabaseError, connection, transaction

from sessions_app.actions.rewinding import rewind
from sessions_app.models import Session, StoryClock, StoryItem, StoryLocation, Take
from sessions_app.queries.messages import one_take_json
from tests.factories import make_user
from tests.sessions_app.playing_state import (
    begin,
    dump,
    end,
    in_round,
    make_story_with_things,
    send,
    turn,
)
from tests.sessions_app.stories import make_playable_opening, new_key
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import StoryMoved, story_write
from worldbook.models import JournalRow, StoryCounter

pytestmark = pytest.mark.django_db(transaction=True)

WAIT = 20


class Beside(threading.Thread):
    """Work in a thread with a connection of its own; `error` is what it raised."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work
        self.error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._work()
        except BaseException as error:  # noqa: BLE001 - looked at by the test
            self.error = error
        finally:
            connection.close()

    def ended(self) -> BaseException | None:
        """Wait for its end; what it raised."""
        self.join(WAIT)
        assert not self.is_alive()
        return self.error


def until_somebody_waits() -> None:
    """Return when somebody waits for a lock; the cluster is this run's own."""
    until = time.monotonic() + WAIT
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
    raise AssertionError("nobody waits")


def tick(story: Session, by: int = 1) -> None:
    """Read the clock and write it: what two at once would lose without a lock."""
    clock = StoryClock.objects.get(session=story)
    clock.now = (clock.now or 0) + by
    clock.save()


def now(story: Session) -> int | None:
    return StoryClock.objects.get(session=story).now


@pytest.mark.spec("ST-4")
def test_two_writers_write_one_after_the_other() -> None:
    story = make_story_with_things()

    def write() -> None:
        for _ in range(5):
            with story_write(story.pk, cause="job", timeline=story.timeline):
                tick(story)

    other = Beside(write)
    write()
    assert other.ended() is None
    assert now(story) == 10
    rows = list(JournalRow.objects.filter(session=story).order_by("pk"))
    assert [row.seq for row in rows] == list(range(1, 11))
    assert all(a.after == b.before for a, b in pairwise(rows))


@pytest.mark.spec("ST-4", "IT-2")
def test_two_tabs_that_move_one_thing_leave_it_in_one_place() -> None:
    story = make_story_with_things()
    lamp = StoryItem.objects.get(session=story, key="lamp")
    places = list(StoryLocation.objects.filter(session=story))

    def put(place: StoryLocation) -> None:
        with story_write(story.pk, cause="author"):
            StoryItem.objects.filter(pk=lamp.pk).update(location=place)

    other = Beside(lambda: put(places[0]))
    put(places[2])
    assert other.ended() is None
    lamp.refresh_from_db()
    assert lamp.location_id in (places[0].pk, places[2].pk)
    last = JournalRow.objects.filter(session=story).latest("pk")
    assert last.after["location_id"] == lamp.location_id & 0xFFFFFFFF


@pytest.mark.spec("ST-1a")
def test_a_job_that_waits_while_the_head_moves_writes_nothing() -> None:
    story = make_story_with_things()
    first = turn(story, random.Random(1))
    turn(story, random.Random(2))
    began_under = story.timeline

    def job() -> None:
        with story_write(story.pk, cause="job", timeline=began_under):
            tick(story, 1000)

    with transaction.atomic():
        rewind(by=story.owner, session_id=story.pk, key=new_key(), take_id=first.pk)
        before = dump(story)
        late = Beside(job)
        until_somebody_waits()
    assert isinstance(late.ended(), StoryMoved)
    assert dump(story) == before


@pytest.mark.spec("ST-1")
def test_a_move_waits_for_a_job_and_takes_its_changes_along() -> None:
    story = make_story_with_things()
    first = turn(story, random.Random(1))
    at_first = dump(story)
    last = turn(story, random.Random(2))
    writing, may_end = threading.Event(), threading.Event()

    def job() -> None:
        with story_write(story.pk, cause="job", timeline=story.timeline):
            tick(story, 1000)
            writing.set()
            assert may_end.wait(WAIT)

    def move() -> None:
        rewind(by=story.owner, session_id=story.pk, key=new_key(), take_id=first.pk)

    working = Beside(job)
    assert writing.wait(WAIT)
    moving = Beside(move)
    until_somebody_waits()
    may_end.set()
    assert (working.ended(), moving.ended()) == (None, None)
    assert dump(story) == at_first
    rewind(by=story.owner, session_id=story.pk, key=new_key(), take_id=last.pk)
    assert (now(story) or 0) >= 1000


@pytest.mark.spec("ST-1")
def test_nothing_moves_while_a_turn_runs() -> None:
    story = make_story_with_things()
    first = turn(story, random.Random(1))
    turn(story, random.Random(2))
    send(story)
    begin(story)
    before, timeline = dump(story), story.timeline
    with pytest.raises(ActionRefused) as refusal:
        rewind(by=story.owner, session_id=story.pk, key=new_key(), take_id=first.pk)
    assert (refusal.value.code, refusal.value.status) == ("turn_running", 409)
    story.refresh_from_db()
    assert (dump(story), story.timeline) == (before, timeline)


@pytest.mark.spec("ST-1a", "ST-4")
def test_a_process_that_dies_before_its_commit_has_written_nothing() -> None:
    story = make_story_with_things()
    turn(story, random.Random(1))
    send(story)
    claim = begin(story)
    before = dump(story)
    counted = StoryCounter.objects.filter(session=story).values().get()
    checked, dead = threading.Event(), threading.Event()
    backends: list[int] = []

    def attempt() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            backends.append(cursor.fetchone()[0])
        with in_round(claim):
            tick(story, 500)
            checked.set()
            assert dead.wait(WAIT)

    dying = Beside(attempt)
    assert checked.wait(WAIT)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backends[0]])
    dead.set()
    assert isinstance(dying.ended(), DatabaseError)
    assert dump(story) == before
    assert StoryCounter.objects.filter(session=story).values().get() == counted
    again = begin(story)
    assert again.attempt == claim.attempt + 1
    with in_round(again):
        tick(story, 5)
    end(again)
    assert Take.objects.get(pk=claim.take_id).base == counted["next_seq"] - 1


@pytest.mark.spec("ST-1a")
def test_what_a_dead_attempt_committed_is_undone_by_the_next_and_edits_by_hand_stay() -> None:
    author = make_user(roles=["author"])
    story = make_story_with_things(player=author, opening=make_playable_opening(author))
    send(story)
    claim = begin(story)
    with in_round(claim):
        tick(story, 500)
        StoryItem.objects.filter(session=story, key="lamp").update(name="lit lamp", quantity=1)
    with story_write(story.pk, cause="author", reason="a better word") as write:
        StoryItem.objects.filter(session=story, key="lamp").update(name="lantern")
    assert write.take == claim.take_id
    timeline = story.timeline
    again = begin(story)
    lamp = StoryItem.objects.get(session=story, key="lamp")
    assert (now(story), lamp.name, lamp.quantity) == (0, "lantern", 3)
    story.refresh_from_db()
    assert story.timeline == timeline
    (kept,) = one_take_json(claim.take_id)["kept_edits"]
    assert (kept["what"], kept["name"], kept["labels"]) == ("item of a story", "lantern", ["name"])
    end(again)
