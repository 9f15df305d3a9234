"""Events from bytes, as model servers send them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.rules.sse import SSEReader, parse_event

pytestmark = pytest.mark.spec("CP-3")


def events(*cuts):
    reader = SSEReader()
    found = [data for cut in cuts for data in reader.feed(cut)]
    return [*found, *reader.finish()]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"data: a\n\ndata: b\n\n", ["a", "b"]),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]),
        (b"data: a\r\rdata: b\r\r", ["a", "b"]),
        (b": keepalive\n\ndata:a\n\n", ["a"]),
        (b"event: x\nid: 1\nretry: 5\ndata: a\n\n", ["a"]),
        (b"data: a\ndata: b\n\n", ["a\nb"]),
        (b"\xef\xbb\xbfdata: a\n\n", ["a"]),
        (b"data: a", ["a"]),
        (b"data: a\n\n\n\n\ndata: b\n\n", ["a", "b"]),
        (b'error: {"message":"busy"}\n\n', ['{"error": {"message":"busy"}}']),
        (b"data\n\n", [""]),
        (b"", []),
    ],
)
def test_events(body, expected):
    assert events(body) == expected
    for at in range(len(body)):
        assert events(body[:at], body[at:]) == expected


@given(
    texts=st.lists(st.text(st.characters(exclude_characters="\r\n"), min_size=1), max_size=4),
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
    size=st.integers(1, 9),
)
def test_any_cut_gives_the_same_events(texts, newline, size):
    body = "".join(f"data: {text}{newline * 2}" for text in texts).encode("utf-8", "replace")
    cuts = [body[at : at + size] for at in range(0, len(body), size)]
    assert events(*cuts) == events(body)


def test_objects_of_one_event_that_forgot_its_empty_line():
    assert parse_event('{"a":1}\n{"b":2}\n[DONE]') == [{"a": 1}, {"b": 2}]
    assert parse_event('{"a":\n1}') == [{"a": 1}]
    assert parse_event("<html>") is None
    assert parse_event("[1]") is None
