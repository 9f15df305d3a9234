"""What a move of the head does besides the state: timeline, marks, statuses, books that are gone."""

import random

import pytest

from sessions_app.actions.messages import choose_take
from sessions_app.actions.pins import pin_book, unpin_book
from sessions_app.actions.rewinding import rewind
from sessions_app.actions.turns import regenerate, submit_turn
from sessions_app.models import Session, SessionPin, Take, Turn
from tests.factories import make_book, make_entry
from tests.sessions_app.playing_state import (
    begin,
    dump,
    edit,
    end,
    make_story_with_things,
    turn,
)
from tests.sessions_app.stories import new_key
from worldbook.actions.books import delete_book
from worldbook.actions.errors import ActionRefused

pytestmark = [pytest.mark.django_db, pytest.mark.spec("ST-1")]


def give(action, story: Session, **what) -> dict:
    answer = action(by=story.owner, session_id=story.pk, key=new_key(), **what)
    story.refresh_from_db()
    return answer


def test_a_move_raises_the_timeline_and_marks_what_is_left() -> None:
    story = make_story_with_things()
    takes = [turn(story, random.Random(n)) for n in range(3)]
    timeline = story.timeline
    give(rewind, story, take_id=takes[0].pk)
    assert story.timeline == timeline + 1
    left = Take.objects.filter(turn__session=story, left_at__isnull=False)
    assert set(left) == set(takes[1:])
    give(rewind, story, take_id=takes[1].pk)
    assert (story.timeline, set(left.all())) == (timeline + 2, {takes[2]})


def test_a_turn_stands_where_its_take_on_the_line_stands() -> None:
    story = make_story_with_things()
    first = turn(story, random.Random(1))
    give(regenerate, story, take_id=first.pk, instruction="")
    second = story.head_id
    end(begin(story), "stopped")
    assert Turn.objects.get(pk=first.turn_id).status == "stopped"
    further = turn(story, random.Random(2))
    give(rewind, story, take_id=first.pk)
    assert Turn.objects.get(pk=first.turn_id).status == "delivered"
    give(rewind, story, take_id=further.pk)
    assert Turn.objects.get(pk=first.turn_id).status == "stopped"
    give(rewind, story, take_id=second)
    give(choose_take, story, take_id=first.pk)
    assert Turn.objects.get(pk=first.turn_id).status == "delivered"


def test_a_take_goes_on_from_what_its_parent_was_when_it_began_to_change_things() -> None:
    story = make_story_with_things()
    first = turn(story, random.Random(1), changes=0)
    assert Take.objects.get(pk=first.pk).base == 0
    for number in range(5):
        edit(story, random.Random(number))
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text="Go on.")
    story.refresh_from_db()
    waiting = story.head_id
    assert edit(story, random.Random(8)) == first.pk
    kept = dump(story)
    assert Take.objects.get(pk=waiting).base is None
    end(begin(story))
    give(regenerate, story, take_id=waiting, instruction="")
    assert dump(story) == kept


@pytest.mark.spec("WB-13")
def test_the_books_of_a_story_move_with_it() -> None:
    story = make_story_with_things()
    first = turn(story, random.Random(1))
    book = make_book(story.owner, entries=[make_entry("gate")])
    turn(story, random.Random(2))
    give(pin_book, story, book_id=book.pk)
    last = story.head_id
    give(rewind, story, take_id=first.pk)
    assert not SessionPin.objects.filter(session=story, book=book).exists()
    give(rewind, story, take_id=last)
    assert SessionPin.objects.filter(session=story, book=book).exists()


def test_a_place_whose_book_is_gone_is_refused_and_the_story_stays() -> None:
    story = make_story_with_things()
    book = make_book(story.owner, entries=[make_entry("gate")])
    give(pin_book, story, book_id=book.pk)
    first = turn(story, random.Random(1))
    turn(story, random.Random(2))
    give(unpin_book, story, book_id=book.pk)
    delete_book(by=story.owner, book_id=book.pk)
    before = (dump(story), story.head_id, story.timeline)
    with pytest.raises(ActionRefused) as refusal:
        give(rewind, story, take_id=first.pk)
    told = refusal.value
    assert (told.code, told.status, told.detail) == ("lorebook_gone", 409, {})
    assert "a lorebook that was read there has been deleted" in told.message
    story.refresh_from_db()
    assert (dump(story), story.head_id, story.timeline) == before
