"""State is written through one door; the database keeps its journal (ST-0a, ST-4)."""

import json
import threading
import time

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from sessions_app.models import Session, StoryExit, StoryLocation, StoryRegion
from tests.factories import make_user
from worldbook.actions.story_images import put_images
from worldbook.actions.story_write import StoryGone, StoryMoved, story_write
from worldbook.models import JournalRow, StoryCounter, row_id
from worldbook.queries.story_images import dump_state, moved_images
from worldbook.rules.stretches import Stretch

pytestmark = pytest.mark.django_db


def a_session(**fields) -> Session:
    return Session.objects.create(owner=make_user(), title="T", scenario_id="actor", **fields)


def a_place(session: Session, key: str, **fields) -> StoryLocation:
    return StoryLocation.objects.create(session=session, key=key, **fields)


def write_and_fail(session: Session) -> None:
    with story_write(session.pk, cause="author"):
        a_place(session, "lost")
        raise LookupError


def journal(session: Session) -> list[JournalRow]:
    return list(JournalRow.objects.filter(session=session))


@pytest.mark.spec("ST-4")
def test_a_write_without_context_raises():
    session = a_session()
    with story_write(session.pk, cause="start"):
        place = a_place(session, "hall")
    for wrong in (
        lambda: a_place(session, "yard"),
        lambda: StoryLocation.objects.filter(pk=place.pk).update(name="x"),
        lambda: StoryLocation.objects.filter(pk=place.pk).delete(),
    ):
        with pytest.raises(ProgrammingError, match="outside of story_write"), transaction.atomic():
            wrong()
    assert StoryLocation.objects.get().name == ""


@pytest.mark.spec("ST-4")
def test_the_context_is_gone_after_the_write_also_in_a_transaction_around_it():
    session = a_session()
    with transaction.atomic():
        with story_write(session.pk, cause="start"):
            a_place(session, "hall")
        with pytest.raises(ProgrammingError, match="outside"), transaction.atomic():
            a_place(session, "yard")


@pytest.mark.spec("ST-4")
def test_another_sessions_row_is_not_written():
    one, other = a_session(), a_session()
    with story_write(other.pk, cause="start"):
        place = a_place(other, "hall")
    for wrong in (
        lambda: a_place(other, "yard"),
        lambda: StoryLocation.objects.filter(pk=place.pk).update(name="x"),
        lambda: StoryLocation.objects.filter(pk=place.pk).delete(),
        lambda: StoryLocation.objects.create(session=one, id=row_id(other.pk, 90), key="forged"),
        lambda: StoryLocation.objects.create(session=other, id=row_id(one.pk, 90), key="forged"),
    ):
        with (
            pytest.raises(ProgrammingError, match="another story's"),
            transaction.atomic(),
            story_write(one.pk, cause="author"),
        ):
            wrong()
    assert StoryLocation.objects.count() == 1


@pytest.mark.spec("ST-0a")
def test_numbers_are_given_once_and_never_again():
    session, other = a_session(), a_session()
    with story_write(session.pk, cause="start") as write:
        first = a_place(session, "a")
        reserved = write.new_ids(2)
        last = a_place(session, "b")
    assert [first.n, last.n] == [1, 4]
    assert reserved == [row_id(session.pk, 2), row_id(session.pk, 3)]
    with story_write(session.pk, cause="author"):
        last.delete()
    with pytest.raises(LookupError):
        write_and_fail(session)
    with story_write(session.pk, cause="author"):
        assert a_place(session, "c").n == 5
    with story_write(other.pk, cause="start"):
        assert a_place(other, "a").n == 1
    assert first.pk == session.pk * 2**32 + 1


@pytest.mark.spec("ST-4")
def test_the_journal_has_each_change_with_its_images_and_who_wanted_it():
    session = a_session()
    with story_write(session.pk, cause="start"):
        region = StoryRegion.objects.create(session=session, key="north")
        place = a_place(session, "hall", region=region, x=3)
    assert journal(session) == []
    with story_write(
        session.pk, cause="author", take=7, turn=5, round=2, attempt=3, reason="a mistake"
    ):
        StoryLocation.objects.filter(pk=place.pk).update(name="Hall")
        StoryLocation.objects.filter(pk=place.pk).update(name="Hall")
        yard = a_place(session, "yard")
        yard.delete()
    changed, made, gone = journal(session)
    assert (changed.table, changed.n, changed.seq, changed.version) == (
        "sessions_app_storylocation", place.n, 1, 1,
    )  # fmt: skip
    assert (changed.cause, changed.reason) == ("author", "a mistake")
    assert (changed.take_ref, changed.turn_ref, changed.round, changed.attempt) == (7, 5, 2, 3)
    assert changed.before == {**changed.after, "name": ""}
    assert changed.after["region_id"] == region.n
    assert "id" not in changed.after
    assert "session_id" not in changed.after
    assert (made.before, gone.after) == (None, None)
    assert made.after == gone.before
    assert [row.seq for row in journal(session)] == [1, 2, 3]


@pytest.mark.spec("ST-4")
def test_a_part_of_a_write_has_a_cause_of_its_own():
    session = a_session()
    with story_write(session.pk, cause="master", take=1) as write:
        a_place(session, "a")
        with write.as_cause("catch_up"):
            a_place(session, "b")
        a_place(session, "c")
    assert [row.cause for row in journal(session)] == ["master", "catch_up", "master"]


@pytest.mark.spec("ST-4")
def test_a_write_within_a_write_of_the_same_story_counts_on_and_gives_the_context_back():
    session, other = a_session(), a_session()
    with story_write(session.pk, cause="master", take=1, round=1):
        a_place(session, "a")
        with story_write(session.pk, cause="author", take=2):
            a_place(session, "b")
        a_place(session, "c")
        with pytest.raises(RuntimeError), story_write(other.pk, cause="author"):
            pass
    rows = journal(session)
    assert [(row.seq, row.cause, row.take_ref, row.round) for row in rows] == [
        (1, "master", 1, 1), (2, "author", 2, 0), (3, "master", 1, 1),
    ]  # fmt: skip
    assert StoryCounter.objects.get(session=session).next_seq == 4


@pytest.mark.spec("ST-1a")
def test_a_write_of_an_old_timeline_or_a_deleted_story_is_dropped():
    session = a_session(timeline=4)
    with story_write(session.pk, cause="job", timeline=4):
        a_place(session, "a")
    with pytest.raises(StoryMoved), story_write(session.pk, cause="job", timeline=3):
        a_place(session, "b")
    session.delete()
    with pytest.raises(StoryGone), story_write(session.pk, cause="job", timeline=4):
        pass


@pytest.mark.spec("ST-4")
def test_a_deleted_session_takes_its_state_and_journal_along_by_whichever_door():
    session, other = a_session(), a_session()
    for one in (session, other):
        with story_write(one.pk, cause="author", take=1):
            hall, yard = a_place(one, "hall"), a_place(one, "yard")
            StoryExit.objects.create(session=one, key="out", origin=hall, target=yard)
    session.owner.delete()
    assert not Session.objects.filter(pk=session.pk).exists()
    assert StoryLocation.objects.filter(session_id=session.pk).count() == 0
    assert len(journal(session)) == 0
    assert StoryExit.objects.get().session_id == other.pk
    with pytest.raises(ProgrammingError, match="outside"), transaction.atomic():
        a_place(other, "after")


def moved(session: Session, undo: list[Stretch], redo: list[Stretch]) -> bytes:
    images = moved_images(session.pk, undo, redo)
    overlaid = dump_state(session.pk, images)
    with story_write(session.pk, cause="move"):
        put_images(session.pk, images)
    assert dump_state(session.pk) == overlaid
    return overlaid


@pytest.mark.spec("ST-4", "ST-6")
def test_a_move_puts_back_every_row_and_writes_no_journal():
    session = a_session()
    with story_write(session.pk, cause="start"):
        region = StoryRegion.objects.create(session=session, key="r")
        hall = a_place(session, "hall", region=region, aliases=["大厅", 'a "b"'], x=-3)
        yard = a_place(session, "yard")
        way = StoryExit.objects.create(
            session=session, key="way", origin=hall, target=yard, see_through=True
        )
    before = dump_state(session.pk)
    with story_write(session.pk, cause="author", take=1):
        way.delete()
        yard.delete()
        StoryLocation.objects.filter(pk=hall.pk).update(key="yard", region=None)
        cellar = a_place(session, "hall", region=region)
        StoryExit.objects.create(session=session, key="down", origin=hall, target=cellar)
    middle = dump_state(session.pk)
    with story_write(session.pk, cause="author", take=2):
        StoryLocation.objects.filter(pk=cellar.pk).update(name="Cellar")
        StoryExit.objects.all().delete()
    after = dump_state(session.pk)
    rows = JournalRow.objects.count()
    all_of = 10**6
    one, two = Stretch(1, 0, all_of), Stretch(2, 0, all_of)
    assert len({before, middle, after}) == 3
    assert moved(session, [two], []) == middle
    assert moved(session, [one], []) == before
    assert moved(session, [], [one, two]) == after
    assert moved(session, [one, two], []) == before
    assert moved(session, [], [one]) == middle
    assert JournalRow.objects.count() == rows
    assert StoryExit.objects.get().key == "down"


@pytest.mark.spec("ST-4")
def test_a_part_of_a_takes_changes_is_undone_by_its_stretch():
    session = a_session()
    with story_write(session.pk, cause="author", take=3):
        a_place(session, "a")
        a_place(session, "b")
        a_place(session, "c")
    moved(session, [Stretch(3, 1, 3)], [])
    assert [place.key for place in StoryLocation.objects.all()] == ["a"]
    moved(session, [], [Stretch(3, 1, 2)])
    assert [place.key for place in StoryLocation.objects.all()] == ["a", "b"]


@pytest.mark.spec("ST-4")
def test_rows_that_do_not_fit_together_are_not_put():
    session = a_session()
    with story_write(session.pk, cause="start"):
        hall = a_place(session, "hall")
        StoryExit.objects.create(session=session, key="loop", origin=hall, target=hall)
    with pytest.raises(IntegrityError), story_write(session.pk, cause="move"):
        put_images(session.pk, {"sessions_app_storylocation": {hall.n: None}})
    assert StoryLocation.objects.count() == 1


@pytest.mark.spec("ST-6")
def test_a_dump_is_canonical():
    session = a_session()
    with story_write(session.pk, cause="start"):
        region = StoryRegion.objects.create(session=session, key="é")
        a_place(session, "hall", region=region)
    text = dump_state(session.pk)
    told = json.loads(text)
    tables = {table["name"]: table["rows"] for table in told["tables"]}
    place = tables["sessions_app_storylocation"][0]
    assert (place["n"], place["region_id"], place["key"]) == (2, 1, "hall")
    assert not {"id", "session_id"} & set(place)
    assert "é".encode() in text
    assert (
        text == json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    )


BLOCKED_BY_US = """
SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))
"""
"""Of the locks as they are now: pg_stat_activity stays, within a transaction, as first looked at."""


@pytest.mark.spec("ST-4")
@pytest.mark.django_db(transaction=True)
def test_two_writers_of_one_story_write_one_after_the_other():
    session = a_session()

    def later() -> None:
        with story_write(session.pk, cause="author"):
            a_place(session, "later")
        connection.close()

    thread = threading.Thread(target=later)
    with story_write(session.pk, cause="author"):
        thread.start()
        until, waits = time.monotonic() + 20, 0
        while not waits and time.monotonic() < until and thread.is_alive():
            with connection.cursor() as cursor:
                cursor.execute(BLOCKED_BY_US)
                (waits,) = cursor.fetchone()
        assert waits, "the other writer did not wait"
        a_place(session, "sooner")
    thread.join(20)
    assert [row.after["key"] for row in journal(session)] == ["sooner", "later"]
    assert [row.seq for row in journal(session)] == [1, 2]
