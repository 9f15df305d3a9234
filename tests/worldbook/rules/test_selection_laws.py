"""Laws of selection over made-up books: it ends, is pure, and no entry moves another's draw."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.selecting import ids, turn
from worldbook.rules.entries import Book, Entry
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import compile_book, select

WORDS = ("gate", "tower", "key", "guard", "sea", "{{char}}", "/ga.e/", "")
NAMES = tuple(f"e{n}" for n in range(6))


def texts(most):
    return st.lists(st.sampled_from(WORDS[:5]), max_size=most).map(" ".join)


def entry_of(name):
    keys = st.lists(st.sampled_from(WORDS), max_size=2).map(tuple)
    names = st.lists(st.sampled_from(NAMES), max_size=1).map(tuple)
    return st.builds(
        Entry,
        key_id=st.just(name),
        content=texts(4),
        enabled=st.sampled_from((True, True, True, False)),
        constant=st.sampled_from((False, False, True)),
        keys=keys,
        secondary_keys=keys,
        secondary_logic=st.sampled_from(("and_any", "and_all", "not_any", "not_all")),
        whole_words=st.sampled_from((None, True, False)),
        scan_depth=st.sampled_from((None, 0, 1, 9)),
        probability=st.sampled_from((100, 100, 50)),
        priority=st.integers(-1, 1),
        prevent_recursion=st.booleans(),
        exclude_recursion=st.booleans(),
        delay_until_recursion=st.integers(0, 3),
        requires=names,
        conflicts=names,
        groups=st.lists(st.sampled_from("gh"), max_size=2).map(tuple),
        sticky=st.integers(0, 2),
        cooldown=st.integers(0, 2),
    )


BOOKS = st.tuples(*map(entry_of, NAMES)).flatmap(
    lambda entries: st.builds(Book, max_passes=st.integers(0, 4), entries=st.just(entries))
)
TURNS = st.builds(
    turn,
    texts(3),
    texts(3),
    texts(3),
    turn=st.integers(1, 5),
    seed=st.sampled_from("st"),
    budget=st.sampled_from((0, 200, 400, 10**6)),
    char=st.just("Guard"),
    timed=st.dictionaries(st.sampled_from(NAMES), st.integers(1, 4)),
)


@pytest.mark.spec("WB-18", "WB-26", "WB-45")
@settings(max_examples=80)
@given(BOOKS, TURNS)
def test_selection_ends_and_is_pure(book, request):
    compiled = compile_book(book)
    first = select(request, [compiled], len)
    assert select(request, [compiled], len) == first
    assert select(request, [compile_book(book)], len) == first
    assert first.passes <= book.max_passes
    assert first.trace["not_activated"] >= 0


@pytest.mark.spec("WB-37")
@settings(max_examples=80)
@given(BOOKS, TURNS)
def test_every_entry_has_one_fate(book, request):
    selection = select(request, [compile_book(book)], len)
    told = [*ids(selection), *(item["key_id"] for item in selection.dropped)]
    assert len(told) == len(set(told))
    assert len(told) + selection.trace["not_activated"] == len(book.entries)
    assert selection.tokens == sum(item.tokens for item in selection.selected) <= request.budget


@pytest.mark.spec("WB-20", "WB-27", "WB-28")
@settings(max_examples=80)
@given(BOOKS, TURNS)
def test_what_is_chosen_keeps_the_rules(book, request):
    chosen = set(ids(select(request, [compile_book(book)], len)))
    entries = {entry.key_id: entry for entry in book.entries}
    for name in chosen:
        entry = entries[name]
        assert entry.enabled
        assert entry.content.strip()
        assert set(entry.requires) <= chosen
        assert not (set(entry.conflicts) - {name}) & chosen
    labels = [label for name in chosen for label in set(entries[name].groups)]
    assert len(labels) == len(set(labels))


@pytest.mark.spec("WB-18", "WB-20")
@settings(max_examples=80)
@given(st.integers(0, 5), st.integers(1, 50))
def test_removing_an_entry_moves_no_others_draw(gone, number):
    book = Book(
        entries=tuple(
            Entry(
                f"a-{n}", keys=("x",), content="{{random::a::b}}", probability=50, source={"uid": n}
            )
            for n in range(6)
        )
    )
    left = [entry for n, entry in enumerate(book.entries) if n != gone]
    renumbered = tuple(replace(entry, key_id=f"a-{n}") for n, entry in enumerate(left))
    request = turn("x", turn=number, seed="s")

    def chosen(one):
        selection = select(request, [compile_book(one)], len)
        uid = {entry.key_id: entry.source["uid"] for entry in one.entries}
        return [(uid[item.key_id], item.text) for item in selection.selected]

    whole = [pair for pair in chosen(book) if pair[0] != gone]
    assert chosen(replace(book, entries=renumbered)) == whole


@pytest.mark.spec("WB-25")
@settings(max_examples=80)
@given(BOOKS, TURNS)
def test_required_entries_are_in_or_the_turn_fails(book, request):
    entries = tuple(replace(entry, required=entry.key_id == "e0") for entry in book.entries)
    compiled = compile_book(replace(book, entries=entries))
    result = select(request, [compiled], len)
    if isinstance(result, Refusal):
        assert result.code == "required_over_budget"
        return
    barred = {item["key_id"] for item in result.dropped}
    late = entries[0].delay_until_recursion > book.max_passes
    assert "e0" in ids(result) or "e0" in barred or late
