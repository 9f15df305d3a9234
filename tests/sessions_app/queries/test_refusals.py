"""Refusals of rules in the reader's language."""

from django.utils.translation import override

from sessions_app.queries.refusals import words_of
from sessions_app.rules.provider_options import read_options
from worldbook.rules.refusal import Refusal


def test_in_english():
    assert words_of(read_options({"retries": 9})) == (
        "The option “retries” must be a whole number from 0 to 5."
    )
    assert words_of(Refusal("plain", "No.")) == "No."


def test_values_are_put_in_after_translating(monkeypatch):
    words = {"The option “%(name)s” must be %(wanted)s.": "%(name)s → %(wanted)s"}
    words["a whole number from 0 to 5"] = "0…5"
    monkeypatch.setattr("sessions_app.queries.refusals.gettext", lambda text: words.get(text, text))
    with override("zh-hans"):
        assert words_of(read_options({"retries": 9})) == "retries → 0…5"
