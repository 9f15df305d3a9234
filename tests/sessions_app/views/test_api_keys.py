"""The page of API keys: a key is shown once, and ended for good (AP-3)."""

import re

import pytest
from django.test import Client

from tests.factories import make_user
from worldbook.models import ApiKey, User
from worldbook.queries.api_keys import key_of_text

pytestmark = pytest.mark.django_db
PAGE = "/preferences/keys/"


@pytest.fixture
def player(client: Client) -> User:
    player = make_user()
    client.force_login(player)
    return player


def text_in(page: str) -> str | None:
    found = re.search(r"rps_[0-9a-z]{10}_[\w-]{20,}", page)
    return found[0] if found else None


@pytest.mark.spec("AP-3")
def test_a_key_is_shown_once_and_opens(client: Client, player: User) -> None:
    wish = {"name": "My phone", "scopes": ["play", "read"], "days": "30"}
    answer = client.post(PAGE, wish)
    text = text_in(answer.content.decode())
    key = ApiKey.objects.get()
    assert text is not None
    assert key_of_text(text) == key
    assert (key.scopes, (key.expires_at - key.created_at).days in (29, 30)) == (
        ["play", "read"],
        True,
    )
    assert "no-store" in answer["Cache-Control"]
    later = client.get(PAGE).content.decode()
    assert "My phone" in later
    assert text_in(later) is None
    again = client.post(PAGE, wish).content.decode()
    assert text_in(again) is None
    assert "You have a key of that name already." in again
    assert ApiKey.objects.count() == 1


@pytest.mark.spec("AP-3")
def test_a_key_is_revoked_by_its_owner_alone(client: Client, player: User) -> None:
    client.post(PAGE, {"name": "a", "scopes": ["read"], "days": ""})
    key = ApiKey.objects.get()
    assert key.expires_at is None
    other = Client()
    other.force_login(make_user())
    assert other.post(f"{PAGE}{key.pk}/revoke/").status_code == 302
    assert ApiKey.objects.get().revoked_at is None
    assert client.post(f"{PAGE}{key.pk}/revoke/").url == PAGE
    assert ApiKey.objects.get().revoked_at is not None


@pytest.mark.parametrize(
    "wish", [{"name": "a"}, {"scopes": ["read"]}, {"name": "a", "scopes": ["read"], "days": "x"}]
)
def test_half_a_wish_makes_no_key(client: Client, player: User, wish: dict) -> None:
    answer = client.post(PAGE, wish)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode() or "days" in wish
    assert not ApiKey.objects.exists()


@pytest.mark.spec("AP-3")
def test_keys_open_no_page(client: Client, player: User) -> None:
    page = client.post(PAGE, {"name": "a", "scopes": ["read", "play", "author"]})
    text = text_in(page.content.decode())
    program = Client(headers={"authorization": f"Bearer {text}"})
    assert program.get(PAGE).status_code == 302
    assert program.post(PAGE, {"name": "b", "scopes": ["read"]}).status_code == 302
    assert ApiKey.objects.count() == 1
