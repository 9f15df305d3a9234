"""Rewind, branch, checkpoints and the journal through their doors."""

import random
from typing import Any

import pytest
from django.test import Client

from sessions_app.models import Checkpoint, Session, StoryItem, Take
from sessions_app.queries.row_words import door_names
from tests.factories import make_user
from tests.sessions_app.playing_state import (
    begin,
    dump,
    edit,
    end,
    in_round,
    make_story_with_things,
    send,
    turn,
)
from tests.sessions_app.stories import new_key
from worldbook.actions.story_write import story_write
from worldbook.models import JournalRow
from worldbook.models.story_rows import story_tables

pytestmark = pytest.mark.django_db


class Door:
    """A player's doors to one story."""

    def __init__(self, story: Session, user: Any = None) -> None:
        self.client = Client()
        self.client.force_login(user or story.owner)
        self.path = f"/api/sessions/{story.pk}/"

    def get(self, what: str, **asked: Any) -> Any:
        return self.client.get(self.path + what, asked)

    def post(self, what: str, **body: Any) -> Any:
        return self._send("post", what, body)

    def patch(self, what: str, **body: Any) -> Any:
        return self._send("patch", what, body)

    def delete(self, what: str) -> Any:
        return self._send("delete", what, {})

    def _send(self, how: str, what: str, body: dict[str, Any]) -> Any:
        values = {"key": new_key()} | body
        return getattr(self.client, how)(self.path + what, values, "application/json")


@pytest.fixture
def story() -> Session:
    """A story of three turns, each with changes."""
    story = make_story_with_things()
    for number in range(3):
        turn(story, random.Random(number), changes=4)
    return story


@pytest.fixture
def door(story: Session) -> Door:
    return Door(story)


def takes_of(story: Session) -> list[Take]:
    return list(Take.objects.filter(turn__session=story, turn__number__gt=0).order_by("pk"))


@pytest.mark.spec("ST-1")
def test_a_preview_says_what_a_rewind_does_and_does_nothing(story: Session, door: Door) -> None:
    may_know_all(story)
    first, *_, last = takes_of(story)
    owner = edit(story, random.Random(4))
    before = dump(story)
    told = door.get("rewind/", take=first.pk).json()
    assert (told["turns_left"], told["turns_entered"], told["draft"]) == (2, 0, "")
    undone = JournalRow.objects.filter(
        session=story, take_ref__in=[t.pk for t in takes_of(story)[1:]]
    )
    expected: dict[str, int] = {}
    for table, _ in set(undone.values_list("table", "n")):
        name = door_names()[table]
        expected[name] = expected.get(name, 0) + 1
    assert told["rows"] == expected
    (named,) = told["edits"]
    assert (named["take"], named["cause"]) == (owner, "author")
    assert (named["what"], len(named["labels"])) == ("item of a story", len(named["fields"]))
    assert (owner, told["more_edits"]) == (last.pk, 0)
    assert dump(story) == before
    story.refresh_from_db()
    assert story.head_id == last.pk


@pytest.mark.spec("ST-1", "AP-1")
def test_rewind_to_an_answer_before_a_message_and_back(story: Session, door: Door) -> None:
    first, second, last = takes_of(story)
    at_last = dump(story)
    answer = door.post("rewind/", take=first.pk).json()
    assert (answer["head"], answer["turns_left"], answer["undoable"]) == (first.pk, 2, True)
    assert answer["timeline"] == story.timeline + 1
    assert door.post("undo/", command=answer["command"]).json()["head"] == last.pk
    assert dump(story) == at_last
    answer = door.post("rewind/", turn=last.turn_id).json()
    assert (answer["head"], answer["draft"]) == (second.pk, "Go on.")
    messages = door.get("messages/").json()
    assert [shown["number"] for shown in messages["turns"]] == [0, 1, 2]


def test_places_that_are_none_are_refused(story: Session, door: Door) -> None:
    first, *_, last = takes_of(story)
    other = turn(make_story_with_things(), random.Random(1))
    greeting = Take.objects.filter(turn__session=story, turn__number=0).first()
    for body, code, status in (
        ({}, "one_place", 400),
        ({"take": first.pk, "turn": first.turn_id}, "one_place", 400),
        ({"take": last.pk}, "already_there", 409),
        ({"take": other.pk}, "not_found", 404),
        ({"turn": other.turn_id}, "not_found", 404),
        ({"turn": greeting.turn_id}, "greeting_stays", 409),
        ({"checkpoint": 999}, "not_found", 404),
    ):
        answer = door.post("rewind/", **body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), body
    stranger = Door(story, make_user())
    assert stranger.post("rewind/", take=first.pk).status_code == 404
    assert stranger.get("rewind/", take=first.pk).status_code == 404
    assert stranger.post("branch/", take=first.pk).status_code == 404
    assert stranger.get("checkpoints/").status_code == 404


@pytest.mark.spec("ST-1")
def test_checkpoints_are_made_renamed_returned_to_and_removed(story: Session, door: Door) -> None:
    first, _, last = takes_of(story)
    made = door.post("checkpoints/", name=" Before the gate ", take=first.pk)
    assert made.status_code == 201
    checkpoint = made.json()["checkpoint"]
    assert (checkpoint["name"], checkpoint["take"], checkpoint["number"]) == (
        "Before the gate", first.pk, 1,
    )  # fmt: skip
    here = door.post("checkpoints/", name="Here").json()["checkpoint"]
    assert here["take"] == last.pk
    again = door.post("checkpoints/", name="Here")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "checkpoint_exists")
    assert door.post("checkpoints/", name="  ").json()["error"]["code"] == "text_empty"
    assert door.post("checkpoints/", name="x" * 121).json()["error"]["code"] == "text_too_long"
    one = f"checkpoints/{checkpoint['id']}/"
    assert door.patch(one, name="Here").json()["error"]["code"] == "checkpoint_exists"
    assert door.patch(one, name="There").json()["checkpoint"]["name"] == "There"
    assert door.post("rewind/", checkpoint=checkpoint["id"]).json()["head"] == first.pk
    listed = door.get("checkpoints/").json()
    assert [(row["name"], row["on_line"]) for row in listed["checkpoints"]] == [
        ("There", True),
        ("Here", False),
    ]
    (left,) = listed["left"]
    assert (left["take"], left["number"], left["text"]) == (last.pk, 3, "So it is.")
    assert door.delete(one).status_code == 200
    assert door.delete(one).json()["error"]["code"] == "not_found"
    assert list(Checkpoint.objects.filter(session=story).values_list("name", flat=True)) == ["Here"]


@pytest.mark.spec("ST-1", "ST-2")
def test_while_an_answer_is_written_nothing_moves_but_a_branch_begins_elsewhere(
    story: Session, door: Door
) -> None:
    first, *_ = takes_of(story)
    running = send(story)
    claim = begin(story)
    assert door.post("rewind/", take=first.pk).json()["error"]["code"] == "turn_running"
    assert door.post("checkpoints/", name="Now").json()["error"]["code"] == "turn_running"
    assert door.post("branch/", take=running.pk).json()["error"]["code"] == "turn_running"
    assert door.post("branch/", take=first.pk).status_code == 201
    end(claim)
    assert door.post("checkpoints/", name="Now").status_code == 201


@pytest.mark.spec("ST-2")
def test_a_branch_has_state_texts_settings_seed_and_rewinds_past_its_beginning(
    story: Session, door: Door
) -> None:
    first, second, last = takes_of(story)
    story.settings = {"worldbook_budget": 700}
    story.save()
    door.post("checkpoints/", name="First", take=first.pk)
    door.post("checkpoints/", name="Last", take=last.pk)
    before = dump(story)
    answer = door.post("branch/", turn=last.turn_id, title="Another way")
    assert answer.status_code == 201
    told = answer.json()
    assert (told["draft"], told["head"]) == ("Go on.", last.pk)
    branch = Session.objects.get(pk=told["session"])
    assert (branch.title, branch.seed, branch.settings) == (
        "Another way", story.seed, story.settings,
    )  # fmt: skip
    assert (branch.branched_from, branch.branched_turn) == (story, 2)
    own = Door(branch)
    shown = own.get("messages/").json()["turns"]
    assert [row["number"] for row in shown] == [0, 1, 2]
    assert {row["id"] for row in shown}.isdisjoint({t.turn_id for t in takes_of(story)})
    assert [row["name"] for row in own.get("checkpoints/").json()["checkpoints"]] == ["First"]
    assert dump(story) == before
    door.post("rewind/", take=second.pk)
    assert dump(branch) == dump(story)
    door.post("rewind/", take=first.pk)
    own_first = takes_of(branch)[0]
    own.post("rewind/", take=own_first.pk)
    assert dump(branch) == dump(story)
    turn(branch, random.Random(9))
    turn(story, random.Random(9))
    assert dump(branch) == dump(story)


@pytest.mark.spec("ST-2")
def test_a_branch_brings_the_other_versions_of_its_last_turn(story: Session, door: Door) -> None:
    last = takes_of(story)[-1]
    door.post("regenerate/", take=last.pk)
    end(begin(story), text="Another answer.")
    story.refresh_from_db()
    newer = dump(story)
    told = door.post("branch/", take=last.pk).json()
    branch = Session.objects.get(pk=told["session"])
    *_, shown = Door(branch).get("messages/").json()["turns"]
    assert [take["text"] for take in shown["takes"]] == ["So it is.", "Another answer."]
    assert shown["chosen"] == shown["takes"][0]["id"]
    Door(branch).post("choose/", take=shown["takes"][1]["id"])
    assert dump(branch) == newer


@pytest.mark.spec("ST-1", "AD-5")
def test_regenerate_names_edits_by_hand_before_it_undoes_them(story: Session, door: Door) -> None:
    last = takes_of(story)[-1]
    owner = edit(story, random.Random(4), cause="player")
    assert owner == last.pk
    edited = dump(story)
    answer = door.post("regenerate/", take=last.pk)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "edits_undone")
    (named,) = answer.json()["error"]["edits"]
    assert (named["take"], named["cause"]) == (last.pk, "player")
    assert dump(story) == edited
    assert Take.objects.filter(turn=last.turn_id).count() == 1
    answer = door.post("regenerate/", take=last.pk, undo_edits=True)
    assert answer.status_code == 202
    end(begin(story))
    assert door.post("choose/", take=last.pk).json()["head"] == last.pk
    assert dump(story) == edited


@pytest.mark.spec("AD-2")
def test_who_may_not_edit_the_world_is_not_told_what_others_changed(
    story: Session, door: Door
) -> None:
    last = takes_of(story)[-1]
    with story_write(story.pk, cause="author", reason="the butler did it"):
        StoryItem.objects.filter(session=story, key="chest").update(
            name="murder weapon", hidden=True
        )
    seen = door.get("rewind/", turn=last.turn_id)
    assert (seen.json()["rows"], seen.json()["edits"], seen.json()["more_edits"]) == ({}, [], 1)
    again = door.post("regenerate/", take=last.pk)
    assert (again.status_code, again.json()["error"]["more"]) == (409, 1)
    begin_again_over_an_edit(story)
    for told in (seen, again, door.get("messages/")):
        for secret in ("murder", "butler", "chest", "hidden"):
            assert secret not in told.content.decode()
    may_know_all(story)
    seen = door.get("rewind/", turn=last.turn_id).json()
    assert [one["name"] for one in seen["edits"]][-1] == "murder weapon"
    assert seen["rows"]["items"] > 0


def test_doors_have_a_name_for_every_table_of_the_state() -> None:
    assert set(door_names()) == {model._meta.db_table for model in story_tables()}
    assert len(set(door_names().values())) == len(door_names())


def may_know_all(story: Session) -> None:
    """Let the player be the world's author too."""
    story.world.owner = story.owner
    story.world.save(update_fields=["owner"])


def begin_again_over_an_edit(story: Session) -> None:
    """An attempt that dies after somebody changed what it had changed, and the next one."""
    send(story)
    claim = begin(story)
    with in_round(claim):
        StoryItem.objects.filter(session=story, key="chest").update(condition="open wide")
    with story_write(story.pk, cause="author", reason="the butler did it"):
        StoryItem.objects.filter(session=story, key="chest").update(condition="murderous")
    end(begin(story))


@pytest.mark.spec("ST-4")
def test_the_journal_is_read_by_moderators_and_authors_alone(story: Session, door: Door) -> None:
    assert door.get("journal/").json()["error"]["code"] == "not_author"
    assert Door(story, make_user()).get("journal/").status_code == 404
    moderator = Door(story, make_user(roles=["moderator"]))
    written = JournalRow.objects.filter(session=story).count()
    told = moderator.get("journal/", limit=200).json()
    assert len(told["changes"]) == written
    assert not told["more"]
    numbers = [change["seq"] for change in told["changes"]]
    assert numbers == list(range(written, 0, -1))
    page = moderator.get("journal/", limit=2, before=numbers[2]).json()
    assert [change["seq"] for change in page["changes"]] == numbers[3:5]
    assert page["more"]
    first, *_, last = takes_of(story)
    door.post("rewind/", take=first.pk)
    told = moderator.get("journal/", limit=200).json()["changes"]
    assert {change["take"] for change in told if change["on_line"]} <= {first.pk}
    assert all(not change["on_line"] for change in told if change["take"] == last.pk)
    of_one = moderator.get("journal/", take=first.pk, table="items").json()
    assert {(c["take"], c["table"]) for c in of_one["changes"]} == {(first.pk, "items")}
    assert moderator.get("journal/", table="sessions_app_storyitem").status_code == 400
    assert moderator.get("journal/", limit=0).status_code == 400


@pytest.mark.spec("ST-1", "AD-5")
def test_what_each_move_undoes_of_hands_is_named_before_and_in_its_answer(
    story: Session, door: Door
) -> None:
    last = takes_of(story)[-1]
    moves: list[tuple[str, dict[str, Any]]] = [
        ("delete-from/", {"turn": last.turn_id}),
        ("rewind/", {"turn": last.turn_id}),
        ("replay/", {"turn": last.turn_id, "text": "Otherwise."}),
    ]
    for what, body in moves:
        edit(story, random.Random(4), cause="player")
        before = door.get("rewind/", turn=last.turn_id).json()
        assert before["edits"]
        answer = door.post(what, **body).json()
        told = {name: answer[name] for name in ("turns_left", "edits", "more_edits")}
        assert told == {name: before[name] for name in told}
        if what == "replay/":
            door.post("stop/")
        assert door.post("undo/", command=answer["command"]).json()["undone"] == answer["command"]


@pytest.mark.spec("ST-1", "AD-5")
def test_an_undo_that_undoes_what_was_edited_since_says_so(story: Session, door: Door) -> None:
    last = takes_of(story)[-1]
    gone = door.post("delete-from/", turn=last.turn_id).json()
    assert (gone["edits"], gone["more_edits"]) == ([], 0)
    edit(story, random.Random(4), cause="player")
    back = door.post("undo/", command=gone["command"]).json()
    assert (len(back["edits"]), back["turns_entered"]) == (1, 1)


@pytest.mark.spec("AD-2")
def test_a_move_names_no_edit_of_others_to_who_may_not_edit_the_world(
    story: Session, door: Door
) -> None:
    last = takes_of(story)[-1]
    with story_write(story.pk, cause="author", reason="the butler did it"):
        StoryItem.objects.filter(session=story, key="chest").update(name="murder weapon")
    answer = door.post("delete-from/", turn=last.turn_id).json()
    assert (answer["edits"], answer["more_edits"]) == ([], 1)
