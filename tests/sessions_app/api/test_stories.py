"""Whose stories they are, and what starting one copies."""

from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from sessions_app.models import Command, Passage, Session, StoryCharacter, Take, Turn
from tests.factories import make_book, make_entry, make_revision, make_user
from tests.sessions_app.stories import (
    LORE,
    make_playable_opening,
    make_scenario,
    make_story,
    new_key,
)
from worldbook.api.throttles import AccountThrottle

pytestmark = pytest.mark.django_db


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(f"/api/sessions/{path}", {"key": new_key()} | body, "application/json")


def test_start_copies_cards_persona_pins_and_greetings() -> None:
    opening = make_playable_opening()
    answer = post(signed_in(make_user()), "", opening=opening.pk, title="Mine", seed="s")
    assert answer.status_code == 201
    shown = answer.json()
    story = Session.objects.get(pk=shown["id"])
    assert shown["title"] == "Mine"
    guard = StoryCharacter.objects.get(session=story, key="guard")
    assert shown["characters"] == [{"n": guard.n, "name": "Mira", "portrait": None}]
    assert shown["persona"] == {"name": "Ana", "text": ""}
    assert [pin["revision"] for pin in shown["pins"]] == [1]
    assert shown["effective"]["worldbook_budget"]["source"] == "scenario"
    takes = Take.objects.filter(turn__session=story, turn__number=0)
    texts = list(
        Passage.objects.filter(take__in=takes).order_by("take__number").values_list("text")
    )
    assert texts == [("Good evening, Ana. I am Mira.",), ("The tower is closed.",)]
    assert story.head == takes.get(number=1)


@pytest.mark.spec("SC-5")
def test_a_later_change_of_the_card_does_not_reach_the_story() -> None:
    opening = make_playable_opening()
    story = make_story(opening=opening)
    card = opening.cast.get().character
    card.description = "Somebody else."
    card.save()
    assert (
        StoryCharacter.objects.get(session=story, cast=True).description
        == "The guard of the tower."
    )


@pytest.mark.spec("WB-13")
def test_a_later_publication_does_not_move_a_pin() -> None:
    opening = make_playable_opening()
    story = make_story(opening=opening)
    make_revision(opening.pins.get().book, [*LORE, make_entry("new")])
    client = signed_in(story.owner)
    (pin,) = client.get(f"/api/sessions/{story.pk}/lorebooks/").json()["pins"]
    assert (pin["revision"], pin["latest"]) == (1, 2)


@pytest.mark.spec("WB-13")
def test_pins_are_explicit_ordered_and_never_rebound() -> None:
    player = make_user()
    story = make_story(player)
    client = signed_in(player)
    book = make_book(player, entries=LORE)
    make_revision(book, LORE)
    assert post(client, f"{story.pk}/lorebooks/", book=book.pk, revision=7).status_code == 404
    assert post(client, f"{story.pk}/lorebooks/", book=book.pk, revision=1).status_code == 200
    again = post(client, f"{story.pk}/lorebooks/", book=book.pk, revision=2)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_pinned")
    pins = client.get(f"/api/sessions/{story.pk}/lorebooks/").json()["pins"]
    assert [(pin["key"], pin["revision"]) for pin in pins][1:] == [(book.key, 1)]
    gone = client.delete(
        f"/api/sessions/{story.pk}/lorebooks/",
        {"key": new_key(), "book": book.pk},
        "application/json",
    )
    assert gone.status_code == 200
    assert len(client.get(f"/api/sessions/{story.pk}/lorebooks/").json()["pins"]) == 1


@pytest.mark.spec("WB-13")
def test_a_book_nobody_gave_the_player_cannot_be_pinned() -> None:
    player = make_user()
    story = make_story(player)
    book = make_book(entries=LORE)
    answer = post(signed_in(player), f"{story.pk}/lorebooks/", book=book.pk)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "pin_missing")


@pytest.mark.spec("WB-13")
def test_pins_stay_as_they_are_during_a_turn() -> None:
    player = make_user()
    story = make_story(player)
    book = make_book(player, entries=LORE)
    Take.objects.filter(pk=story.head_id).update(status="running")
    answer = post(signed_in(player), f"{story.pk}/lorebooks/", book=book.pk)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "turn_running")


@pytest.mark.spec("SC-1")
@pytest.mark.parametrize("enabled", [True, False])
def test_an_unknown_or_disabled_scenario_is_refused_never_replaced(*, enabled: bool) -> None:
    opening = make_playable_opening()
    make_scenario("off", enabled=enabled)
    wanted = "off" if not enabled else "nowhere"
    answer = post(signed_in(make_user()), "", opening=opening.pk, scenario=wanted)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "scenario_unavailable")
    assert not Session.objects.exists()


def test_the_same_start_sent_twice_is_one_story() -> None:
    opening = make_playable_opening()
    client = signed_in(make_user())
    both = [post(client, "", opening=opening.pk, key="one").json()["id"] for _ in range(2)]
    assert both[0] == both[1]
    assert Session.objects.count() == 1


def test_a_world_the_player_may_not_see_cannot_be_started_in() -> None:
    opening = make_playable_opening()
    opening.world.visibility = "private"
    opening.world.save()
    assert post(signed_in(make_user()), "", opening=opening.pk).status_code == 404


COMMANDS = (
    ("turns/", {"text": "Hi"}),
    ("stop/", {}),
    ("retry/", {"take": 1}),
    ("resume/", {"take": 1}),
    ("continue/", {"take": 1}),
    ("regenerate/", {"take": 1}),
    ("choose/", {"take": 1}),
    ("edit/", {"turn": 1, "text": "x"}),
    ("replay/", {"turn": 1, "text": "x"}),
    ("delete/", {"turn": 1}),
    ("delete-from/", {"turn": 1}),
    ("undo/", {}),
    ("skip/", {"turn": 1}),
    ("withdraw/", {"turn": 1}),
    ("lorebooks/", {"book": 1}),
)


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize(("path", "body"), COMMANDS)
def test_somebody_elses_story_does_not_exist_for_commands(path: str, body: dict[str, Any]) -> None:
    story = make_story()
    take = story.head
    own = body | ({"take": take.pk} if "take" in body else {})
    own |= {"turn": take.turn_id} if "turn" in body else {}
    answer = post(signed_in(make_user()), f"{story.pk}/{path}", **own)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert Turn.objects.filter(session=story).count() == 1
    assert Command.objects.filter(session=story).exclude(name__startswith="start:").count() == 0


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize("path", ["", "messages/", "lorebooks/", "turns/{turn}/trace/"])
def test_somebody_elses_story_cannot_be_read(path: str) -> None:
    story = make_story()
    path = path.format(turn=story.head.turn_id)
    address = f"/api/sessions/{story.pk}/{path}"
    assert signed_in(make_user()).get(address).status_code == 404
    assert signed_in(story.owner).get(address).status_code == 200
    assert Client().get(address).status_code in (401, 403)


@pytest.mark.spec("SF-1")
def test_a_turn_of_another_story_cannot_be_reached_through_ones_own() -> None:
    mine, theirs = make_story(), make_story()
    client = signed_in(mine.owner)
    turn = theirs.head.turn_id
    assert client.get(f"/api/sessions/{mine.pk}/turns/{turn}/trace/").status_code == 404
    assert post(client, f"{mine.pk}/edit/", turn=turn, text="x").status_code == 404
    assert post(client, f"{mine.pk}/delete/", take=theirs.head_id).status_code == 404


@pytest.mark.parametrize("text", ["", "   ", "x" * 20_001])
def test_a_message_without_text_or_too_long_is_refused_clearly(text: str) -> None:
    story = make_story()
    answer = post(signed_in(story.owner), f"{story.pk}/turns/", text=text)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in ("text_empty", "text_too_long")
    assert answer.json()["error"]["message"]


def test_a_command_without_a_key_and_one_with_two_targets_are_refused() -> None:
    story = make_story()
    client = signed_in(story.owner)
    no_key = client.post(f"/api/sessions/{story.pk}/stop/", {}, "application/json")
    assert (no_key.status_code, no_key.json()["error"]["code"]) == (400, "no_key")
    both = post(client, f"{story.pk}/delete/", turn=1, take=1)
    assert (both.status_code, both.json()["error"]["code"]) == (400, "invalid")


@pytest.mark.spec("SF-1")
def test_a_post_without_csrf_token_is_refused() -> None:
    story = make_story()
    client = Client(enforce_csrf_checks=True)
    client.force_login(story.owner)
    assert post(client, f"{story.pk}/turns/", text="Hi").status_code == 403


def test_settings_are_changed_and_unknown_ones_refused() -> None:
    story = make_story()
    client = signed_in(story.owner)
    address = f"/api/sessions/{story.pk}/"
    changed = client.patch(
        address, {"title": "New", "settings": {"worldbook_budget": 99}}, "application/json"
    )
    assert changed.json()["title"] == "New"
    assert changed.json()["effective"]["worldbook_budget"] == {"value": 99, "source": "session"}
    back = client.patch(address, {"settings": {"worldbook_budget": None}}, "application/json")
    assert back.json()["effective"]["worldbook_budget"]["source"] == "scenario"
    refused = client.patch(address, {"settings": {"nonsense": 1}}, "application/json")
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "setting_unknown")


def test_a_story_is_deleted_with_all_in_it() -> None:
    story = make_story()
    assert signed_in(story.owner).delete(f"/api/sessions/{story.pk}/").status_code == 204
    assert not Turn.objects.exists()
    assert not Take.objects.exists()


def test_greetings_are_swiped_before_the_first_message() -> None:
    story = make_story()
    client = signed_in(story.owner)
    other = Take.objects.get(turn=story.head.turn, number=2)
    assert post(client, f"{story.pk}/choose/", take=other.pk).status_code == 200
    (turn,) = client.get(f"/api/sessions/{story.pk}/messages/").json()["turns"]
    assert (turn["chosen"], turn["player"], len(turn["takes"])) == (other.pk, None, 2)


def test_the_schema_describes_every_door() -> None:

    schema = SchemaGenerator().get_schema(public=True)
    validate_schema(schema)
    assert len([path for path in schema["paths"] if path.startswith("/api/sessions/")]) >= 18


@pytest.mark.spec("SF-1")
def test_too_many_messages_are_refused_and_say_when_to_come_back(monkeypatch, settings) -> None:
    monkeypatch.setattr(AccountThrottle, "THROTTLE_RATES", {"messages": "2/min"})
    story = make_story()
    client = signed_in(story.owner)
    answers = [post(client, f"{story.pk}/turns/", text=str(n)) for n in range(3)]
    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert answers[2].json()["error"]["code"] == "throttled"
    assert 0 < answers[2].json()["error"]["retry_after"] <= 60
    assert client.get(f"/api/sessions/{story.pk}/messages/").status_code == 200


@pytest.mark.spec("SF-3")
def test_a_message_is_accepted_while_redis_is_away(settings) -> None:
    story = make_story()
    client = signed_in(story.owner)
    settings.REDIS_URL = "unix:///nowhere/s"
    answer = post(client, f"{story.pk}/turns/", text="Hello")
    assert answer.status_code == 202
    assert Turn.objects.get(pk=answer.json()["id"]).player_text == "Hello"
    assert client.get(f"/api/sessions/{story.pk}/messages/").json()["after"] == ""


@pytest.mark.spec("AD-2", "SF-1")
def test_a_window_before_a_turn_of_somebody_elses_story_is_empty() -> None:
    """The id of a foreign turn opens no door into the story around it."""
    secret, mine = make_story(), make_story()
    client = signed_in(mine.owner)
    sent = post(signed_in(secret.owner), f"{secret.pk}/turns/", text="A secret.").json()
    page = client.get(f"/api/sessions/{mine.pk}/messages/", {"before_turn": sent["id"]}).json()
    assert page["turns"] == []


@pytest.mark.spec("SC-2")
def test_a_story_starts_with_settings_of_its_own_and_unknown_ones_are_refused() -> None:
    opening = make_playable_opening()
    client = signed_in(make_user())
    kept = post(client, "", opening=opening.pk, settings={"worldbook_budget": 900})
    assert kept.status_code == 201
    assert kept.json()["effective"]["worldbook_budget"] == {"value": 900, "source": "session"}
    answer = post(client, "", opening=opening.pk, settings={"magic": True})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "setting_unknown")
