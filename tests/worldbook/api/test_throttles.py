"""Trial selections are counted for the account, with whatever key it comes (SF-1)."""

import pytest
from django.test import Client

from tests.factories import make_book, make_entry, make_user
from tests.worldbook.api.doors import send
from tests.worldbook.api.test_keys import bearer, key_for
from worldbook.api.throttles import AccountThrottle, KeyThrottle

pytestmark = pytest.mark.django_db
SELECT = "/api/worldbook/select/"


@pytest.mark.spec("SF-1", "AP-1")
def test_a_second_key_gives_no_second_count(monkeypatch):
    monkeypatch.setattr(AccountThrottle, "THROTTLE_RATES", {"select": "2/min"})
    monkeypatch.setattr(KeyThrottle, "THROTTLE_RATES", {"keys": None})
    author = make_user(roles=["author"])
    book = make_book(author, entries=[make_entry("gate")])
    wish = {"book": book.pk, "chat": {"messages": [{"role": "user", "content": "The gate."}]}}
    cookie = Client()
    cookie.force_login(author)
    doors = [bearer(key_for(author, "read")), bearer(key_for(author, "play")), cookie]
    answers = [send(client, "POST", SELECT, **wish) for client in doors]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    assert answers[2].json()["error"]["retry_after"] > 0
