"""What lint says of a book on this site: of its index, and of what its stories keep."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from worldbook.queries import lint as lint_query
from worldbook.queries.lint import lint_here
from worldbook.queries.lint_words import finding_text
from worldbook.rules.entries import Book, Entry

RAIN = Entry("rain", content="It rains.", keys=("rain",), conditions={"judged": "It rains"})


def codes(*entries):
    return [finding.code for finding in lint_here(Book(entries=entries))]


@pytest.mark.django_db
@pytest.mark.spec("WB-14", "WB-40")
def test_a_condition_on_what_no_story_keeps_is_told():
    assert codes(RAIN) == ["unkept_fact"]
    for kept in (
        {"time": {"after": "1312-03-28"}},
        {"elapsed": {"since": "start", "at_least": "1h"}},
        {"item": {"item": "lamp", "at": "tower"}},
        {"engagement": {"key": "duel", "status": "overdue"}},
    ):
        assert codes(replace(RAIN, conditions=kept)) == []
    for unkept in ({"event": {"tag": "flood"}}, {"trigger": {"key": "bell", "status": "fired"}}):
        assert codes(replace(RAIN, conditions=unkept)) == ["unkept_fact"]


@pytest.mark.spec("WB-40")
@pytest.mark.parametrize(("embedding", "expected"), [("", ["unreachable"]), ("local", [])])
def test_an_entry_without_keys_is_reached_where_the_site_searches_by_meaning(
    monkeypatch, embedding, expected
):
    monkeypatch.setattr(lint_query, "site_embedding", lambda: embedding)
    assert codes(Entry("sea", content="The sea is far away.")) == expected


@pytest.mark.django_db
def test_findings_are_said_in_the_readers_language():
    (finding,) = lint_here(Book(entries=(RAIN,)))
    assert "(verdicts of a judge)" in finding_text(finding)
    assert finding_text(finding) == finding.say()
    with override("zh-hans"):
        assert finding_text(finding) != finding.say()
