"""Requests are logged as events, without what stands after the question mark."""

import json
import logging
import sys

import pytest
import structlog
from asgiref.testing import ApplicationCommunicator

from rpsite.access_log import AccessLog
from rpsite.settings.logs import logging_config


async def answers(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def fails(scope, receive, send):
    raise ConnectionResetError


async def ask(application, path: str) -> list[dict]:
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"secret=1"}
    with structlog.testing.capture_logs() as events:
        communicator = ApplicationCommunicator(AccessLog(application), scope)
        await communicator.wait()
    return events


@pytest.mark.spec("OP-3")
async def test_a_request_is_one_event():
    [event] = await ask(answers, "/story/1/")
    assert event.pop("ms") >= 0
    assert event == {
        "event": "request",
        "log_level": "info",
        "method": "GET",
        "path": "/story/1/",
        "status": 418,
    }


async def test_an_interrupted_request_is_logged_too():
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b""}
    communicator = ApplicationCommunicator(AccessLog(fails), scope)
    with structlog.testing.capture_logs() as events, pytest.raises(ConnectionResetError):
        await communicator.wait()
    assert [event["status"] for event in events] == [0]


async def test_health_checks_are_not_logged():
    assert await ask(answers, "/readyz") == []


def formatter(style: str):
    config = logging_config(style, "INFO")["formatters"]["event"]
    return config["()"](
        foreign_pre_chain=config["foreign_pre_chain"], processors=config["processors"]
    )


@pytest.mark.spec("OP-3")
def test_json_logs_are_one_object_a_line():
    record = logging.LogRecord("worldbook", logging.WARNING, "f.py", 1, "读 %s", ("x",), None)
    line = json.loads(formatter("json").format(record))
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "读 x", "logger": "worldbook", "level": "warning"}


@pytest.mark.spec("SF-1")
@pytest.mark.parametrize("style", ["json", "console"])
def test_a_fault_is_logged_without_what_was_in_hand(style):
    def sign_in(password):
        raise ValueError(f"{len(password)} characters")

    try:
        sign_in("-".join(["correct", "horse"]))
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f.py", 1, "broke", (), sys.exc_info())
    line = formatter(style).format(record)
    assert "13 characters" in line
    assert "sign_in" in line
    assert "correct-horse" not in line
