"""What a story has left is kept as long as it was promised, and then it is gone with all it did."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from sessions_app.actions.branching import branch_story
from sessions_app.actions.checkpoints import make_checkpoint
from sessions_app.actions.pruning import prune_story, prune_takes
from sessions_app.actions.rewinding import rewind
from sessions_app.actions.turns import regenerate
from sessions_app.actions.undoing import undo
from sessions_app.models import Passage, Session, Take, Turn
from tests.sessions_app.playing_state import (
    begin,
    dump,
    end,
    make_story_with_things,
    turn,
)
from tests.sessions_app.stories import new_key
from worldbook.actions.errors import ActionRefused
from worldbook.models import JournalRow

pytestmark = [pytest.mark.django_db, pytest.mark.spec("ST-1")]


def give(action, story: Session, **what) -> dict:
    return action(by=story.owner, session_id=story.pk, key=new_key(), **what)


@pytest.fixture
def draw() -> random.Random:
    return random.Random(7)


def in_days(days: float):
    return timezone.now() + timedelta(days=days)


def rewound(draw: random.Random, **settings) -> tuple[Session, list[Take]]:
    """A story of four turns, rewound to the first; its takes."""
    story = make_story_with_things(settings=settings)
    takes = [turn(story, draw, changes=5) for _ in range(4)]
    give(rewind, story, take_id=takes[0].pk)
    story.refresh_from_db()
    return story, takes


def left(story: Session) -> set[int]:
    return set(Take.objects.filter(turn__session=story).values_list("pk", flat=True))


def test_what_was_left_goes_after_thirty_days_with_texts_and_changes(draw) -> None:
    story, takes = rewound(draw)
    before, all_takes = dump(story), left(story)
    gone = {take.pk for take in takes[1:]}
    assert prune_takes(now=in_days(29.9)) == 0
    assert left(story) == all_takes
    assert JournalRow.objects.filter(take_ref__in=gone).exists()
    assert prune_takes(now=in_days(30.1)) == 3
    assert left(story) == all_takes - gone
    assert not Turn.objects.filter(pk__in=[take.turn_id for take in takes[1:]]).exists()
    assert not Passage.objects.filter(take_id__in=gone).exists()
    assert not JournalRow.objects.filter(take_ref__in=gone).exists()
    assert dump(story) == before
    assert prune_takes(now=in_days(30.1)) == 0


def test_a_story_says_how_long(draw) -> None:
    rewound(draw, **{"history.keepDays": 2})
    assert prune_takes(now=in_days(1.9)) == 0
    assert prune_takes(now=in_days(2.1)) == 3


def test_a_checkpoint_keeps_its_take_and_all_before_it(draw) -> None:
    story, takes = rewound(draw)
    give(make_checkpoint, story, name="There", take_id=takes[2].pk)
    assert prune_story(story.pk, now=in_days(31)) == 1
    assert takes[2].pk in left(story)
    assert takes[3].pk not in left(story)


def test_the_other_takes_of_the_last_turn_stay(draw) -> None:
    story = make_story_with_things()
    old = turn(story, draw)
    give(regenerate, story, take_id=old.pk, instruction="")
    end(begin(story))
    assert prune_story(story.pk, now=in_days(31)) == 0
    turn(story, draw)
    assert prune_story(story.pk, now=in_days(31)) == 1
    assert old.pk not in left(story)
    assert Turn.objects.filter(pk=old.turn_id).exists()


def test_an_undo_of_what_was_pruned_is_refused(draw) -> None:
    story = make_story_with_things()
    takes = [turn(story, draw) for _ in range(2)]
    command = give(rewind, story, take_id=takes[0].pk)["command"]
    prune_story(story.pk, now=in_days(31))
    with pytest.raises(ActionRefused) as refusal:
        give(undo, story, command_id=command)
    assert refusal.value.code == "cannot_undo"
    story.refresh_from_db()
    assert story.head_id == takes[0].pk


def test_a_branch_keeps_what_its_origin_prunes(draw) -> None:
    story, takes = rewound(draw)
    branch = Session.objects.get(pk=give(branch_story, story, take_id=takes[3].pk)["session"])
    before = dump(branch)
    prune_story(story.pk, now=in_days(31))
    assert dump(branch) == before
    first = Take.objects.get(turn__session=branch, turn__number=1)
    give(rewind, branch, take_id=first.pk)
    assert dump(branch) == dump(story)


def test_a_story_that_is_gone_is_no_fault() -> None:
    assert prune_story(1, now=timezone.now()) == 0
