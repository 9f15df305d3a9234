"""The two health addresses."""

import pytest
from django.db import Error, InterfaceError, OperationalError, connection
from django.test import Client
from psycopg_pool import PoolTimeout

pytestmark = pytest.mark.django_db


@pytest.mark.spec("OP-3")
def test_both_answer_without_a_login(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"database": True, "migrations": True, "redis": True}


@pytest.mark.spec("OP-3")
@pytest.mark.parametrize(
    "fault", [OperationalError("gone"), InterfaceError("the connection is closed")]
)
def test_a_database_that_does_not_answer_is_503(
    client: Client, fault: Error, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise fault

    monkeypatch.setattr(connection, "cursor", fail)
    ready = client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json() == {"database": False, "migrations": False, "redis": True}


@pytest.mark.spec("OP-3")
def test_a_pool_without_a_free_connection_is_503(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_in_vain() -> None:
        with connection.wrap_database_errors:
            raise PoolTimeout("couldn't get a connection after 10 sec")

    monkeypatch.setattr(connection, "cursor", wait_in_vain)
    assert client.get("/readyz").status_code == 503
