"""What conditions ask of a story's rows, and how much is read for it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sessions_app.models import (
    Session,
    StoryCharacter,
    StoryClock,
    StoryEngagement,
    StoryItem,
    StoryLocation,
    StoryPlacement,
    StoryRegion,
    StoryVariable,
    StoryVariableDef,
)
from sessions_app.queries.condition_state import condition_state
from tests.sessions_app.stories import by_hand
from tests.sessions_app.tables import inn, make_table_story
from worldbook.rules.condition_asks import NOTHING_ASKED, asks_of
from worldbook.rules.conditions import evaluate
from worldbook.rules.facts import Facts, state_fault
from worldbook.rules.zones import HOUR

pytestmark = pytest.mark.django_db

EVERYTHING: list[dict[str, Any]] = [
    {"time": {"after": "2026-01-01"}},
    {"elapsed": {"since": "start", "at_least": "1h"}},
    {"place": {"who": "tom", "at": "yard"}},
    {"item": {"item": "coin", "held_by": "mira"}},
    {"variable": {"of": {"kind": "character", "key": "tom"}, "variable": "wounds", "op": "==",
                  "value": 0}},
    {"variable": {"of": {"kind": "item", "key": "coin"}, "variable": "gilt", "op": "==",
                  "value": True}},
    {"variable": {"of": {"kind": "location", "key": "hall"}, "variable": "lit", "op": "==",
                  "value": True}},
    {"engagement": {"key": "duel", "status": "pending"}},
]  # fmt: skip


@pytest.fixture
def story() -> Session:
    return make_table_story()


def state(story: Session, *conditions: dict[str, Any]) -> dict[str, Any]:
    found = condition_state(story.pk, asks_of(conditions))
    assert state_fault(found) is None
    return found


def verdict(story: Session, condition: dict[str, Any]) -> bool | None:
    return evaluate(condition, Facts(state(story, condition))).verdict


@pytest.mark.spec("WB-14", "CO-2", "TM-8", "TM-10")
def test_time_is_the_storys_clock_in_its_zone(story) -> None:
    found = state(story, {"elapsed": {"since": "start", "at_least": "1h"}})
    assert found == {
        "player": "persona",
        "tz": "Europe/Berlin",
        "hemisphere": "north",
        "festivals": {},
        "now": "2026-03-02T10:00:00+01:00",
        "started": "2026-03-02T10:00:00+01:00",
    }
    assert verdict(story, {"window": {"from": "10:00", "to": "11:00", "days": ["mon"]}}) is True
    assert verdict(story, {"calendar": {"season": "winter"}}) is False
    assert verdict(story, {"elapsed": {"since": "start", "at_least": "1s"}}) is False


@pytest.mark.spec("WB-14", "CO-2", "PL-9")
def test_places_are_those_of_now_with_their_regions(story) -> None:
    with by_hand(story):
        land = StoryRegion.objects.create(session=story, key="land", name="Land")
        town = StoryRegion.objects.create(session=story, key="town", name="Town", parent=land)
        StoryLocation.objects.filter(session=story, key="hall").update(region=town)
    assert verdict(story, {"place": {"who": "player", "at": "land"}}) is True
    assert verdict(story, {"together": {"who": ["player", "mira"], "at": "town"}}) is True
    assert verdict(story, {"place": {"who": "vera", "at": ["town", "yard"]}}) is False
    with by_hand(story):
        yard = StoryLocation.objects.get(session=story, key="yard")
        StoryPlacement.objects.filter(session=story, character__key="vera").update(location=yard)
    assert verdict(story, {"place": {"who": "vera", "at": ["town", "yard"]}}) is True
    assert verdict(story, {"place": {"who": "zora", "at": "yard"}}) is None


@pytest.mark.spec("WB-14", "CO-2", "IT-6")
def test_things_are_counted_by_kind_wherever_they_are(story) -> None:
    with by_hand(story):
        mira = StoryCharacter.objects.get(session=story, key="mira")
        StoryItem.objects.create(
            session=story, key="coin~2", kind="coin", name="coin", quantity=3, holder=mira
        )
        StoryItem.objects.filter(session=story, key="bread").update(status="gone", location=None)
    coins = {"item": "coin", "held_by": "mira", "quantity_at_least": 13}
    assert verdict(story, {"item": coins}) is True
    assert verdict(story, {"item": coins | {"quantity_at_least": 14}}) is False
    assert verdict(story, {"item": {"item": "coin", "at": "hall"}}) is True
    assert verdict(story, {"item": {"item": "small-key", "in": "chest"}}) is True
    assert verdict(story, {"item": {"item": "bread", "at": "yard"}}) is False
    assert verdict(story, {"item": {"item": "crown", "at": "yard"}}) is None
    found = state(story, {"item": {"item": "small-key", "at": "hall"}})
    assert [item["key"] for item in found["items"]] == ["small-key", "chest"]


@pytest.mark.spec("WB-14", "CO-2", "VR-1", "VR-2")
def test_variables_have_their_values_or_defaults(story) -> None:
    def holds(key: str, name: str, value: Any, kind: str = "character") -> bool | None:
        of = {"kind": kind} | ({"key": key} if key else {})
        asked = {"of": of, "variable": name, "op": "==", "value": value}
        return verdict(story, {"variable": asked})

    assert holds("tom", "wounds", 0) is True
    assert holds("", "alarm", 0, "world") is True
    assert holds("player", "valence", 0) is True
    with by_hand(story):
        tom = StoryCharacter.objects.get(session=story, key="tom")
        definitions = {row.key: row for row in StoryVariableDef.objects.filter(session=story)}
        StoryVariable.objects.create(
            session=story, definition=definitions["wounds"], character=tom, value=2
        )
        StoryVariable.objects.create(session=story, definition=definitions["alarm"], value=3)
        StoryVariable.objects.create(session=story, built_in="valence", character=tom, value=-0.25)
        StoryCharacter.objects.filter(session=story, key="mira").update(dominance="0.5")
    assert holds("tom", "wounds", 2) is True
    assert holds("", "alarm", 3, "world") is True
    assert holds("tom", "valence", -0.25) is True
    assert holds("mira", "dominance", 0.5) is True
    assert holds("zora", "wounds", 0) is None
    assert holds("tom", "luck", 0) is None
    assert holds("coin", "wounds", 0, "item") is None


@pytest.mark.spec("WB-14", "CO-2", "AG-2")
def test_an_engagement_past_its_time_is_overdue(story) -> None:
    with by_hand(story):
        clock = StoryClock.objects.get(session=story)
        tom = StoryCharacter.objects.get(session=story, key="tom")
        for key, begins, ends in (("duel", -HOUR, None), ("feast", -HOUR, HOUR)):
            StoryEngagement.objects.create(
                session=story, key=key, character=tom, title=key, begins=clock.now + begins,
                ends=None if ends is None else clock.now + ends,
            )  # fmt: skip
    assert verdict(story, {"engagement": {"key": "duel", "status": "overdue"}}) is True
    assert verdict(story, {"engagement": {"key": "feast", "status": "pending"}}) is True
    assert verdict(story, {"engagement": {"key": "hunt", "status": "pending"}}) is None
    assert list(state(story, {"engagement": {"key": "duel", "status": "kept"}})["engagements"]) == [
        "duel"
    ]


@pytest.mark.spec("WB-14", "TM-2")
def test_a_story_without_a_clock_knows_no_time() -> None:
    story = make_table_story(document=inn() | {"world": inn()["world"] | {"clock_mode": "none"}})
    assert verdict(story, {"window": {"from": "00:00", "to": "24:00"}}) is None
    assert verdict(story, {"place": {"who": "tom", "at": "yard"}}) is True


@pytest.mark.spec("WB-14", "TM-4")
def test_a_real_clock_is_now_also_before_its_step_is_logged(story) -> None:
    with by_hand(story):
        StoryClock.objects.filter(session=story).update(mode="real", now=0, started=0)
    assert verdict(story, {"time": {"after": "2020-01-01"}}) is True
    assert verdict(story, {"elapsed": {"since": "start", "at_least": "2000w"}}) is True


@pytest.mark.spec("WB-14")
def test_what_no_story_keeps_is_unknown(story) -> None:
    for condition in (
        {"event": {"tag": "flood"}},
        {"trigger": {"key": "bell", "status": "fired"}},
        {"judged": "It is raining."},
    ):
        assert verdict(story, condition) is None


@pytest.mark.spec("WB-14")
@pytest.mark.parametrize(
    ("conditions", "queries"),
    [
        ([], 0),
        ([{"turn": {"at_least": 2}}], 0),
        (EVERYTHING[:1], 2),
        (EVERYTHING[2:3], 3),
        (EVERYTHING[3:4], 2),
        (EVERYTHING[4:5], 4),
        (EVERYTHING, 10),
    ],
)
def test_only_what_is_asked_for_is_read(
    story, conditions, queries, django_assert_num_queries
) -> None:
    condition_state(story.pk, asks_of(EVERYTHING))
    with django_assert_num_queries(queries):
        condition_state(story.pk, asks_of(conditions))


@pytest.mark.spec("PF-3")
def test_how_many_rows_there_are_costs_no_more_queries(story) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            condition_state(story.pk, asks_of(EVERYTHING))
        return len(queries)

    one = count()
    with by_hand(story):
        hall = StoryLocation.objects.get(session=story, key="hall")
        for number in range(3):
            StoryItem.objects.create(
                session=story, key=f"coin~{number + 2}", kind="coin", location=hall
            )
    assert count() == one
    assert condition_state(story.pk, NOTHING_ASKED) == {}
