"""Every door of the API, found by walking the addresses, keeps to the scopes of keys (AP-3)."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tests.factories import make_user
from worldbook.actions.api_keys import create_api_key
from worldbook.rules.api_keys import SCOPES, needed_scopes

pytestmark = pytest.mark.django_db

SAMPLES = {"int": "1", "str": "x", "slug": "x", "path": "x", "uuid": str(uuid.UUID(int=1))}
METHODS = ("get", "post", "put", "patch", "delete")


def patterns(of: Any, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in of.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, address)
        else:
            yield address, pattern


def sample(address: str, pattern: URLPattern) -> str:
    """An address with something in each place."""
    for name, converter in pattern.pattern.converters.items():
        kind = type(converter).__name__.removesuffix("Converter").lower()
        kind = {"string": "str"}.get(kind, kind)
        for written in (f"<{kind}:{name}>", f"<{name}>"):
            address = address.replace(written, SAMPLES[kind])
    return f"/{address}"


def is_open(view: Any) -> bool:
    """The schema alone is for everybody."""
    return bool(getattr(view, "open_to_all", False))


def doors() -> list[Any]:
    """Address, view class and method of everything below /api/ that is a view of REST framework."""
    found = []
    for address, pattern in patterns(get_resolver()):
        view = getattr(pattern.callback, "cls", None)
        if not address.startswith("api/") or view is None or is_open(view):
            continue
        for method in METHODS:
            if hasattr(view, method):
                place = sample(address, pattern)
                found.append(pytest.param(place, view, method, id=f"{method} {place}"))
    return found


def test_the_walk_finds_the_doors():
    assert len(doors()) > 50


@pytest.fixture
def keys() -> dict[str, str]:
    """A key of each scope, of one administrator: nothing but the scope can refuse it."""
    owner = make_user("key-holder", roles=["administrator"], is_superuser=True)
    return {
        scope: create_api_key(by=owner, name=scope, scopes=[scope], now=timezone.now())[1]
        for scope in SCOPES
    }


@pytest.mark.spec("AP-3")
@pytest.mark.parametrize(("address", "view", "method"), doors())
def test_a_key_of_the_wrong_scope_is_refused(keys, address, view, method):
    needed = needed_scopes(
        getattr(view, "key_scope", None), method.upper(), getattr(view, "key_reading", ())
    )
    assert needed <= set(SCOPES)
    for scope, text in keys.items():
        client = Client(headers={"authorization": f"Bearer {text}"})
        answer = client.generic(method, address, "{}", "application/json")
        refused = answer.status_code == 403 and answer.json()["error"]["code"] == "key_scope"
        assert refused == (scope not in needed), f"{scope}: {answer.status_code}"


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize(("address", "view", "method"), doors())
def test_nobody_is_refused_with_401_in_the_one_shape(address, view, method):
    answer = Client().generic(method, address, "{}", "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_signed_in")
