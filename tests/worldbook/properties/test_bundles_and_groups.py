"""Laws of bundles, groups and conflicts over made-up books (WB-27, WB-28, WB-50, WB-52)."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.selecting import book, choose, entry, ids, turn
from worldbook.rules.entries import Book, Entry
from worldbook.rules.selection import compile_book

NAMES = tuple(f"e{number}" for number in range(7))
LABELS = st.lists(st.sampled_from(("g", " g", "h", "")), max_size=2).map(tuple)
SOME = st.lists(st.sampled_from((*NAMES, "nobody")), max_size=2).map(tuple)
SEEDS = st.sampled_from(("s", "t", "u"))


def one(name):
    return st.builds(
        Entry,
        key_id=st.just(name),
        content=st.just("Lore."),
        enabled=st.sampled_from((True, True, True, True, False)),
        required=st.sampled_from((False, False, False, True)),
        keys=st.sampled_from((("gate",), ("gate",), ("sea",))),
        order=st.integers(0, 3),
        requires=SOME,
        groups=LABELS,
        group_weight=st.sampled_from((0, 1, 100)),
        group_prioritize=st.sampled_from((False, False, True)),
    )


LORE = st.tuples(*map(one, NAMES)).map(lambda entries: Book(entries=entries))


def labels(one_entry):
    return {label for group in one_entry.groups if (label := group.strip())}


def closure(name, entries):
    """A name and all that it requires, however far; names that are not there included."""
    found, waiting = {name}, [name]
    while waiting:
        asked = entries.get(waiting.pop())
        new = set(asked.requires if asked else ()) - found
        found |= new
        waiting += new
    return found


@pytest.mark.spec("WB-27", "WB-50")
@settings(max_examples=80, deadline=None)
@given(LORE, SEEDS)
def test_bundles_are_whole_and_circles_are_one_bundle(lore, seed):
    entries = {item.key_id: item for item in lore.entries}
    selection = choose(turn("The gate.", seed=seed), compile_book(lore))
    chosen = set(ids(selection))
    dropped = {item["key_id"]: item for item in selection.dropped}
    for name in chosen:
        assert closure(name, entries) <= chosen
    for name, item in entries.items():
        if not (item.required or item.keys == ("gate",)) or not item.enabled:
            continue
        broken = any(
            member not in entries or not entries[member].enabled
            for member in closure(name, entries)
        )
        if broken:
            assert dropped[name]["decision"] in ("dependency_ineligible", "group_lost")
        assert (name in chosen) != (name in dropped)


@pytest.mark.spec("WB-28", "WB-52")
@settings(max_examples=80, deadline=None)
@given(LORE, SEEDS)
def test_of_those_that_share_a_label_one_stays_but_for_required_ones(lore, seed):
    entries = {item.key_id: item for item in lore.entries}
    selection = choose(turn("The gate.", seed=seed), compile_book(lore))
    chosen = ids(selection)
    must = {name for root in chosen if entries[root].required for name in closure(root, entries)}
    free = Counter(label for name in chosen if name not in must for label in labels(entries[name]))
    held = {label for name in must for label in labels(entries[name])}
    assert all(count == 1 for count in free.values())
    assert not free.keys() & held
    for item in selection.dropped:
        if item["decision"] == "group_lost":
            assert item["key_id"] not in must


@pytest.mark.spec("WB-52")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from((0, 1, 50, 100)), min_size=2, max_size=6),
    st.integers(0, 5),
    SEEDS,
)
def test_taking_away_a_loser_changes_no_winner(weights, at, seed):
    made = [entry(f"e{n}", "gate", groups=("g",), group_weight=w) for n, w in enumerate(weights)]
    (winner,) = ids(choose(turn("gate", seed=seed), book(*made)))
    loser = made[at % len(made)].key_id
    left = [item for item in made if item.key_id != loser or loser == winner]
    assert ids(choose(turn("gate", seed=seed), book(*left))) == [winner]


@pytest.mark.spec("WB-28")
@given(st.lists(st.integers(0, 9), min_size=2, max_size=5, unique=True), SEEDS)
def test_prioritized_ones_win_by_order_and_never_by_chance(orders, seed):
    made = [
        entry(f"e{order}", "gate", groups=("g",), group_prioritize=True, order=order)
        for order in orders
    ]
    weighty = entry("heavy", "gate", groups=("g",), group_weight=10**6)
    assert ids(choose(turn("gate", seed=seed), book(weighty, *made))) == [f"e{max(orders)}"]


@pytest.mark.spec("WB-28")
def test_the_draw_follows_the_weights():
    lore = book(
        entry("a", "gate", groups=("g",), group_weight=100),
        entry("b", "gate", groups=("g",), group_weight=300),
        entry("c", "gate", groups=("g",), group_weight=0),
    )
    won = Counter(
        name for number in range(1, 1001) for name in ids(choose(turn("gate", turn=number), lore))
    )
    assert won["a"] + won["b"] == 1000
    assert 700 <= won["b"] <= 800


@pytest.mark.spec("WB-28", "WB-50")
@settings(max_examples=60, deadline=None)
@given(LORE, st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=4), SEEDS)
def test_foes_are_never_in_together(lore, pairs, seed):
    entries = tuple(
        replace(
            item,
            required=False,
            groups=(),
            conflicts=tuple(foe for name, foe in pairs if name == item.key_id != foe),
        )
        for item in lore.entries
    )
    chosen = set(
        ids(choose(turn("The gate.", seed=seed), compile_book(replace(lore, entries=entries))))
    )
    assert not any({name, foe} <= chosen for name, foe in pairs if name != foe)
