"""What is written and read again is the same, from any format into any other (WB-11)."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.exports.books import BOOKS, ENTRIES
from worldbook.rules.compact import compact_book, compact_entry, whole_entry
from worldbook.rules.diff import book_differences, diff_books, entry_differences
from worldbook.rules.entries import (
    book_from_json,
    book_to_json,
    entry_from_json,
    entry_to_json,
)
from worldbook.rules.exports import FORMATS, export
from worldbook.rules.formats import parsed_from_json, read
from worldbook.rules.validation import book_problems

JOURNEYS = list(product(FORMATS, FORMATS))


@pytest.mark.spec("WB-11")
@settings(max_examples=80, deadline=None)
@given(BOOKS, st.sampled_from(JOURNEYS))
def test_a_book_that_goes_through_two_formats_is_the_same(book, journey):
    result = book
    for format_name in journey:
        result = read(export(result, format_name).data).book
    assert result == book


@pytest.mark.spec("WB-8", "WB-11")
@settings(max_examples=30, deadline=None)
@given(BOOKS, st.sampled_from(FORMATS))
def test_a_preview_keeps_what_was_read(book, format_name):
    data = export(book, format_name).data
    parsed = read(data)
    assert parsed_from_json(parsed.to_json(), data) == parsed


@pytest.mark.spec("WB-2", "WB-3")
@settings(max_examples=60, deadline=None)
@given(BOOKS)
def test_native_json_says_all_of_a_book_compact_or_whole(book):
    whole = book_to_json(book)
    assert book_from_json(whole) == book
    assert book_from_json(compact_book(whole)) == book
    assert [whole_entry(compact_entry(entry)) for entry in whole["entries"]] == whole["entries"]
    assert book_problems(whole | {"name": "North"}) == ()


@pytest.mark.spec("WB-17")
@settings(max_examples=60, deadline=None)
@given(ENTRIES, ENTRIES)
def test_the_differences_of_two_entries_make_one_of_the_other(before, after):
    found = entry_differences(before, after)
    changed = {item.field: item.after for item in found}
    assert entry_from_json(entry_to_json(before) | changed) == after
    for item in found:
        if item.words is not None:
            texts = [
                "".join(piece.text for piece in item.words if piece.op != op)
                for op in ("added", "removed")
            ]
            assert texts == [item.before, item.after]


@pytest.mark.spec("WB-17")
@settings(max_examples=40, deadline=None)
@given(BOOKS, BOOKS)
def test_the_differences_of_two_books_make_one_of_the_other(before, after):
    own = {item.field: item.after for item in book_differences(before, after)}
    head = book_from_json(book_to_json(replace(before, entries=())) | own)
    assert replace(head, key=after.key, revision=after.revision) == replace(after, entries=())
    old = {entry.key_id: entry for entry in before.entries}
    new = {entry.key_id: entry for entry in after.entries}
    changes = {change.key_id: change for change in diff_books(before, after).entries}
    for key_id in old.keys() | new.keys():
        one, other = old.get(key_id), new.get(key_id)
        if one and other and replace(one, place=0) == replace(other, place=0):
            assert one != other or key_id not in changes  # a place may differ and the order not
        else:
            assert key_id in changes
