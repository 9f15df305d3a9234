"""Stories in the writing room: for reading, one's own; all of them for moderators (AD-2)."""

import pytest
from django.urls import reverse

from sessions_app.models import StoryCharacter
from tests.factories import make_user
from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.actions.story_write import story_write

pytestmark = [pytest.mark.django_db, pytest.mark.spec("AD-2")]

LIST = reverse("admin:sessions_app_session_changelist")


@pytest.fixture
def stories():
    author = make_user("ana", roles=["author", "player"])
    opening = make_playable_opening(author)
    own = make_story(author, opening, title="Ana's own")
    others = make_story(make_user("ben"), opening, title="Ben's own")
    return author, own, others


def address(story):
    return reverse("admin:sessions_app_session_change", args=[story.pk])


def titles(answer):
    return {row.title for row in answer.context["cl"].result_list}


def test_an_author_reads_own_stories_only(client, stories):
    author, own, others = stories
    client.force_login(author)
    assert titles(client.get(LIST)) == {"Ana's own"}
    assert client.get(address(own)).status_code == 200
    assert client.get(address(others)).status_code == 302


def test_a_moderator_reads_all_and_changes_none(client, stories):
    _, own, others = stories
    client.force_login(make_user("mod", roles=["moderator"]))
    assert titles(client.get(LIST)) == {"Ana's own", "Ben's own"}
    assert client.get(address(others)).status_code == 200
    assert client.post(address(own), {"title": "Mine now"}).status_code == 403
    own.refresh_from_db()
    assert own.title == "Ana's own"


@pytest.mark.spec("ST-4")
def test_the_journal_is_shown_to_moderators_and_the_worlds_authors_alone(client, stories):
    author, own, others = stories
    elsewhere = make_story(author, make_playable_opening())
    for story in (own, others, elsewhere):
        with story_write(story.pk, cause="author", reason="It is a tidy story."):
            StoryCharacter.objects.filter(session=story, key="guard").update(name="Mirabel")
    client.force_login(author)
    assert "It is a tidy story." in client.get(address(own)).content.decode()
    assert "It is a tidy story." not in client.get(address(elsewhere)).content.decode()
    client.force_login(make_user("mod", roles=["moderator"]))
    shown = client.get(address(others)).content.decode()
    assert "story character Mirabel" in shown
    assert "It is a tidy story." in shown


def test_a_player_has_no_writing_room(client, stories):
    client.force_login(make_user("pim"))
    assert client.get(LIST).status_code in (302, 403)
