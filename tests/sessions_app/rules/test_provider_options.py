"""What may stand in a provider's options."""

import pytest

from sessions_app.rules.provider_options import ProviderOptions, read_options

pytestmark = pytest.mark.spec("CP-1")


def test_defaults():
    assert read_options({}) == ProviderOptions()


def test_all():
    options = {"starts_in_reasoning": True, "request": {"top_k": 4}, "headers": {"X-Title": "a"}}
    more = {"retries": 0, "prefill": "never", "lenient_end": True, "delay_ms": 0}
    rest = {"max_tokens_field": "max_completion_tokens", "connect_timeout": 3}
    assert read_options({**options, **more, **rest}) == ProviderOptions(**options, **more, **rest)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], "bad_options"),
        ({"retires": 1}, "unknown_option"),
        ({"retries": 6}, "bad_option"),
        ({"retries": 1.5}, "bad_option"),
        ({"retries": True}, "bad_option"),
        ({"headers": {"a": "b\nc"}}, "bad_option"),
        ({"headers": {"a": 1}}, "bad_option"),
        ({"request": []}, "bad_option"),
        ({"prefill": "yes"}, "bad_option"),
        ({"delay_ms": -1}, "bad_option"),
    ],
)
def test_refused(options, code):
    assert read_options(options).code == code
