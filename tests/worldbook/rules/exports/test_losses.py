"""What an author is told that other programs will not see (WK-13)."""

import pytest
from hypothesis import given, settings

from tests.worldbook.rules.exports.books import BOOKS
from worldbook.rules.entries import Book, CharacterFilter, Entry
from worldbook.rules.exports import FORMATS, losses


def told(format_name, book=None, **entry):
    """Field and code of every loss of one entry."""
    whole = Entry(**{"key_id": "gate", "content": "Shut.", "keys": ("gate",), **entry})
    return [
        (loss.field, loss.code)
        for loss in losses(Book(**{"entries": (whole,), **(book or {})}), format_name)
    ]


@pytest.mark.spec("WK-13")
@pytest.mark.parametrize("format_name", FORMATS)
def test_a_plain_entry_loses_nothing(format_name):
    assert told(format_name, title="Gate", order=5, position="at_depth", depth=2) == []


@pytest.mark.spec("WK-13")
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("required", True, "required"),
        ("conditions", {"turn": {"at_least": 2}}, "conditions"),
        ("audience", ("gm",), "audience"),
        ("requires", ("other",), "bundle"),
        ("conflicts", ("other",), "bundle"),
        ("comment", "for me", "unseen"),
        ("scope", "everyone", "unseen"),
        ("color", "#fff", "unseen"),
        ("locked", True, "unseen"),
        ("keys", ("a ",), "changed"),
        ("content", "@@depth 2", "changed"),
        ("groups", ("a,b",), "changed"),
        ("blocked", "Because.", "blocked"),
        ("sticky", 3, "turns"),
    ],
)
def test_each_thing_that_others_do_not_see_is_named(field, value, code):
    for format_name in ("sillytavern", "lorebook_v3", "card"):
        assert (field, code) in told(format_name, **{field: value})
    assert told("native", **{field: value}) == []


@pytest.mark.spec("WK-13")
def test_formats_have_different_words():
    decorated = {"only_after": 2, "priority": 5, "exclude_keys": ("a",)}
    assert told("lorebook_v3", **decorated) == []
    assert told("sillytavern", **decorated) == [
        ("priority", "unseen"),
        ("exclude_keys", "unseen"),
        ("only_after", "unseen"),
    ]
    filtered = {"character_filter": CharacterFilter("include", ("Ann",))}
    assert told("sillytavern", **filtered) == []
    assert told("card", **filtered) == [("character_filter", "unseen")]


@pytest.mark.spec("WK-13")
def test_the_book_itself_is_told_of_too():
    found = losses(Book(max_passes=5, language="zh", tags=("x",)), "sillytavern")
    assert {(loss.key_id, loss.field, loss.code) for loss in found} == {
        ("", "max_passes", "passes"),
        ("", "language", "unseen"),
        ("", "tags", "unseen"),
    }


@pytest.mark.spec("WK-13")
@given(BOOKS)
@settings(deadline=None, max_examples=15)
def test_every_loss_can_be_said(book):
    for format_name in FORMATS:
        for loss in losses(book, format_name):
            assert loss.to_json()["text"]
            assert "%" not in loss.say() or "%" in str(loss.detail)
