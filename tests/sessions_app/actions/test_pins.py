"""Re-pinning is an explicit act on what was looked at; a pin that does not exist is refused (WB-13)."""

import pytest

from sessions_app.actions.pins import order_pins, pin_book, repin_book
from sessions_app.models import Command, ModelRoute, SessionPin, Take
from sessions_app.queries.pins import find_step, pin_of
from tests.factories import make_book, make_entry, make_revision, make_user
from tests.sessions_app.stories import (
    LORE,
    make_playable_opening,
    make_scenario,
    make_story,
    new_key,
)
from worldbook.actions.errors import ActionRefused
from worldbook.models import IndexBuild, OpeningPin
from worldbook.rules.open_part import Reach
from worldbook.rules.refusal import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-13")]

NEW = make_entry("new", content="Something new.")


def published(opening, entries=(*LORE, NEW)):
    """A further revision of the opening's book, which is open to all."""
    book = opening.pins.get().book
    book.visibility = "public"
    book.save()
    return make_revision(book, entries)


@pytest.fixture
def story():
    opening = make_playable_opening()
    story = make_story(opening=opening)
    published(opening)
    return story


def repin(story, expected: int, revision: int, **values):
    book = values.pop("book", None) or story.pins.first().book_id
    return repin_book(
        by=values.pop("by", story.owner),
        session_id=story.pk,
        book_id=book,
        expected_revision=expected,
        revision=revision,
        **values,
    )


def at(story) -> list[int]:
    pins = SessionPin.objects.filter(session=story).order_by("place")
    return [pin.revision.number for pin in pins.select_related("revision")]


def code_of(call, *args, **values) -> str:
    with pytest.raises(ActionRefused) as refusal:
        call(*args, **values)
    return refusal.value.code


def test_a_pin_moves_when_it_is_told_to_and_both_ways(story) -> None:
    answer = repin(story, 1, 2)
    assert (answer["before"], answer["revision"], at(story)) == (1, 2, [2])
    repin(story, 2, 1)
    assert at(story) == [1]
    assert Command.objects.filter(session=story, name="repin").count() == 2


def test_the_same_command_sent_again_moves_once(story) -> None:
    first = repin(story, 1, 2, key="one")
    assert repin(story, 1, 2, key="one") == first
    assert Command.objects.filter(session=story, name="repin").count() == 1


def test_what_moved_since_it_was_looked_at_is_told_and_nothing_done(story) -> None:
    repin(story, 1, 2)
    with pytest.raises(ActionRefused) as refusal:
        repin(story, 1, 2)
    assert (refusal.value.code, refusal.value.status) == ("pin_moved", 409)
    assert refusal.value.detail == {"expected": 1, "present": 2}
    assert at(story) == [2]


def test_a_revision_that_does_not_exist_is_refused_and_never_another_taken(story) -> None:
    assert code_of(repin, story, 1, 7) == "pin_missing"
    assert code_of(repin, story, 1, 1) == "pin_same"
    assert code_of(repin, story, 1, 2, book=10**6) == "not_pinned"
    assert code_of(repin, story, 1, 2, by=make_user()) == "not_found"
    assert at(story) == [1]


def test_not_during_a_turn(story) -> None:
    Take.objects.filter(pk=story.head_id).update(status="running")
    assert code_of(repin, story, 1, 2) == "turn_running"


@pytest.mark.spec("AD-2")
def test_a_private_book_moves_only_where_a_new_story_would_read_the_newest_too() -> None:
    opening = make_playable_opening()
    story = make_story(opening=opening)
    book = opening.pins.get().book
    make_revision(book, [*LORE, NEW])
    repin(story, 1, 2)
    make_revision(book, LORE)
    OpeningPin.objects.update(revision=book.revisions.get(number=1))
    assert code_of(repin, story, 2, 3) == "pin_missing"
    opening.world.visibility = "private"
    opening.world.save()
    OpeningPin.objects.update(revision=None)
    assert code_of(repin, story, 2, 3) == "pin_missing"


@pytest.mark.spec("WB-16")
def test_the_new_revision_is_indexed_where_the_story_searches_by_meaning() -> None:
    opening = make_playable_opening()
    make_scenario(strategy="hybrid")
    story = make_story(opening=opening)
    wanted = published(opening)
    assert not IndexBuild.objects.filter(revision=wanted).exists()
    repin(story, 1, 2)
    assert IndexBuild.objects.filter(revision=wanted).count() == 1
    assert not ModelRoute.objects.filter(role="embedding").exists()


@pytest.mark.parametrize("books", [1, 3])
def test_the_order_of_pins_is_told_and_kept(books) -> None:
    story = make_story()
    for _ in range(books - 1):
        book = make_book(story.owner, entries=LORE)
        pin_book(by=story.owner, session_id=story.pk, key=new_key(), book_id=book.pk)
    pinned = list(story.pins.order_by("place").values_list("book_id", flat=True))
    wanted = pinned[::-1]
    order_pins(by=story.owner, session_id=story.pk, key=new_key(), books=wanted)
    assert list(story.pins.order_by("place").values_list("book_id", flat=True)) == wanted
    for wrong in (wanted[1:], [*wanted, 10**6], [*wanted, wanted[0]]):
        with pytest.raises(ActionRefused) as refusal:
            order_pins(by=story.owner, session_id=story.pk, key=new_key(), books=wrong)
        assert (refusal.value.code, refusal.value.detail["books"]) == ("pins_changed", wanted)


SECRETS = (
    *LORE,
    NEW,
    make_entry("plot", audience=("planner",)),
    make_entry("later", conditions={"flag": "open"}),
)


@pytest.mark.spec("WB-37")
@pytest.mark.parametrize(
    ("players_may_read", "told", "hidden"), [(True, ["new"], 2), (False, [], 3)]
)
def test_a_player_is_shown_what_players_may_read_and_a_count(
    players_may_read, told, hidden
) -> None:
    opening = make_playable_opening()
    story = make_story(opening=opening)
    published(opening, SECRETS)
    book = opening.pins.get().book
    book.players_may_read = players_may_read
    book.save()
    step = find_step(story.owner, story, book.pk, None)
    assert [change.key_id for change in step.diff.entries] == told
    assert step.hidden == hidden
    assert "planner" not in repr(step.before) + repr(step.after)


def test_the_author_of_the_world_is_shown_all() -> None:
    author = make_user(roles=["author"])
    opening = make_playable_opening(author)
    story = make_story(author, opening)
    published(opening, SECRETS)
    step = find_step(author, story, opening.pins.get().book_id, 2)
    assert (step.reach, step.hidden, len(step.diff.entries)) == (Reach.ALL, 0, 3)


def test_a_revision_published_as_closed_shows_nothing_of_the_other_either() -> None:
    opening = make_playable_opening()
    story = make_story(opening=opening)
    book = opening.pins.get().book
    book.visibility = "public"
    book.save()
    make_revision(book, [*LORE, NEW], players_may_read=False)
    step = find_step(story.owner, story, book.pk, 2)
    assert (step.reach, step.diff.entries, step.hidden) == (Reach.NOTHING, (), 1)


@pytest.mark.parametrize(
    ("book", "revision", "code"), [(0, 2, "not_pinned"), (1, 7, "pin_missing")]
)
def test_nothing_is_compared_with_what_is_not_there(story, book, revision, code) -> None:
    book_id = story.pins.get().book_id if book else 10**6
    found = find_step(story.owner, story, book_id, revision)
    assert isinstance(found, Refusal)
    assert found.code == code
    assert (pin_of(story, book_id) is None) == (code == "not_pinned")
