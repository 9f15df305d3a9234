"""The line, and that a long story costs no more than a short one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sessions_app.models import Passage, Session, Take, Turn
from sessions_app.outbox.snapshot import snapshot
from sessions_app.queries.gather import HISTORY_TURNS, read_story
from sessions_app.queries.line import place_of_turn, walk_up
from sessions_app.queries.messages import WINDOW
from tests.sessions_app.stories import make_story

pytestmark = pytest.mark.django_db


def grow(story: Session, turns: int) -> list[Take]:
    """Add delivered turns to the line, two takes each, the second one on the line."""
    rows = Turn.objects.bulk_create(
        Turn(
            session=story,
            number=number,
            idempotency_key=f"t{number}",
            player_text=f"Message {number}",
            status="delivered",
        )
        for number in range(1, turns + 1)
    )
    line, parent = [], story.head
    for turn in rows:
        Take.objects.create(turn=turn, number=1, parent=parent, status="delivered")
        parent = Take.objects.create(turn=turn, number=2, parent=parent, status="delivered")
        line.append(parent)
    Passage.objects.bulk_create(
        Passage(take=take, speaker="guard", text=f"Answer {number}")
        for number, take in enumerate(line, 1)
    )
    story.head = parent
    story.save()
    return line


def queries(work: Callable[[], Any]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        work()
    return len(caught)


@pytest.mark.spec("ST-1")
def test_the_line_is_the_path_from_the_head() -> None:
    story = make_story()
    greeting = story.head
    line = grow(story, 5)
    assert [place.take_id for place in walk_up(story.head_id, 3)] == [
        take.pk for take in reversed(line[2:])
    ]
    assert walk_up(story.head_id, 99)[-1].take_id == greeting.pk
    story.head = line[1]
    assert place_of_turn(story, 2).take_id == line[1].pk
    assert place_of_turn(story, 3) is None


@pytest.mark.spec("PF-3")
def test_a_page_and_a_turn_ask_as_much_in_a_long_story_as_in_a_short_one() -> None:
    short, long = make_story(), make_story()
    grow(short, 20)
    grow(long, 400)
    counts = [
        (
            queries(lambda story=story: snapshot(story.pk)),
            queries(lambda story=story: read_story(story.pk, story.head_id)),
        )
        for story in (short, long)
    ]
    assert counts[0] == counts[1]
    page = snapshot(long.pk)
    assert (len(page["turns"]), page["more"]) == (WINDOW, True)
    older = snapshot(long.pk, before_turn=page["turns"][0]["id"])
    assert older["turns"][-1]["number"] == page["turns"][0]["number"] - 1
    assert len(read_story(long.pk, long.head_id).past) == HISTORY_TURNS


@pytest.mark.parametrize("turns", [1, 3])
def test_a_window_costs_the_same_with_one_turn_and_with_three(turns: int) -> None:
    story = make_story()
    grow(story, turns)
    assert queries(lambda: snapshot(story.pk)) == 7


def test_what_models_read_leaves_out_what_was_deleted_or_never_ended() -> None:
    story = make_story()
    one, two, three, four = grow(story, 4)
    Turn.objects.filter(pk=one.turn_id).update(player_deleted_at="2026-01-01T00:00:00Z")
    Take.objects.filter(pk=two.pk).update(deleted_at="2026-01-01T00:00:00Z")
    Take.objects.filter(pk=three.pk).update(status="interrupted")
    past = read_story(story.pk, four.pk).past
    assert [(turn.player, turn.answer) for turn in past] == [
        ("", "Good evening, Ana. I am Mira."),
        ("", "Answer 1"),
        ("Message 2", ""),
        ("Message 3", ""),
    ]
