"""A story's state is read whole, at a cost that its length does not change."""

import pytest

from sessions_app.models import Session, StoryItem, StoryLocation, StoryVariable, StoryVariableDef
from sessions_app.queries.world import read_world
from tests.sessions_app.stories import by_hand, make_story
from worldbook.rules.items.state import Holder

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Session:
    return make_story()


def furnish(story: Session, count: int) -> None:
    """Places with a chest each, and in each of those a stack of coins."""
    with by_hand(story):
        for at in range(count):
            place = StoryLocation.objects.create(session=story, key=f"room-{at}")
            chest = StoryItem.objects.create(
                session=story, key=f"chest-{at}", kind="chest", location=place, container="open"
            )
            StoryItem.objects.create(
                session=story, key=f"coin-{at}", kind="coin", inside=chest, quantity=at + 2
            )


@pytest.mark.spec("PF-3")
@pytest.mark.parametrize("count", [1, 3])
def test_it_takes_one_query_whatever_there_is(
    story: Session, count: int, django_assert_num_queries
) -> None:
    furnish(story, count)
    with django_assert_num_queries(1):
        state = read_world(story.pk)
    assert len(state.things.items) == 2 * count
    assert state.things.items["coin-0"].holder == Holder("item", "chest-0")
    assert state.things.place_of("coin-0") == "room-0"


@pytest.mark.spec("ST-0a")
def test_keys_lead_to_the_numbers_of_rows(story: Session) -> None:
    furnish(story, 1)
    numbers = read_world(story.pk).numbers
    assert numbers.items["chest-0"] == StoryItem.objects.get(key="chest-0").n
    assert numbers.locations["room-0"] == StoryLocation.objects.get(key="room-0").n


@pytest.mark.spec("IT-1")
def test_what_is_gone_is_not_in_it_nor_its_values(story: Session) -> None:
    furnish(story, 1)
    with by_hand(story):
        coin = StoryItem.objects.get(key="coin-0")
        worth = StoryVariableDef.objects.create(
            session=story, key="worth", value_kind="number", scope="item", default=1
        )
        StoryVariable.objects.create(session=story, definition=worth, item=coin, value=2.5)
    assert read_world(story.pk).things.items["coin-0"].own_values
    with by_hand(story):
        StoryItem.objects.filter(pk=coin.pk).update(status="gone", inside=None, quantity=0)
    state = read_world(story.pk)
    assert "coin-0" not in state.things.items
    assert state.variables.values == {}
    assert "coin-0" not in state.numbers.items


def test_a_story_sees_only_its_own(story: Session) -> None:
    furnish(make_story(), 2)
    assert read_world(story.pk).things.items == {}
