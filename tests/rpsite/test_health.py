"""The two health addresses."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.spec("OP-3")
def test_both_answer_without_a_login(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"database": True, "migrations": True, "redis": True}
