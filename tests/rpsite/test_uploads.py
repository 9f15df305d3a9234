"""Requests that are too large are refused unread."""

import json

import pytest
from asgiref.testing import ApplicationCommunicator

from rpsite.uploads import BoundedBody

FORM = b"multipart/form-data; boundary=x"


async def reads_all(scope, receive, send):
    size = 0
    while True:
        message = await receive()
        size += len(message["body"])
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


async def status_of(content_type: bytes, parts: list[bytes], announced: int | None = None) -> int:
    start, _body = await answer_to(content_type, parts, announced)
    return start["status"]


async def answer_to(
    content_type: bytes, parts: list[bytes], announced: int | None = None, path: str = "/"
) -> tuple[dict, bytes]:
    headers = [(b"content-type", content_type)]
    if announced is not None:
        headers.append((b"content-length", str(announced).encode()))
    bounded = BoundedBody(reads_all, forms=100, others=10)
    communicator = ApplicationCommunicator(
        bounded, {"type": "http", "path": path, "headers": headers}
    )
    for number, part in enumerate(parts, 1):
        more = number < len(parts)
        await communicator.send_input({"type": "http.request", "body": part, "more_body": more})
    start = await communicator.receive_output(30)
    body = await communicator.receive_output(30)
    await communicator.wait()
    return start, body["body"]


@pytest.mark.spec("SF-1")
async def test_what_is_announced_too_large_is_refused():
    assert await status_of(b"application/json", [b""], announced=11) == 413
    assert await status_of(FORM, [b""], announced=101) == 413


@pytest.mark.spec("SF-1")
async def test_what_arrives_too_large_without_being_announced_is_refused():
    assert await status_of(b"application/json", [b"123456", b"78901"]) == 413
    assert await status_of(FORM, [b"x" * 60, b"x" * 41]) == 413


async def test_what_is_just_allowed_passes():
    assert await status_of(b"application/json", [b"12345", b"67890"], announced=10) == 200
    assert await status_of(FORM, [b"x" * 100], announced=100) == 200


async def test_the_api_says_it_in_its_own_shape():
    start, body = await answer_to(b"application/json", [b"12345678901"], path="/api/sessions/")
    assert (start["status"], dict(start["headers"])[b"content-type"]) == (413, b"application/json")
    assert json.loads(body)["error"]["code"] == "too_large"
