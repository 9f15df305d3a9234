"""Whether and when a failed call is tried again."""

import pytest

from sessions_app.rules.calls import ModelFailure
from sessions_app.rules.retries import wait_before_retry

pytestmark = pytest.mark.spec("CP-3")


def waits(failure, allowed):
    return [wait_before_retry(failure, failed, allowed) for failed in range(1, 5)]


def test_waits_double_and_end():
    busy = ModelFailure("rate_limited", retryable=True)
    assert waits(busy, 3) == [1.0, 2.0, 4.0, None]
    assert waits(busy, 0)[0] is None


def test_waits_as_long_as_the_service_asks():
    assert waits(ModelFailure("rate_limited", retryable=True, retry_after=7), 2)[:2] == [7, 7]


def test_does_not_keep_a_player_waiting_for_minutes():
    assert waits(ModelFailure("rate_limited", retryable=True, retry_after=600), 2)[0] is None


@pytest.mark.parametrize("code", ["empty_completion", "time_limit"])
def test_tried_again_once_and_at_once(code):
    assert waits(ModelFailure(code, retryable=True), 5)[:2] == [0.0, None]


def test_a_wrong_key_is_not_tried_again():
    assert waits(ModelFailure("wrong_key"), 5)[0] is None
