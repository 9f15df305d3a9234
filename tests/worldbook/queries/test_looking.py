"""What a moderator looks at is in the log (AP-3)."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from tests.factories import make_book, make_character, make_entry, make_user
from tests.sessions_app.stories import make_story

pytestmark = pytest.mark.django_db


def looks(caplog):
    rows = [row.msg for row in caplog.records if "moderator_looked" in str(row.msg)]
    return [(row["kind"], row["id"]) for row in rows]


@pytest.fixture
def moderator(client):
    user = make_user("mo", roles=["moderator"])
    client.force_login(user)
    return user


@pytest.mark.spec("AP-3")
def test_looks_in_the_admin_are_noted(client, moderator, caplog):
    book = make_book(entries=[make_entry("a")])
    mira = make_character()
    story = make_story()
    may = Permission.objects.get(codename="view_session", content_type__app_label="sessions_app")
    moderator.user_permissions.add(may)
    for name, row in [
        ("worldbook_lorebook", book),
        ("worldbook_character", mira),
        ("sessions_app_session", story),
    ]:
        answer = client.get(reverse(f"admin:{name}_change", args=[row.pk]))
        assert answer.status_code == 200
    found = looks(caplog)
    assert list(dict.fromkeys(found)) == [
        ("lorebook", book.pk),
        ("world", mira.world_id),
        ("story", story.pk),
    ]


@pytest.mark.spec("AP-3")
def test_what_is_open_to_the_account_anyway_is_not_noted(client, moderator, caplog):
    public = make_book(visibility="public")
    shared = make_book(visibility="shared")
    shared.shares.create(user=moderator, access="read")
    for book in (public, shared):
        client.get(reverse("admin:worldbook_lorebook_change", args=[book.pk]))
        client.get(f"/api/worldbook/books/{book.pk}/")
    assert looks(caplog) == []
    resting = make_book(visibility="private")
    resting.shares.create(user=moderator, access="read")
    client.get(f"/api/worldbook/books/{resting.pk}/")
    assert looks(caplog) == [("lorebook", resting.pk)]


def test_administrators_and_owners_are_not_noted(client, admin_client, caplog):
    author = make_user(roles=["author"])
    book = make_book(author)
    client.force_login(author)
    for who in (client, admin_client):
        assert (
            who.get(reverse("admin:worldbook_lorebook_change", args=[book.pk])).status_code == 200
        )
    assert looks(caplog) == []
