"""`manage.py story` does what the doors do, and answers in JSON."""

import json
import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from sessions_app.models import Session, Take
from tests.sessions_app.playing_state import dump, make_story_with_things, turn

pytestmark = pytest.mark.django_db


def said(*words: Any) -> str:
    out = StringIO()
    call_command("story", *[str(word) for word in words], stdout=out)
    return out.getvalue()


def told(*words: Any) -> Any:
    return json.loads(said(*words))


@pytest.fixture
def story() -> Session:
    story = make_story_with_things()
    for number in range(2):
        turn(story, random.Random(number), changes=4)
    return story


@pytest.mark.spec("ST-6")
def test_a_dump_is_written_as_it_is_also_of_another_take(story: Session) -> None:
    first, last = Take.objects.filter(turn__session=story, turn__number__gt=0).order_by("pk")
    here = said("dump", story.pk)
    assert here.encode() == dump(story)
    there = said("dump", story.pk, "--take", first.pk)
    assert said("dump", story.pk) == here != there
    answer = told("rewind", story.pk, "--take", first.pk)
    assert (answer["head"], answer["turns_left"]) == (first.pk, 1)
    assert said("dump", story.pk) == there
    assert said("dump", story.pk, "--take", last.pk) == here


@pytest.mark.spec("ST-1", "ST-2")
def test_places_are_looked_at_named_returned_to_and_branched_from(story: Session) -> None:
    first, last = Take.objects.filter(turn__session=story, turn__number__gt=0).order_by("pk")
    preview = told("rewind", story.pk, "--turn", last.turn_id, "--preview")
    assert (preview["take"], preview["turns_left"], preview["draft"]) == (first.pk, 1, "Go on.")
    made = told("checkpoint", story.pk, "Start", "--take", first.pk)["checkpoint"]
    assert told("checkpoint", story.pk, "Begin", "--rename", made["id"])["checkpoint"]["name"] == (
        "Begin"
    )
    (listed,) = told("checkpoint", story.pk)["checkpoints"]
    assert (listed["name"], listed["take"]) == ("Begin", first.pk)
    branch = told("branch", story.pk, "--checkpoint", made["id"], "--title", "Else")["session"]
    assert said("dump", branch) == said("dump", story.pk, "--take", first.pk)
    told("checkpoint", story.pk, "--remove", made["id"])
    assert told("checkpoint", story.pk)["checkpoints"] == []


@pytest.mark.spec("ST-4")
def test_the_journal_is_listed_newest_first(story: Session) -> None:
    last = Take.objects.latest("pk")
    changes = told("journal", story.pk, "--limit", 3)["changes"]
    numbers = [change["seq"] for change in changes]
    assert numbers == sorted(numbers, reverse=True)
    of_take = told("journal", story.pk, "--take", last.pk, "--cause", "master")["changes"]
    assert {change["take"] for change in of_take} == {last.pk}
    assert told("journal", story.pk, "--cause", "player")["changes"] == []


def test_what_is_refused_is_told_with_its_code(story: Session) -> None:
    with pytest.raises(CommandError, match="not_found: there is no story 0"):
        said("dump", 0)
    with pytest.raises(CommandError, match="already_there: The story"):
        said("rewind", story.pk, "--take", story.head_id)
    with pytest.raises(CommandError, match="one of the arguments"):
        said("rewind", story.pk)


@pytest.mark.parametrize(
    "asked",
    [
        ("journal", "--limit", "-5"),
        ("journal", "--limit", "1000000"),
        ("journal", "--before", "0"),
        ("journal", "--n", str(2**32)),
        ("journal", "--take", str(2**63)),
        ("journal", "--table", "\udcff"),
        ("rewind", "--take", "many"),
        ("checkpoint", "\udcff"),
        ("branch", "--take", "1", "--title", "\udcff"),
        ("propose", "--json", "[" * 100_000),
        ("roll", "--dice", "1d6", "--target", "3"),
    ],
)
def test_what_cannot_be_meant_is_refused_as_such(story: Session, asked: tuple[str, ...]) -> None:
    before = dump(story)
    part, *rest = asked
    with pytest.raises(CommandError):
        said(part, story.pk, *rest)
    assert dump(story) == before
