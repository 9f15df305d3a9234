"""What a turn is played from: the books it pins, and what the story counts up to it."""

import time
from typing import Any

import pytest

from sessions_app.actions.turns import submit_turn
from sessions_app.engine import context as context_module
from sessions_app.engine import gather as gather_module
from sessions_app.engine.context import make_context
from sessions_app.engine.gather import gather
from sessions_app.engine.values import TurnFailed
from sessions_app.models import (
    Passage,
    Session,
    StoryCharacter,
    StoryVariable,
    StoryVariableDef,
    Take,
    Turn,
)
from sessions_app.queries import gather as reading
from tests.factories import make_book, make_entry
from tests.sessions_app.stories import by_hand, make_story, new_key, pin_by_hand
from tests.sessions_app.tables import inn, make_table_story
from worldbook.models import Revision
from worldbook.queries.compiled import Pinned
from worldbook.rules.selection import Selection, select

pytestmark = pytest.mark.django_db


def answered(story: Session, turns: int) -> None:
    """Let the story have had so many turns, each with an answer."""
    story.refresh_from_db()
    head = story.head
    for number in range(1, turns + 1):
        turn = Turn.objects.create(
            session=story, number=number, idempotency_key=new_key(), player_text="And then?"
        )
        head = Take.objects.create(turn=turn, number=1, parent=head, status="delivered")
        Passage.objects.create(take=head, text="Then this.")
    story.head = head
    story.save()


def sent(story: Session, text: str = "Hello") -> tuple[int, int]:
    """Send a message; session and take."""
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text=text)
    story.refresh_from_db()
    assert story.head_id is not None
    return story.pk, story.head_id


@pytest.mark.spec("WB-25")
def test_a_pin_that_cannot_be_read_fails_the_turn_by_its_name(monkeypatch) -> None:
    story = make_story()

    def gone(pins: tuple[Pinned, ...]) -> None:
        raise Revision.DoesNotExist(f"no revision {pins[0].revision_id}")

    monkeypatch.setattr(gather_module, "compiled_pinned", gone)
    with pytest.raises(TurnFailed) as failed:
        gather(*sent(story))
    assert failed.value.code == "pin_broken"


@pytest.mark.spec("WB-14", "WB-20")
@pytest.mark.parametrize(
    ("turns", "chosen"), [(0, ["early", "hour"]), (1, ["early", "hour", "late"])]
)
def test_conditions_of_pinned_books_are_judged_on_what_the_story_keeps(turns, chosen) -> None:
    story = make_story()
    answered(story, turns)
    conditions: dict[str, Any] = {
        "early": {"turn": {"at_most": 5}},
        "hour": {"window": {"from": "00:00", "to": "24:00"}},
        "late": {"turn": {"at_least": 2}},
        "never": {"elapsed": {"since": "start", "at_least": "1w"}},
        "judged": {"judged": "It is raining."},
    }
    entries = [
        make_entry(key, constant=True, conditions=condition)
        for key, condition in conditions.items()
    ]
    pin_by_hand(story, make_book(story.owner, entries=entries))
    read = gather(*sent(story))
    found = select(read.request, read.books, len)
    assert isinstance(found, Selection)
    assert sorted(entry.key_id for entry in found.selected) == chosen


@pytest.mark.spec("WB-14", "LN-1")
def test_the_state_is_frozen_with_the_turn_as_far_as_books_ask() -> None:
    story = make_story()
    assert gather(*sent(story)).request.state == {"turn": 1}
    asking = make_entry("inn", conditions={"place": {"who": "guard", "at": "inn"}})
    pin_by_hand(story, make_book(story.owner, entries=[asking]))
    read = gather(story.pk, story.head_id)
    assert read.request.state == {
        "turn": 1,
        "player": "persona",
        "places": {"guard": None, "persona": None},
        "regions": {},
    }


@pytest.mark.parametrize("turns", [1, 3, 8])
def test_the_characters_messages_are_counted_beyond_what_is_read(turns, monkeypatch) -> None:
    monkeypatch.setattr(reading, "HISTORY_TURNS", 4)
    story = make_story()
    answered(story, turns)
    request = gather(*sent(story)).request
    assert request.answers() == turns + 1  # the greeting is one


def test_where_nobody_greets_no_greeting_is_counted() -> None:
    story = make_story()
    Session.objects.filter(pk=story.pk).update(head=None)
    answered(story, 2)
    assert gather(*sent(story)).request.answers() == 2


@pytest.mark.spec("WB-18a")
def test_a_plain_actor_has_no_public_scene() -> None:
    assert gather(*sent(make_story())).request.scene == ""


@pytest.mark.spec("WB-22")
def test_a_pattern_has_its_time_for_the_whole_turn(monkeypatch) -> None:
    handed: dict[str, Any] = {}

    def choose(*arguments: Any, **named: Any) -> Any:
        handed.update(named)
        return select(*arguments, **named)

    monkeypatch.setattr(context_module, "select", choose)
    make_context(gather(*sent(make_story())), "")
    assert handed["clock"] is time.thread_time


SAYS = "Alarm {{getvar::alarm}}, wounds {{getvar::wounds}}, nothing {{getvar::unheard}}."


@pytest.mark.spec("WB-33", "VR-1")
def test_lore_and_cards_tell_the_storys_variables_as_they_are_now() -> None:
    story = make_table_story()
    entries = [
        make_entry("says", constant=True, content=SAYS),
        make_entry("keyed", keys=["alarm {{getvar::alarm}}"], content="Bells."),
    ]
    pin_by_hand(story, make_book(story.owner, entries=entries))
    asked = sent(story, "Alarm 2!")
    read = gather(*asked)
    (says,) = select(read.request, read.books, len).selected
    assert "Alarm 0, wounds 0, nothing ." in says.text
    with by_hand(story):
        alarm = StoryVariableDef.objects.get(session=story, key="alarm")
        StoryVariable.objects.create(session=story, definition=alarm, value=2)
    read = gather(*asked)
    says, bells = select(read.request, read.books, len).selected
    assert "Alarm 2, wounds 0" in says.text
    assert "Bells." in bells.text


def test_variables_are_not_read_for_texts_without_them(monkeypatch) -> None:
    monkeypatch.setattr(gather_module, "story_variables", None)
    story = make_story()
    pin_by_hand(
        story, make_book(story.owner, entries=[make_entry("a", content="getvar, {{user}}")])
    )
    assert gather(*sent(story)).request.variables == {}


@pytest.mark.spec("WB-33")
def test_a_card_tells_variables_too() -> None:
    story = make_table_story()
    with by_hand(story):
        StoryCharacter.objects.filter(session=story).update(description="{{getvar::alarm}}")
    read = gather(*sent(story))
    assert (read.request.variables["alarm"], read.request.variables["valence"]) == ("0", "0")


@pytest.mark.spec("WB-33")
def test_a_greeting_tells_the_values_that_the_story_begins_with() -> None:
    document = inn()
    document["openings"][0] |= {
        "greeting": "The alarm stands at {{getvar::alarm}}.",
        "variable_values": [{"of": {"kind": "world"}, "variable": "alarm", "value": 3}],
    }
    story = make_table_story(document=document)
    assert Passage.objects.get(take=story.head).text == "The alarm stands at 3."
