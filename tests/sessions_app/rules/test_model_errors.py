"""Each way in which a service says no has its own name."""

from datetime import UTC, datetime

import pytest

from sessions_app.rules.model_errors import failure_of, seconds_to_wait

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


@pytest.mark.spec("TB-4")
@pytest.mark.parametrize(
    ("status", "said", "code", "name", "retryable"),
    [
        (401, "Incorrect API key provided", "", "wrong_key", False),
        (403, "Forbidden", "", "wrong_key", False),
        (400, "API key not valid. Invalid API key", "", "wrong_key", False),
        (402, "Insufficient credits", "", "over_quota", False),
        (429, "You exceeded your current quota", "insufficient_quota", "over_quota", False),
        (429, "Too many requests", "", "rate_limited", True),
        (503, "Loading model", "", "rate_limited", True),
        (529, "Overloaded", "overloaded_error", "rate_limited", True),
        (400, "This model's maximum context length is 4096 tokens", "", "context_overflow", False),
        (400, "the request exceeds the available context size", "", "context_overflow", False),
        (413, "too large", "", "context_overflow", False),
        (400, "bad temperature", "", "bad_response", False),
        (404, "model not found", "", "bad_response", False),
        (500, "Internal error", "", "bad_response", True),
        (504, "upstream timed out", "", "time_limit", True),
        (0, "upstream overloaded", "502", "bad_response", True),
        (0, "rate limit reached", "", "rate_limited", True),
        (0, "something broke", "server_error", "bad_response", False),
    ],
)
def test_failures(status, said, code, name, retryable):
    failure = failure_of(status, said, code=code)
    assert (failure.code, failure.retryable) == (name, retryable)
    assert said in failure.detail


@pytest.mark.spec("CP-3")
@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("", None),
        ("20", 20.0),
        ("0.5", 0.5),
        ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("soon", None),
    ],
)
def test_retry_after(header, seconds):
    assert seconds_to_wait(header, NOW) == seconds
