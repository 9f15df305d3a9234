"""Signing in: by name and password, by one click on this machine alone, and out."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

PAGES = ("/", "/story/1/", "/story/1/settings/", "/start/1/", "/preferences/", "/personas/")


@pytest.fixture(autouse=True)
def no_attempts_yet() -> None:
    cache.clear()


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize("page", PAGES)
def test_every_page_sends_strangers_to_the_sign_in_page_and_back(client: Client, page: str) -> None:
    answer = client.get(page)
    assert (answer.status_code, answer.url) == (302, f"/sign-in/?next={page}")


def test_name_and_password_sign_in_and_the_pages_speak_the_accounts_language(
    client: Client,
) -> None:
    make_user("ana", language="zh-hans")
    answer = client.post("/sign-in/?next=/personas/", {"username": "ana", "password": PASSWORD})
    assert (answer.status_code, answer.url) == (302, "/personas/")
    assert answer.cookies["django_language"].value == "zh-hans"
    assert client.get("/").headers["Content-Language"] == "zh-hans"


@pytest.mark.spec("SF-1")
def test_a_wrong_password_is_told_and_too_many_are_refused_unread(client: Client, settings) -> None:
    settings.SIGN_IN_ATTEMPTS = 2
    make_user("ana")
    wrong = {"username": "ana", "password": "wrong"}
    assert "is not right" in client.post("/sign-in/", wrong).content.decode()
    client.post("/sign-in/", wrong)
    right = {"username": "ana", "password": PASSWORD}
    assert "Too many attempts" in client.post("/sign-in/", right).content.decode()


@pytest.mark.spec("OP-1")
def test_one_click_signs_in_as_the_demo_account_on_this_machine(client: Client) -> None:
    user = make_user("demo")
    assert b"demo account" in client.get("/sign-in/").content
    answer = client.post("/sign-in/demo/")
    assert (answer.status_code, answer.url) == (302, "/")
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.spec("OP-1", "SF-1")
@pytest.mark.parametrize(
    "there",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_FORWARDED": "for=192.0.2.7"},
        {"HTTP_X_REAL_IP": "192.0.2.7"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
)
def test_the_one_click_is_not_there_for_anybody_elsewhere(client: Client, there: dict) -> None:
    make_user("demo")
    assert b"demo account" not in client.get("/sign-in/", **there).content
    assert client.post("/sign-in/demo/", **there).status_code == 404
    assert client.get("/sign-in/demo/").status_code == 405


@pytest.mark.spec("OP-1")
def test_the_one_click_can_be_switched_off(client: Client, settings) -> None:
    settings.DEMO_SIGN_IN = False
    make_user("demo")
    assert client.post("/sign-in/demo/").status_code == 404


@pytest.mark.spec("SF-1")
def test_nobody_is_sent_to_another_site(client: Client) -> None:
    make_user("demo")
    away = {"next": "https://elsewhere.example/"}
    assert client.post("/sign-in/demo/", away).url == "/"
    assert client.post("/language/", away | {"language": "en"}).url == "/"


@pytest.mark.spec("SF-1")
def test_a_post_without_the_token_is_refused_with_a_page() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "a"})
    assert answer.status_code == 403
    assert "not open to you" in answer.content.decode()


@pytest.mark.spec("SF-1")
def test_pages_allow_no_script_from_elsewhere_or_inline(client: Client) -> None:
    policy = client.get("/sign-in/").headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert b"<script>" not in client.get("/sign-in/").content
