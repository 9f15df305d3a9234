"""What differs between two selections for one chat (WK-8)."""

import pytest

from tests.factories import make_entry
from worldbook.rules.entries import Book, Entry
from worldbook.rules.selection import Selection, SelectionRequest, compile_book, select
from worldbook.rules.selection.compare import compare_selections

pytestmark = pytest.mark.spec("WK-8")


def chosen(*entries: Entry, revision: int = 1) -> Selection:
    book = compile_book(Book(key="b", revision=revision, entries=entries))
    selection = select(SelectionRequest(query="key and gate"), [book], len)
    assert isinstance(selection, Selection)
    return selection


KEY = make_entry("key", content="One.")


def test_the_same_entries_at_another_revision_are_no_difference():
    change = compare_selections(chosen(KEY), chosen(KEY, revision=2))
    assert (change.enters, change.leaves, change.altered) == ((), (), {})
    assert change.same_entries


def test_who_enters_leaves_and_is_otherwise():
    before = chosen(KEY, make_entry("gate"))
    moved = make_entry("key", content="Two!", position="at_depth", depth=2, role="user")
    after = chosen(moved, make_entry("new", keys=("gate",)))
    change = compare_selections(before, after)
    assert change.enters == (("b", "new"),)
    assert change.leaves == (("b", "gate"),)
    assert change.altered == {("b", "key"): ("text", "position", "depth", "role")}
    assert not change.same_entries


def test_another_cause_and_other_tokens_are_told():
    after = make_entry("key", keys=("gate", "key"), content="One. Two.")
    change = compare_selections(chosen(KEY), chosen(after))
    assert change.altered == {("b", "key"): ("text", "tokens", "cause")}
