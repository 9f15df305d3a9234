"""The doors to what a story reads: re-pinning, its difference, reading, order, the next turn."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_entry, make_revision, make_user
from tests.sessions_app.stories import make_playable_opening, make_story, new_key
from worldbook.actions.errors import ActionRefused
from worldbook.models import IndexBuild

pytestmark = pytest.mark.django_db

AFTER = (
    make_entry(
        "copper-key",
        title="The copper key",
        keys=("copper key",),
        content="The copper key opens the lower lock without the regent's order.",
    ),
    make_entry("plot", audience=("planner",), content="The regent is dead."),
)


class Door:
    """A story's addresses below /api/, as its player."""

    def __init__(self, player: Any, story: Any) -> None:
        self.client, self.story = Client(), story
        self.client.force_login(player)
        self.book = story.pins.get().book

    def __call__(self, method: str, path: str, **body: Any) -> Any:
        address = f"/api/sessions/{self.story.pk}/{path}"
        if method == "get":
            return self.client.get(address, body)
        return getattr(self.client, method)(address, {"key": new_key()} | body, "application/json")


def make_door(*, author: bool = False, reader: Any = None) -> Door:
    owner = make_user(roles=["author"])
    opening = make_playable_opening(owner)
    book = opening.pins.get().book
    book.visibility = "public"
    book.save()
    player = owner if author else make_user()
    story = make_story(player, opening)
    make_revision(book, AFTER)
    return Door(reader or player, story)


@pytest.mark.spec("WB-13", "WB-17")
def test_a_book_is_pinned_to_another_revision_after_its_words_were_compared() -> None:
    door = make_door()
    path = f"lorebooks/{door.book.pk}/"
    told = door("get", f"{path}diff/", revision=2).json()
    assert (told["revision"], told["to"], told["hidden"]) == (1, 2, 1)
    (change,) = told["changed"]
    assert (change["key_id"], change["change"]) == ("copper-key", "changed")
    words = {tuple(piece) for piece in change["differences"][0]["words"]}
    assert ("removed", "nothing") in words
    assert ("added", "the lower lock") in words
    assert "regent is dead" not in str(told)
    moved = door("patch", path, expected_revision=1, revision=2)
    assert (moved.status_code, moved.json()["revision"]) == (200, 2)
    late = door("patch", path, expected_revision=1, revision=2)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "pin_moved")
    assert late.json()["error"]["present"] == 2
    (pin,) = door("get", "lorebooks/").json()["pins"]
    assert pin["revision"] == 2


@pytest.mark.spec("WB-13")
def test_the_latest_is_compared_where_none_is_named_and_authors_see_all() -> None:
    door = make_door(author=True)
    told = door("get", f"lorebooks/{door.book.pk}/diff/").json()
    assert [item["key_id"] for item in told["changed"]] == ["copper-key", "plot"]
    assert told["changed"][1]["differences"][0]["words"] == [["added", "The regent is dead."]]
    wrong = door("get", f"lorebooks/{door.book.pk}/diff/", revision=9)
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (404, "pin_missing")


@pytest.mark.spec("WB-37a")
def test_a_player_reads_the_pinned_revision_and_searches_in_it() -> None:
    door = make_door()
    path = f"lorebooks/{door.book.pk}/"
    read = door("get", path).json()
    assert (read["revision"], read["reach"], read["parameters"]["scan_depth"]) == (1, "player", 4)
    assert read["index"]["state"] == "none"
    assert [entry["key_id"] for entry in read["entries"]] == ["copper-key"]
    assert "comment" not in read["entries"][0]
    assert door("get", path, q="REGENT").json()["found"] == 1
    nothing = door("get", path, q="dragons").json()
    assert (nothing["found"], nothing["open"], nothing["entries"]) == (0, 1, [])
    assert door("get", "lorebooks/1000000/").json()["error"]["code"] == "not_pinned"


@pytest.mark.spec("WB-37", "WB-37a")
def test_secrets_and_closed_books_stay_shut_for_players_and_open_for_authors() -> None:
    door = make_door()
    path = f"lorebooks/{door.book.pk}/"
    door("patch", path, expected_revision=1, revision=2)
    read = door("get", path).json()
    assert ([entry["key_id"] for entry in read["entries"]], read["hidden"]) == (["copper-key"], 1)
    assert "dead" not in str(read)
    door.book.players_may_read = False
    door.book.save()
    shut = door("get", path).json()
    assert (shut["reach"], shut["entries"], shut["parameters"]) == ("nothing", [], None)
    assert (shut["hidden"], shut["index"]) == (2, None)
    author = make_door(author=True)
    path = f"lorebooks/{author.book.pk}/"
    author("patch", path, expected_revision=1, revision=2)
    read = author("get", path).json()
    assert [entry["key_id"] for entry in read["entries"]] == ["copper-key", "plot"]
    assert "comment" in read["entries"][0]


@pytest.mark.spec("WB-37a")
def test_a_large_book_comes_in_pages() -> None:
    door = make_door()
    make_revision(door.book, [make_entry(f"e{n:03}", place=n) for n in range(120)])
    path = f"lorebooks/{door.book.pk}/"
    door("patch", path, expected_revision=1, revision=3)
    last = door("get", path, page=3).json()
    assert (last["pages"], len(last["entries"]), last["entries"][-1]["key_id"]) == (3, 20, "e119")


@pytest.mark.spec("WB-13", "WB-53")
def test_the_order_is_put_as_a_whole() -> None:
    door = make_door()
    done = door("put", "lorebooks/order/", books=[door.book.pk])
    assert (done.status_code, done.json()["books"]) == (200, [door.book.pk])
    wrong = door("put", "lorebooks/order/", books=[])
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (409, "pins_changed")


@pytest.mark.spec("WB-37b")
def test_an_author_gives_the_next_turn_what_it_shall_have_and_takes_it_back() -> None:
    door = make_door(author=True)
    name = f"{door.book.key}:copper-key"
    given = door("put", "next-turn/", strategy="hybrid", budget=300, force=[name])
    assert given.status_code == 200
    told = door("get", "next-turn/").json()
    assert told == given.json()["next_turn"]
    assert told["force"] == [{"name": name, "title": "The copper key"}]
    wrong = door("put", "next-turn/", force=["nowhere:nothing"])
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "unknown_entry")
    assert door("put", "next-turn/", budget=-1).status_code == 400
    door("put", "next-turn/")
    assert door("get", "next-turn/").json() == {
        "strategy": None, "budget": None, "force": [], "bar": [],
    }  # fmt: skip


@pytest.mark.spec("WB-37b", "AD-2")
def test_players_give_the_next_turn_nothing() -> None:
    door = make_door()
    for answer in (door("get", "next-turn/"), door("put", "next-turn/", budget=5)):
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_author")


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "lorebooks/{book}/"),
        ("get", "lorebooks/{book}/diff/"),
        ("patch", "lorebooks/{book}/"),
        ("put", "lorebooks/order/"),
        ("get", "next-turn/"),
        ("put", "next-turn/"),
    ],
)
def test_somebody_elses_story_is_not_there(method, path) -> None:
    door = make_door(reader=make_user())
    body = {"expected_revision": 1, "revision": 2, "books": []} if method != "get" else {}
    answer = door(method, path.format(book=door.book.pk), **body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.spec("WB-37b", "SC-2")
def test_an_author_may_give_a_story_another_strategy_and_a_player_may_not() -> None:
    author, player = make_door(author=True), make_door()
    for door in (author, player):
        answer = door("patch", "", settings={"strategy": "hybrid"})
        if door is player:
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_author")
            continue
        assert answer.json()["effective"]["strategy"] == {"value": "hybrid", "source": "session"}
        assert IndexBuild.objects.filter(book=door.book).count() == 1
    wrong = author("patch", "", settings={"strategy": "magic"})
    assert wrong.json()["error"]["code"] == "setting_invalid"
    assert player("patch", "", settings={"strategy": None}).status_code == 200


@pytest.mark.spec("WB-37b")
def test_a_player_does_not_start_a_story_with_a_strategy_of_its_own() -> None:
    opening = make_playable_opening()
    with pytest.raises(ActionRefused) as refusal:
        make_story(make_user(), opening, settings={"strategy": "hybrid"})
    assert refusal.value.code == "not_author"


@pytest.mark.spec("WB-13")
def test_the_changes_of_a_large_step_come_in_pages() -> None:
    door = make_door(author=True)
    make_revision(door.book, [make_entry(f"e{n:02}") for n in range(40)])
    told = door("get", f"lorebooks/{door.book.pk}/diff/", page=2).json()
    assert (told["pages"], len(told["changed"])) == (2, 11)
