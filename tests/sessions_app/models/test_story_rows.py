"""What the database holds state rows to, by whatever way they are written (IT-2, ST-4)."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from memory.models import EntityKnowledge, Relationship
from sessions_app.models import (
    Session,
    StoryCharacter,
    StoryExit,
    StoryItem,
    StoryLocation,
    StoryPlacement,
    StoryVariable,
    StoryVariableDef,
)
from tests.sessions_app.stories import by_hand, make_story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    return make_story()


@pytest.fixture
def hall(story: Session) -> StoryLocation:
    with by_hand(story):
        return StoryLocation.objects.create(session=story, key="hall")


def now() -> None:
    """Let what waits for the end of the transaction be looked at."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def refused(story: Session, write: Callable[[], object], name: str) -> None:
    """The database says no, and names what is broken."""
    with pytest.raises(DatabaseError, match=name), transaction.atomic():
        write_to_the_end(story, write)


def write_to_the_end(story: Session, write: Callable[[], object]) -> None:
    with by_hand(story):
        write()
        now()


def an_item(story: Session, key: str = "lamp", **fields: object) -> StoryItem:
    return StoryItem.objects.create(session=story, key=key, kind=key, **fields)


@pytest.mark.spec("IT-2")
def test_a_present_item_has_one_holder_and_a_gone_one_none(story, hall) -> None:
    guard = StoryCharacter.objects.get(session=story, cast=True)
    for wrong in (
        {},
        {"location": hall, "holder": guard},
        {"status": "gone", "location": hall},
    ):
        refused(story, lambda fields=wrong: an_item(story, **fields), "story_item_one_holder")
    with by_hand(story):
        an_item(story, "lamp", location=hall)
        an_item(story, "ash", status="gone", quantity=0)
        now()


@pytest.mark.spec("IT-2")
def test_nothing_is_inside_itself_at_the_end_but_on_the_way_it_may(story, hall) -> None:
    with by_hand(story):
        box = an_item(story, "box", location=hall)
        sack = an_item(story, "sack", inside=box)
        purse = an_item(story, "purse", inside=sack)
    own = StoryItem.objects.filter(pk=box.pk)
    refused(story, lambda: own.update(location=None, inside=purse), "inside itself")
    refused(story, lambda: own.update(location=None, inside=box), "inside itself")
    with by_hand(story):
        own.update(location=None, inside=purse)
        StoryItem.objects.filter(pk=sack.pk).update(inside=None, location=hall)
        now()


@pytest.mark.spec("IT-2")
def test_a_worn_thing_has_a_wearer_and_a_stack_has_something_in_it(story, hall) -> None:
    refused(story, lambda: an_item(story, location=hall, worn="head"), "worn_by_somebody")
    refused(story, lambda: an_item(story, location=hall, quantity=0), "story_item_quantity")


@pytest.mark.spec("IT-2", "ST-4")
def test_no_row_refers_to_another_storys(story, hall) -> None:
    other = make_story()
    with by_hand(other):
        far = StoryLocation.objects.create(session=other, key="hall")
    guard = StoryCharacter.objects.get(session=story, cast=True)
    stranger = StoryCharacter.objects.get(session=other, cast=True)
    refused(story, lambda: an_item(story, location=far), "storyitem_same_story")
    refused(
        story,
        lambda: StoryExit.objects.create(session=story, key="out", origin=hall, target=far),
        "storyexit_same_story",
    )
    refused(
        story,
        lambda: StoryPlacement.objects.filter(character=guard).update(location=far),
        "storyplacement_same_story",
    )
    refused(
        story,
        lambda: Relationship.objects.create(session=story, character=guard, other=stranger),
        "relationship_same_story",
    )


def test_what_something_refers_to_cannot_go_alone(story, hall) -> None:
    with by_hand(story):
        an_item(story, location=hall)
    refused(story, lambda: StoryLocation.objects.filter(pk=hall.pk).delete(), "foreign key")


@pytest.mark.spec("KN-3")
def test_an_edge_leads_to_one_thing_once(story, hall) -> None:
    guard = StoryCharacter.objects.get(session=story, cast=True)

    def know(**what: object) -> EntityKnowledge:
        return EntityKnowledge.objects.create(session=story, character=guard, **what)

    with by_hand(story):
        lamp = an_item(story, location=hall)
        know(location=hall)
    for wrong in ({}, {"location": hall, "item": lamp}, {"item": lamp, "lore": "a:b"}):
        refused(story, lambda what=wrong: know(**what), "knowledge_of_one_thing")
    refused(story, lambda: know(location=hall), "knowledge_once")


@pytest.mark.spec("VR-1")
def test_a_value_is_of_one_target_and_of_one_variable(story, hall) -> None:
    guard = StoryCharacter.objects.get(session=story, cast=True)
    with by_hand(story):
        mood = StoryVariableDef.objects.create(
            session=story, key="mood", value_kind="number", scope="character", default=0
        )

    def keep(**fields: object) -> StoryVariable:
        return StoryVariable.objects.create(session=story, value=1, **fields)

    with by_hand(story):
        keep(definition=mood, character=guard)
        keep(built_in="valence", character=guard)
    refused(story, lambda: keep(definition=mood, character=guard), "story_variable_once")
    refused(story, lambda: keep(definition=mood, character=guard, location=hall), "is_of_one")
    refused(story, lambda: keep(character=guard), "of_a_definition")
    refused(story, lambda: keep(definition=mood, built_in="valence"), "of_a_definition")


def test_nobody_knows_or_follows_itself(story) -> None:
    guard = StoryCharacter.objects.get(session=story, cast=True)
    with pytest.raises(IntegrityError, match="relationship_two"), by_hand(story):
        Relationship.objects.create(session=story, character=guard, other=guard)
    refused(
        story,
        lambda: StoryPlacement.objects.filter(character=guard).update(follows=guard),
        "follows_other",
    )
