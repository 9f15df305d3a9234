"""What may stand in a provider's options, and what each means."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sessions_app.rules.refusing import refuse
from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _


@dataclass(frozen=True, slots=True)
class ProviderOptions:
    """Options of one provider.

    starts_in_reasoning: the model's template opens `<think>` itself; hold back until it closes.
    request: fields put into each request body; null takes one out.
    headers: extra HTTP headers; not for keys, since they are shown.
    retries: how often a call that failed before its first word is tried again, 0 to 5.
    prefill: "auto" lets the model go on in its own unfinished sentence; "never" only asks it to.
    lenient_end: an answer that ends without a finish reason and without [DONE] is whole.
    max_tokens_field: the name under which the server expects the output limit.
    connect_timeout: seconds to reach the server.
    delay_ms: storyteller only, milliseconds between words.
    dimensions: embeddings only, how many numbers the model's vectors have.
    """

    starts_in_reasoning: bool = False
    request: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    retries: int = 2
    prefill: str = "auto"
    lenient_end: bool = False
    max_tokens_field: str = "max_tokens"
    connect_timeout: float = 10.0
    delay_ms: float = 15.0
    dimensions: int = 0


def _is_number(low: float, high: float) -> Callable[[Any], bool]:
    def test(value: Any) -> bool:
        return (
            isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
        )

    return test


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def _is_headers(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(item, str) and item.isprintable() for pair in value.items() for item in pair
    )


CHECKS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "starts_in_reasoning": (_is_bool, _("true or false")),
    "request": (lambda value: isinstance(value, Mapping), _("an object")),
    "headers": (_is_headers, _("an object of one-line texts")),
    "retries": (
        lambda value: _is_number(0, 5)(value) and isinstance(value, int),
        _("a whole number from 0 to 5"),
    ),
    "prefill": (lambda value: value in ("auto", "never"), _('"auto" or "never"')),
    "lenient_end": (_is_bool, _("true or false")),
    "max_tokens_field": (
        lambda value: value in ("max_tokens", "max_completion_tokens"),
        _('"max_tokens" or "max_completion_tokens"'),
    ),
    "connect_timeout": (_is_number(1, 120), _("a number of seconds from 1 to 120")),
    "delay_ms": (_is_number(0, 2000), _("a number of milliseconds from 0 to 2000")),
    "dimensions": (
        lambda value: _is_number(1, 16_000)(value) and isinstance(value, int),
        _("a whole number from 1 to 16000"),
    ),
}


def read_options(data: Any) -> ProviderOptions | Refusal:
    """The options of an object, or why they cannot be."""
    if not isinstance(data, Mapping):
        return refuse("bad_options", _("The options must be a JSON object."))
    for name, value in data.items():
        if name not in CHECKS:
            text = _("There is no option “%(name)s”. Known are: %(known)s.")
            return refuse("unknown_option", text, name=name, known=", ".join(CHECKS))
        fits, wanted = CHECKS[name]
        if not fits(value):
            text = _("The option “%(name)s” must be %(wanted)s.")
            return refuse("bad_option", text, name=name, wanted=wanted)
    return ProviderOptions(**data)
