"""Pages of a story's lorebooks: order, reading, and another revision after a look at the words."""

import pytest
from django.test import Client

from sessions_app.actions.pins import pin_book
from sessions_app.models import Session
from tests.factories import make_book, make_entry, make_revision, make_user
from tests.sessions_app.stories import (
    LORE,
    make_playable_opening,
    make_story,
    new_key,
    repin_by_hand,
    unpin_by_hand,
)
from worldbook.models import Lorebook

pytestmark = pytest.mark.django_db

AFTER = (
    make_entry(
        "copper-key",
        title="The copper key",
        keys=("copper key", "green key"),
        content="The copper key opens the lower lock without the regent's order.",
    ),
    make_entry("plot", title="The plot", audience=("planner",), content="The regent is dead."),
    make_entry("lamp", title="The lamp", content="It burns whale oil.", priority=9, sticky=2),
)


@pytest.fixture
def story(client: Client) -> Session:
    """A player's story at revision 1 of a public book that has a second one."""
    opening = make_playable_opening()
    book = opening.pins.get().book
    book.visibility = "public"
    book.save()
    player = make_user()
    client.force_login(player)
    story = make_story(player, opening)
    make_revision(book, AFTER)
    return story


def book_of(story: Session) -> Lorebook:
    return story.pins.get().book


def page(client: Client, story: Session, tail: str, **query: object) -> str:
    answer = client.get(f"/story/{story.pk}/{tail}", query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.spec("WB-13")
def test_the_settings_lead_to_reading_and_to_another_revision(client, story) -> None:
    shown = page(client, story, "settings/")
    book = book_of(story)
    assert "revision 2 is out" in shown
    assert f'href="/story/{story.pk}/lorebooks/{book.pk}/"' in shown
    assert f'href="/story/{story.pk}/lorebooks/{book.pk}/revision/"' in shown


@pytest.mark.spec("WB-13", "WB-17")
def test_the_words_that_differ_stand_before_the_button_that_pins(client, story) -> None:
    book = book_of(story)
    shown = page(client, story, f"lorebooks/{book.pk}/revision/")
    changed, button = (
        shown.index("the lower lock</ins>"),
        shown.index("Read revision 2 from now on"),
    )
    assert changed < button
    assert "nothing</del>" in shown
    assert 'name="expected_revision" value="1"' in shown
    assert f'data-api="/api/sessions/{story.pk}/lorebooks/{book.pk}/" data-method="PATCH"' in shown
    assert "1 entry differs that is not shown to players" in shown
    assert "dead" not in shown
    same = page(client, story, f"lorebooks/{book.pk}/revision/", revision=1)
    assert "from now on" not in same


@pytest.mark.spec("WB-13")
def test_a_revision_or_pin_that_is_not_there_is_no_page(client, story) -> None:
    book = book_of(story)
    address = f"/story/{story.pk}/lorebooks/{book.pk}/revision/"
    assert client.get(address, {"revision": 9}).status_code == 404
    unpin_by_hand(story)
    assert client.get(address).status_code == 404
    assert client.get(f"/story/{story.pk}/lorebooks/{book.pk}/").status_code == 404


@pytest.mark.spec("WB-37a")
def test_a_player_reads_entries_parameters_and_index_and_searches(client, story) -> None:
    book = book_of(story)
    repin_by_hand(story, book.revisions.get(number=2))
    shown = page(client, story, f"lorebooks/{book.pk}/")
    for words in ("It burns whale oil.", "green key", "priority: 9", "Messages read", "not built"):
        assert words in shown
    assert "1 more is not shown to players" in shown
    assert "The plot" not in shown
    found = page(client, story, f"lorebooks/{book.pk}/", q="WHALE")
    assert ("whale oil" in found, "copper key opens" in found) == (True, False)
    assert "No entry has these words" in page(client, story, f"lorebooks/{book.pk}/", q="plot")


@pytest.mark.spec("WB-37a", "WB-37")
def test_a_book_its_owner_closed_says_only_that(client, story) -> None:
    book = book_of(story)
    book.players_may_read = False
    book.save()
    shown = page(client, story, f"lorebooks/{book.pk}/", q="copper")
    assert "not open to players" in shown
    assert "regent" not in shown
    assert "not open to players" in page(client, story, f"lorebooks/{book.pk}/revision/")
    assert "/lorebooks/" not in page(client, story, "")
    assert f"/lorebooks/{book.pk}/revision/" in page(client, story, "settings/")


@pytest.mark.spec("WB-37a")
@pytest.mark.parametrize("visibility", ["private", "shared"])
def test_a_book_the_player_may_not_see_is_not_opened_by_a_story(client, story, visibility) -> None:
    book = book_of(story)
    book.visibility = visibility
    book.save()
    assert "copper key opens" not in page(client, story, f"lorebooks/{book.pk}/")


@pytest.mark.spec("WB-37", "WB-37b")
def test_author_view_is_of_who_may_edit_the_world(client, story) -> None:
    assert 'id="next-turn"' not in page(client, story, "")
    author = make_user(roles=["author"])
    client.force_login(author)
    own = make_story(author, make_playable_opening(author))
    make_revision(book_of(own), AFTER)
    repin_by_hand(own, book_of(own).revisions.get(number=2))
    assert 'id="next-turn"' in page(client, own, "")
    shown = page(client, own, f"lorebooks/{book_of(own).pk}/")
    assert "The regent is dead." in shown


@pytest.mark.parametrize("tail", ["", "revision/"])
@pytest.mark.spec("AD-2", "SF-1")
def test_pages_of_somebody_elses_story_are_not_there(client, story, tail) -> None:
    address = f"/story/{story.pk}/lorebooks/{book_of(story).pk}/{tail}"
    client.force_login(make_user(roles=["administrator"]))
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("books", [1, 3])
def test_the_settings_ask_the_same_for_one_pin_and_for_three(
    client, story, books, django_assert_num_queries
) -> None:
    for _ in range(books - 1):
        book = make_book(story.owner, entries=LORE)
        pin_book(by=story.owner, session_id=story.pk, key=new_key(), book_id=book.pk)
    page(client, story, "settings/")
    with django_assert_num_queries(11):
        shown = page(client, story, "settings/")
    assert shown.count("turn-up") == (books if books > 1 else 0)
