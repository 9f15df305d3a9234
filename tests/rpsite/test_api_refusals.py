"""What Django itself refuses below /api/ has the shape of the API's refusals; pages stay pages."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from rpsite import refusals
from tests.factories import make_user

pytestmark = pytest.mark.django_db
GUIDE = Path(__file__).parent.parent.parent / "docs" / "api.md"


def test_an_address_that_is_none_is_404_in_the_apis_shape():
    client = Client()
    client.force_login(make_user())
    answer = client.get("/api/nothing/here/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    page = client.get("/nothing/here/")
    assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    ("view", "status", "code"),
    [
        (refusals.bad_request, 400, "not_readable"),
        (refusals.permission_denied, 403, "forbidden"),
    ],
)
def test_other_refusals_too(rf, view, status, code):
    answer = view(rf.get("/api/x/"), Exception())
    assert answer.status_code == status
    assert f'"code": "{code}"' in answer.content.decode()
    assert view(rf.get("/x/"), Exception())["Content-Type"].startswith("text/html")


def test_a_fault_is_told_as_a_fault_and_not_hidden(monkeypatch):
    def broken(*_args, **_kwargs):
        raise RuntimeError("broken")

    monkeypatch.setattr("worldbook.api.books.visible_books", broken)
    client = Client(raise_request_exception=False)
    client.force_login(make_user())
    answer = client.get("/api/worldbook/books/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "fault")
    strict = Client()
    strict.force_login(make_user())
    with pytest.raises(RuntimeError):
        strict.get("/api/worldbook/books/")


def test_methods_and_media_types_that_are_not_taken(client):
    client.force_login(make_user(roles=["author"]))
    answer = client.delete("/api/worldbook/books/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed")
    answer = client.generic("POST", "/api/worldbook/books/", "x", "text/plain")
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


@pytest.mark.spec("AP-1")
def test_every_address_that_the_guide_names_is_there():
    names = {"SITE": "", "B": "/api/worldbook/books", "S": "/api/sessions"}
    names |= {"I": "/api/worldbook/imports"}
    names |= {"P": f"{names['I']}/5f0c2a8e-0000-0000-0000-000000000000"}
    asked = "\n".join(line for line in GUIDE.read_text().splitlines() if "curl" in line)
    said = re.findall(r"\$(SITE|B|S|I|P)(/[^\s\"'?]*)", asked)
    addresses = {names[name] + rest for name, rest in said}
    assert len(addresses) > 25
    for address in addresses:
        try:
            resolve(address)
        except Resolver404:
            pytest.fail(address)
