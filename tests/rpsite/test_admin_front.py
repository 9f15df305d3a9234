"""The front page of the writing room: a desk for each role, and no other."""

import pytest
from django.urls import reverse

from tests.factories import make_user
from tests.sessions_app.stories import make_playable_opening, make_story, tell_slowly
from worldbook.actions.accounts import create_account

pytestmark = [pytest.mark.django_db, pytest.mark.spec("AD-1", "AD-2")]
FRONT = "/admin/"


def desks(client, user):
    client.force_login(user)
    page = client.get(FRONT)
    assert page.status_code == 200
    return {name for name in ("author", "moderator", "administrator") if page.context[name]}, page


def test_each_role_has_its_own_desk(client):
    root = create_account(username="root", password="x", roles=["administrator"])
    assert desks(client, make_user(roles=["author"]))[0] == {"author"}
    assert desks(client, make_user(roles=["moderator"]))[0] == {"moderator"}
    assert desks(client, make_user(roles=["author", "moderator"]))[0] == {"author", "moderator"}
    assert desks(client, root)[0] == {"author", "moderator", "administrator"}


def test_an_author_sees_books_with_draft_and_lint_and_who_reads_them(client):
    ana = make_user("ana", roles=["author", "player"])
    opening = make_playable_opening(ana)
    book = opening.pins.get().book
    story = make_story(ana, opening, title="The long night")
    _desks, page = desks(client, ana)
    html = page.content.decode()
    assert book.name in html
    assert "changed since revision 1" in html
    assert story.title in html
    mark = reverse("admin:worldbook_lorebook_lint_mark", args=[book.pk])
    assert mark in html
    assert "nothing to mend" in client.get(mark).content.decode()
    assert "nothing to mend" in client.get(FRONT).content.decode()
    client.force_login(make_user("ben", roles=["author"]))
    assert client.get(mark).status_code == 404
    assert book.name not in client.get(FRONT).content.decode()


def test_an_administrator_sees_whether_the_site_is_in_order(client):
    root = create_account(username="root", password="x", roles=["administrator"])
    tell_slowly(0)
    _desks, page = desks(client, root)
    assert [check["good"] for check in page.context["administrator"]["health"]] == [True] * 5
    assert "storyteller" in page.content.decode()
