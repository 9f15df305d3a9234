"""The API does what its description says, whatever it is sent (AP-1)."""

import io
import logging
import random
import uuid
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.throttling import SimpleRateThrottle
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.factories import make_user
from tests.sessions_app.stories import make_playable_opening, make_story
from worldbook.actions.api_keys import create_api_key
from worldbook.actions.entries import create_entry
from worldbook.actions.imports import preview_import
from worldbook.actions.publishing import publish_book

pytestmark = pytest.mark.django_db

EXAMPLES = 4
APP = WSGIHandler()
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
NEVER_ACCEPTED = {
    "DELETE /api/worldbook/books/{book_id}/",  # A story reads the book.
    "GET /api/worldbook/books/{book_id}/turns/{turn_id}/",  # No turn has chosen from it.
    "POST /api/worldbook/imports/",  # No random file is a lorebook.
}
"""What cannot be accepted with what is there; the tests of these doors show it."""


@pytest.mark.spec("AP-1")
def test_the_description_is_valid_and_made_without_a_warning():
    said, complaints = io.StringIO(), io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call_command("spectacular", "--validate", "--fail-on-warn", stdout=said, stderr=complaints)
    assert "openapi: 3" in said.getvalue()
    assert complaints.getvalue() == ""


@pytest.mark.spec("AP-1")
def test_the_description_is_served_to_everybody():
    answer = Client().get("/api/schema/")
    assert answer.status_code == 200
    validate_schema(answer.json())
    assert answer.json()["components"]["securitySchemes"]["apiKey"]["scheme"] == "bearer"


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """A request leaves the test's connection open, as the test client's requests do."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def places(_one_connection, monkeypatch) -> dict[str, Any]:
    """What is there to be asked for, by the names of the addresses."""
    monkeypatch.setattr(
        SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(SimpleRateThrottle.THROTTLE_RATES)
    )
    owner = make_user("owner", roles=["author", "player"])
    story = make_story(owner)
    book = story.pins.get().book
    book.owner = owner
    book.save()
    entry = create_entry(by=owner, book_id=book.pk, title="Gate", keys=["gate"])
    publish_book(by=owner, book_id=book.pk, expected_revision=1)
    book.refresh_from_db()
    file = b'{"rpsite_lorebook": 1, "name": "N", "entries": [{"key_id": "a"}]}'
    preview = preview_import(by=owner, data=file, file_name="n.json", wanted="lorebook")
    scopes = ["play", "author", "read"]
    _key, text = create_api_key(by=owner, name="all", scopes=scopes, now=timezone.now())
    return {
        "headers": {"Authorization": f"Bearer {text}"},
        "book_id": book.pk,
        "entry_id": entry.pk,
        "number": 2,
        "preview_id": str(preview.pk),
        "session_id": story.pk,
        "turn_id": story.head.turn_id,
        "username": make_user("other").username,
        "name": "native",
        # In bodies and queries, for what was made up of the same kind.
        "book": book.pk,
        "expected_version": 1,
        "expected_draft": book.draft_version,
        "expected_revision": 2,
        "revision": 1,
        "opening": make_playable_opening().pk,
        "take": story.head_id,
        "turn": story.head.turn_id,
        "text": "Hello.",
        "accepted": [],
    }


@pytest.mark.spec("AP-1")
def test_whatever_is_sent_the_answer_is_as_described(places, subtests):
    schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))
    operations = [result.ok() for result in schema.get_all_operations()]
    accepted = set()
    for operation in operations:
        with subtests.test(operation.label):
            if try_out(operation, places):
                accepted.add(operation.label)
    missed = {operation.label for operation in operations} - accepted
    assert {label for label in missed if "/worldbook/" in label} <= NEVER_ACCEPTED


def try_out(operation: Any, places: dict[str, Any]) -> bool:
    """Send what the description allows and what it does not; whether anything was accepted."""
    chance = random.Random(operation.path)
    statuses = set()

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        if chance.random() < 0.8:
            for part in (case.path_parameters, case.query, case.body):
                put_known(part, places)
        with undone():
            headers = {**places["headers"], "Idempotency-Key": str(uuid.uuid4())}
            answer = case.call_and_validate(app=APP, headers=headers, checks=CHECKS)
        statuses.add(answer.status_code)

    ask()
    return any(status < 300 for status in statuses)


def put_known(part: Any, places: dict[str, Any]) -> None:
    """Put what is there in the place of what was made up."""
    for name in part if isinstance(part, dict) else ():
        if name in places and not isinstance(part[name], dict):
            part[name] = places[name]
        if name == "book" and isinstance(part[name], dict):
            part[name] = {"name": "North", "entries": [{"key_id": "gate"}]}
        if name == "chat":
            part[name] = {"messages": [{"role": "user", "content": "The gate."}]}


class undone:  # noqa: N801 - reads as a word
    """Every example finds what was there at first."""

    def __enter__(self) -> None:
        self.block = transaction.atomic()
        self.block.__enter__()

    def __exit__(self, *failure: Any) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(*failure)
