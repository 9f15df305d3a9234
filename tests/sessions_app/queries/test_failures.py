"""Every failure of a model has words for players, and keeps the service's own."""

import pytest

from sessions_app.queries.failures import REASONS, error_json
from sessions_app.rules.calls import FAILURES, ModelFailure

pytestmark = pytest.mark.spec("TB-4")


def test_every_failure_has_words():
    assert set(FAILURES) <= set(REASONS)


def test_the_exact_words_of_the_service_are_kept():
    shown = error_json(ModelFailure("wrong_key", "HTTP 401: Incorrect API key").to_json())
    assert shown["code"] == "wrong_key"
    assert shown["message"] == str(REASONS["wrong_key"])
    assert shown["detail"] == "HTTP 401: Incorrect API key"


def test_an_overflow_lists_the_parts():
    parts = ({"name": "persona", "tokens": 900},)
    shown = error_json(ModelFailure("context_overflow", "too large", parts=parts).to_json())
    assert shown["parts"] == [{"name": "persona", "tokens": 900}]
