"""The stories around a story, as the tree that they grew into."""

from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from sessions_app.actions.branching import branch_story
from sessions_app.models import Session
from sessions_app.queries.branches import branch_tree
from tests.factories import make_user
from tests.sessions_app.playing_state import begin, end, send
from tests.sessions_app.stories import make_story, new_key

pytestmark = [pytest.mark.django_db, pytest.mark.spec("PG-9")]


def _branch(story: Session, title: str = "") -> Session:
    story.refresh_from_db()
    done = branch_story(
        by=story.owner, session_id=story.pk, key=new_key(), take_id=story.head_id, title=title
    )
    return Session.objects.get(pk=done["session"])


def _drawn(tree: dict[str, Any], before: int | None = None) -> str:
    """A tree in a line: `title@turn*(branches)`, `*` where one is."""
    told = []
    for one in tree["stories"]:
        if one["before"] == before:
            inner = _drawn(tree, one["id"])
            name = f"{one['title']}@{one['turn']}{'*' if one['here'] else ''}"
            told.append(f"{name}({inner})" if inner else name)
    return " ".join(told)


def test_a_tree_has_all_branches_of_all_branches_with_their_turns() -> None:
    story = make_story(title="One")
    one = _branch(story, "Two")
    send(one)
    end(begin(one))
    three = _branch(one, "Three")
    _branch(story, "Four")
    make_story(story.owner, title="Another")
    assert _drawn(branch_tree(story.owner, three)) == "One@None(Two@0(Three@1*) Four@0)"
    assert _drawn(branch_tree(story.owner, story)) == "One@None*(Two@0(Three@1) Four@0)"
    story.delete()
    three.refresh_from_db()
    assert _drawn(branch_tree(three.owner, three)) == "Two@0(Three@1*)"


def test_nobody_elses_story_stands_in_it() -> None:
    story = make_story(title="One")
    branch = _branch(story, "Two")
    Session.objects.filter(pk=story.pk).update(owner=make_user())
    assert _drawn(branch_tree(branch.owner, branch)) == "Two@0*"


@pytest.mark.parametrize("count", [1, 3])
def test_a_tree_is_one_query(count: int, django_assert_num_queries: Any) -> None:
    story = make_story()
    for _ in range(count):
        _branch(story)
    story.refresh_from_db()
    owner = story.owner
    with django_assert_num_queries(1):
        assert len(branch_tree(owner, story)["stories"]) == 1 + count


def test_stories_may_branch_out_of_one_another_a_thousand_times() -> None:
    story = make_story(title="One")
    told = {"owner": story.owner, "world": story.world, "scenario_id": story.scenario_id}
    line = Session.objects.bulk_create([Session(title="On", **told) for _ in range(1_000)])
    for before, one in pairwise([story, *line]):
        one.branched_from, one.branched_turn = before, 0
    Session.objects.bulk_update(line, ["branched_from", "branched_turn"])
    client = Client()
    client.force_login(story.owner)
    stories = client.get(reverse("story_branches", args=[line[-1].pk])).json()["stories"]
    assert [one["id"] for one in stories] == [story.pk, *(one.pk for one in line)]
    assert [one["before"] for one in stories] == [None, *(one["id"] for one in stories[:-1])]
