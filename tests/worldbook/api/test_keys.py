"""What a key opens, and what no key opens (AP-3)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_book, make_entry, make_user
from tests.sessions_app.stories import make_story
from worldbook.actions.api_keys import create_api_key, revoke_api_key
from worldbook.api.throttles import KeyThrottle
from worldbook.models import ApiKey

pytestmark = pytest.mark.django_db
BOOKS = "/api/worldbook/books/"


def key_for(user: Any, *scopes: str, **more: Any) -> str:
    _row, text = create_api_key(
        by=user, name="-".join(scopes), scopes=scopes, now=timezone.now(), **more
    )
    return text


def bearer(text: str) -> Client:
    """A client that enforces CSRF, as a program's request would meet it."""
    return Client(enforce_csrf_checks=True, headers={"authorization": f"Bearer {text}"})


@pytest.mark.spec("AP-3")
def test_a_key_signs_in_as_its_account_without_csrf():
    author = make_user(roles=["author"])
    book = make_book(author, entries=[make_entry("a")])
    client = bearer(key_for(author, "author"))
    assert [row["id"] for row in client.get(BOOKS).json()["results"]] == [book.pk]
    url = f"{BOOKS}{book.pk}/publish/"
    answer = client.post(url, {"expected_revision": 1}, "application/json")
    assert answer.status_code == 201
    assert answer.json()["published_by"] == author.username


@pytest.mark.spec("AP-3")
def test_reading_needs_read_or_the_doors_own_scope_and_writing_the_doors_own():
    author = make_user(roles=["author"])
    book, story = make_book(author, entries=[make_entry("a")]), make_story(author)
    reader, player, writer = (bearer(key_for(author, name)) for name in ("read", "play", "author"))
    one_book, one_story = f"{BOOKS}{book.pk}/", f"/api/sessions/{story.pk}/"
    for client, sees_book, sees_story in [
        (reader, 200, 200),
        (player, 403, 200),
        (writer, 200, 403),
    ]:
        assert client.get(one_book).status_code == sees_book
        assert client.get(one_story).status_code == sees_story
    refused = reader.post(f"{one_book}publish/", {"expected_revision": 1}, "application/json")
    assert refused.status_code == 403
    error = refused.json()["error"]
    assert (error["code"], error["needed"], error["scopes"]) == ("key_scope", ["author"], ["read"])
    titled = {"title": "Mine"}
    assert reader.patch(one_story, titled, "application/json").status_code == 403
    assert player.patch(one_story, titled, "application/json").status_code == 200


@pytest.mark.spec("AP-3")
@pytest.mark.parametrize("how", ["revoked", "expired", "inactive", "changed", "nonsense"])
def test_what_no_longer_opens_is_401_whatever_cookie_comes_with_it(how):
    author = make_user(roles=["author"])
    text = key_for(author, "read")
    key = ApiKey.objects.get()
    if how == "revoked":
        revoke_api_key(by=author, key_id=key.pk, now=timezone.now())
    elif how == "expired":
        ApiKey.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif how == "inactive":
        type(author).objects.update(is_active=False)
    elif how == "changed":
        text = text[:-1] + ("A" if text[-1] != "A" else "B")
    else:
        text = "\u00e9 \x00 rps__"
    client = bearer(text.encode("unicode_escape").decode() if how == "nonsense" else text)
    if how != "inactive":
        client.force_login(author)
    answer = client.get(BOOKS)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_key")
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.spec("AP-3")
def test_the_last_use_is_noted_once_a_minute(django_assert_num_queries):
    author = make_user(roles=["author"])
    client = bearer(key_for(author, "read"))
    assert ApiKey.objects.get().last_used_at is None
    client.get(BOOKS)
    first = ApiKey.objects.get().last_used_at
    assert timezone.now() - first < timedelta(seconds=30)
    client.get(BOOKS)
    assert ApiKey.objects.get().last_used_at == first
    ApiKey.objects.update(last_used_at=first - timedelta(minutes=5))
    client.get(BOOKS)
    assert ApiKey.objects.get().last_used_at > first


@pytest.mark.spec("AP-3", "SF-1")
def test_each_key_has_a_count_of_its_own(monkeypatch):
    monkeypatch.setattr(KeyThrottle, "THROTTLE_RATES", {"keys": "2/min"})
    author = make_user(roles=["author"])
    one, other = bearer(key_for(author, "read")), bearer(key_for(author, "read", "play"))
    assert [one.get(BOOKS).status_code for _n in range(3)] == [200, 200, 429]
    assert 0 < int(one.get(BOOKS)["Retry-After"]) <= 60
    assert other.get(BOOKS).status_code == 200
    other.force_login(author)
    cookie = Client()
    cookie.force_login(author)
    assert [cookie.get(BOOKS).status_code for _n in range(3)] == [200] * 3
