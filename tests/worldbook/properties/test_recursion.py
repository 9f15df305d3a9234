"""Recursion ends, keeps to its bounds, and does nothing where nothing lets it (WB-26, WB-45)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.selecting import choose, ids, turn
from worldbook.rules.entries import Book, Entry
from worldbook.rules.selection import compile_book

WORDS = ("gate", "tower", "key", "guard", "sea", "oath")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join)


def one(number):
    return st.builds(
        Entry,
        key_id=st.just(f"e{number}"),
        content=TEXTS.map(lambda text: f"{text}."),
        keys=st.lists(st.sampled_from(WORDS), max_size=2).map(tuple),
        constant=st.sampled_from((False, False, False, True)),
        scan_depth=st.sampled_from((None, None, 0)),
        prevent_recursion=st.sampled_from((False, False, True)),
        exclude_recursion=st.sampled_from((False, False, True)),
        delay_until_recursion=st.sampled_from((0, 0, 0, 1, 2, 7)),
    )


BOOKS = st.builds(
    Book, entries=st.tuples(*map(one, range(7))), max_passes=st.sampled_from((0, 1, 2, 5, 100))
)


def activated(lore, text):
    selection = choose(turn(text), compile_book(lore))
    return selection, set(ids(selection))


@pytest.mark.spec("WB-26", "WB-45")
@settings(max_examples=80, deadline=None)
@given(BOOKS, TEXTS)
def test_it_ends_within_the_passes_and_the_entries(lore, text):
    selection, chosen = activated(lore, text)
    assert selection.passes <= min(lore.max_passes, len(lore.entries) + 7)
    for item in selection.selected:
        assert item.cause["pass"] <= selection.passes
        entry = next(one for one in lore.entries if one.key_id == item.key_id)
        assert item.cause["pass"] >= entry.delay_until_recursion
        if item.cause["kind"] == "recursion":
            assert not entry.exclude_recursion
            starter = next(one for one in lore.entries if one.key_id == item.cause["in"]["key_id"])
            assert not starter.prevent_recursion
            assert starter.key_id in chosen


@pytest.mark.spec("WB-26")
@settings(max_examples=80, deadline=None)
@given(BOOKS, TEXTS)
def test_more_passes_never_take_an_entry_away(lore, text):
    before: set[str] = set()
    for passes in (0, 1, 2, 3, 9):
        _, chosen = activated(replace(lore, max_passes=passes), text)
        assert before <= chosen
        before = chosen


@pytest.mark.spec("WB-26", "WB-5")
@settings(max_examples=80, deadline=None)
@given(BOOKS, TEXTS, st.sampled_from(("prevent_recursion", "exclude_recursion")))
def test_bodies_start_nothing_where_no_entry_lets_them(lore, text, name):
    shut = replace(
        lore,
        entries=tuple(
            replace(one, **{name: True, "delay_until_recursion": 0}) for one in lore.entries
        ),
    )
    selection, chosen = activated(shut, text)
    assert selection.passes == 0
    assert chosen == activated(replace(shut, max_passes=0), text)[1]


@pytest.mark.spec("WB-26", "WB-45")
def test_a_chain_goes_one_pass_a_link_and_stops_at_the_last():
    entries = tuple(
        Entry(
            f"e{number}",
            keys=(f"word{number};",),
            content=f"word{number + 1};",
            prevent_recursion=False,
            exclude_recursion=False,
        )
        for number in range(200)
    )
    for passes in (0, 2, 40):
        selection, _ = activated(Book(entries=entries, max_passes=passes), "word0;")
        assert ids(selection) == [f"e{number}" for number in range(passes + 1)]
        assert selection.passes == passes
