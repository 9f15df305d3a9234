"""Passwords cannot be tried without end."""

import pytest
from django.contrib.auth import authenticate
from django.test import RequestFactory

from rpsite.throttles import address_of
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def attempt(name: str, password: str, address: str = "10.0.0.1"):
    request = RequestFactory().post("/sign-in/", REMOTE_ADDR=address)
    return authenticate(request, username=name, password=password), request


@pytest.mark.spec("SF-1")
def test_after_too_many_wrong_passwords_even_the_right_one_is_refused(settings):
    settings.SIGN_IN_ATTEMPTS = 3
    user = make_user("mira")
    assert [attempt("mira", "wrong")[0] for _ in range(3)] == [None] * 3
    found, request = attempt("mira", PASSWORD)
    assert found is None
    assert request.sign_in_refused
    assert attempt("mira", PASSWORD, address="10.0.0.2")[0] == user


@pytest.mark.spec("SF-1")
def test_one_address_cannot_try_many_names(settings):
    settings.SIGN_IN_ATTEMPTS = 2
    make_user("mira")
    for number in range(10):
        attempt(f"name{number}", "wrong")
    assert attempt("mira", PASSWORD)[1].sign_in_refused


def test_a_right_password_forgets_the_wrong_ones(settings):
    settings.SIGN_IN_ATTEMPTS = 2
    user = make_user("mira")
    for _ in range(3):
        attempt("mira", "wrong")
        assert attempt("mira", PASSWORD)[0] == user


@pytest.mark.parametrize(
    ("proxies", "expected"), [(0, "10.0.0.1"), (1, "10.0.0.9"), (2, "1.2.3.4"), (5, "10.0.0.1")]
)
def test_the_address_is_what_our_own_proxy_saw(settings, proxies: int, expected: str):
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory().get(
        "/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="6.6.6.6, 1.2.3.4, 10.0.0.9"
    )
    assert address_of(request) == expected


@pytest.mark.spec("SF-1")
def test_the_forms_of_site_and_admin_are_behind_it(client, settings):
    settings.SIGN_IN_ATTEMPTS = 1
    make_user("mira", roles=["administrator"], is_superuser=True)
    client.post("/admin/login/", {"username": "mira", "password": "wrong"})
    for door in ("/admin/login/", "/sign-in/"):
        answer = client.post(door, {"username": "mira", "password": PASSWORD})
        assert answer.status_code == 200
        assert "_auth_user_id" not in client.session
