"""Recorded turns are listed, taken onto the bench, and chosen for again on other revisions (WK-8)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

from sessions_app.models import Session, Turn
from sessions_app.queries import selection_again
from sessions_app.queries.selection_again import compare_over_turns, recorded_turns, turn_fields
from tests.factories import make_book, make_entry, make_revision, make_user
from tests.sessions_app.stories import LORE, make_playable_opening, make_story, new_key, pin_by_hand
from worldbook.actions.entries import create_entry
from worldbook.models import Lorebook, User
from worldbook.queries.compiled import compiled_books
from worldbook.queries.compiled_drafts import compiled_draft
from worldbook.queries.frozen_turns import opened
from worldbook.rules.pasted_chat import read_chat
from worldbook.rules.selection import Message, SelectionRequest

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WK-8")]


@pytest.fixture
def author() -> User:
    return make_user(roles=["author"])


@pytest.fixture
def story(author: User) -> Session:
    return make_story(author, make_playable_opening(author))


@pytest.fixture
def book(story: Session) -> Lorebook:
    return story.pins.get().book


def played(story: Session, text: str, number: int = 1, **fields: Any) -> Turn:
    """A turn whose selection was frozen with this message and the story's pins."""
    history = (Message("assistant", "Good evening."), Message("user", "Evening: yes."))
    first: dict[str, Any] = {
        "messages": history,
        "char": "Mira",
        "user": "Ana",
        "budget": 1000,
        "turn": number,
    }
    request = SelectionRequest(query=text, **(first | fields))
    pins = [[pin.book.key, pin.revision.number] for pin in story.pins.order_by("place", "id")]
    return Turn.objects.create(
        session=story,
        number=number,
        idempotency_key=new_key(),
        player_text=text,
        status=Turn.Status.DELIVERED,
        selection_input={**request.to_json(), "pins": pins, "model": "unknown-model"},
    )


def compared(user: User, book: Lorebook, *numbers: int) -> Any:
    rows = [book.revisions.get(number=number).pk for number in numbers]
    return compare_over_turns(user, book, *compiled_books(rows))


def test_turns_are_listed_for_those_who_may_read_their_story(author, story, book):
    first, second = (
        played(story, "I show the copper key."),
        played(story, "I  wait\n" + "x" * 99, 2),
    )
    assert [turn["id"] for turn in recorded_turns(author, book)] == [second.pk, first.pk]
    shown = recorded_turns(author, book)[0]
    assert shown["story"] == {"id": story.pk, "title": story.title}
    assert (shown["number"], shown["text"][:8], len(shown["text"])) == (2, "I wait x", 91)
    assert recorded_turns(make_user(roles=["author"]), book) == []
    assert len(recorded_turns(make_user(roles=["moderator"]), book)) == 2
    Turn.objects.filter(pk=first.pk).update(selection_input=None)
    assert [turn["id"] for turn in recorded_turns(author, book)] == [second.pk]


@pytest.mark.spec("AP-3")
def test_a_moderators_look_at_somebodys_turns_is_noted(author, story, book):
    turn = played(story, "I show the copper key.")
    moderator = make_user(roles=["moderator"])
    with capture_logs() as logs:
        recorded_turns(author, book)
        turn_fields(author, book, turn.pk)
        recorded_turns(moderator, book)
        turn_fields(moderator, book, turn.pk)
        compared(moderator, book, 1, 1)
    assert [(log["event"], log["account"], log["id"]) for log in logs] == [
        ("moderator_looked", moderator.pk, story.pk)
    ] * 3


def test_a_turn_fills_the_bench_with_all_that_it_was_chosen_from(author, story, book):
    turn = played(
        story, "I show it.", 4, timed={"a": 2}, others=("Edda",), forced=(f"{book.key}:copper-key",),
        seed="s", state={"now": "2024-01-01T10:00"}, by_vectors=("x:y",), by_words=("x:z",),
    )  # fmt: skip
    fields = turn_fields(author, book, turn.pk)
    assert read_chat(fields["chat"], char="Mira", user="Ana") == (
        Message("assistant", "Good evening."), Message("user", "Evening: yes."),
        Message("user", "I show it."),
    )  # fmt: skip
    assert (fields["turn"], fields["timed"], fields["seed"]) == (4, {"a": 2}, "s")
    assert fields["state"] == {"now": "2024-01-01T10:00"}
    frozen = opened(fields["frozen"])
    assert (frozen.pins, frozen.model) == (((book.key, 1),), "unknown-model")
    extras = SelectionRequest.from_json({"query": "", **frozen.extras})
    assert (extras.others, extras.by_vectors, extras.by_words) == (("Edda",), ("x:y",), None)
    assert extras.forced == (f"{book.key}:copper-key",)
    assert extras.answers_before == 1
    assert turn_fields(make_user(roles=["author"]), book, turn.pk) is None


@pytest.mark.spec("AD-2", "WB-37")
def test_a_turn_names_no_entry_of_a_closed_book_and_no_state_of_somebodys_world(author):
    story = make_story(author, make_playable_opening())
    own, secret = make_book(author, entries=LORE), make_book(entries=[make_entry("the-thief")])
    for place, more in enumerate((own, secret), start=1):
        pin_by_hand(story, more, place=place)
    names = (f"{secret.key}:the-thief", f"{own.key}:copper-key")
    turn = played(
        story, "I wait.", timed=dict.fromkeys(names, 1), by_vectors=names, forced=names[:1],
        barred=names[:1], state={"variables": []},
    )  # fmt: skip
    fields = turn_fields(author, own, turn.pk)
    assert (fields["timed"], fields["state"]) == ({names[1]: 1}, None)
    frozen = opened(fields["frozen"])
    assert "the-thief" not in str(frozen)
    assert frozen.extras["by_vectors"] == [names[1]]
    moderator = make_user(roles=["moderator"])
    seen = turn_fields(moderator, own, turn.pk)
    assert (len(seen["timed"]), seen["state"]) == (2, {"variables": []})


def test_what_enters_and_leaves_is_told_turn_by_turn(author, story, book):
    (key,) = LORE
    tower = make_entry("tower", title="The tower", keys=("tower",), content="It is tall.")
    make_revision(book, [tower])
    played(story, "I show the copper key.", 1)
    played(story, "I wait.", 2)
    third = played(story, "The copper key of the tower.", 3)
    found = compared(author, book, 1, 2)
    assert (found["turns"], found["reached"], found["lacking"]) == (3, 3, [])
    assert [turn["number"] for turn in found["differing"]] == [3, 1]
    latest = found["differing"][0]
    assert latest["id"] == third.pk
    assert latest["enters"] == [{"book": book.key, "key_id": "tower", "title": "The tower"}]
    assert latest["leaves"] == [
        {"book": book.key, "key_id": "copper-key", "title": "The copper key"}
    ]
    assert latest["tokens"][0] > latest["tokens"][1] > 0
    assert compared(author, book, 1, 1)["differing"] == []
    make_revision(book, [make_entry(key.key_id, title=key.title, keys=key.keys, content="Other.")])
    altered = compared(author, book, 1, 3)["differing"][0]["altered"][0]
    assert (altered["key_id"], altered["facts"]) == ("copper-key", ["text", "tokens"])


def test_the_draft_is_compared_as_it_stands(author, story, book):
    played(story, "I knock at the gate.")
    create_entry(by=book.owner, book_id=book.pk, key_id="gate", keys=["gate"], content="Iron.")
    before = compiled_books([book.revisions.get().pk])[0]
    found = compare_over_turns(author, book, before, compiled_draft(book))
    assert [item["key_id"] for item in found["differing"][0]["enters"]] == ["gate"]


def test_other_books_of_the_turn_compete_and_missing_ones_are_named(author, story, book):
    other = make_book(author, entries=[make_entry("law", constant=True, content="w " * 300)])
    closed = make_book(make_user(roles=["author"]), entries=[make_entry("shut", constant=True)])
    for place, more in enumerate((other, closed), start=1):
        pin_by_hand(story, more, place=place)
    big = make_entry("copper-key", keys=("copper key",), content="w " * 300, required=True)
    make_revision(book, [big])
    played(story, "I show the copper key.", budget=400)
    found = compared(author, book, 1, 2)
    (turn,) = found["differing"]
    assert [item["key_id"] for item in turn["leaves"]] == []
    assert [item["key_id"] for item in turn["altered"]] == ["copper-key"]
    assert found["lacking"] == [closed.key]


def test_a_side_that_cannot_choose_is_told_and_is_no_empty_selection(author, story, book):
    make_revision(book, [make_entry("law", required=True, content="w " * 3000)])
    played(story, "I wait.")
    (turn,) = compared(author, book, 1, 2)["differing"]
    assert turn["failed"].keys() == {"after"}
    assert "required" in turn["failed"]["after"]


def test_turns_and_time_are_bounded(author, story, book, monkeypatch):
    for number in (1, 2, 3):
        played(story, "I show the copper key.", number)
    monkeypatch.setattr(selection_again, "MOST_TURNS", 2)
    assert compared(author, book, 1, 1)["turns"] == 2
    monkeypatch.setattr(selection_again, "SECONDS", -1.0)
    found = compared(author, book, 1, 1)
    assert (found["turns"], found["reached"]) == (2, 0)


def test_queries_do_not_grow_with_turns(author, story, book):
    played(story, "I wait.", 1)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            compared(author, book, 1, 1)
        return len(caught)

    compared(author, book, 1, 1)
    one = queries()
    played(story, "I wait.", 2)
    played(story, "I wait.", 3)
    assert queries() == one
