"""Whatever is played, edited, swiped and regenerated: a move brings back the state of its take."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions_app.rules.tree import (
    NO_TAKE,
    Move,
    TakeNode,
    kept_takes,
    meeting,
    move_below,
    move_between,
    owner_of_changes,
    path_of,
)
from worldbook.rules.stretches import Stretch

pytestmark = pytest.mark.spec("ST-1")

State = dict[str, Any]
ROWS = "abcd"


@dataclass
class Story:
    """A story as a naive reader keeps it: a whole copy of the state for every take.

    `remembered[X]` is the state when X was last head, or before the first change that a child of
    its line caused; nothing else is ever asked of it.
    """

    state: State = field(default_factory=dict)
    takes: dict[int, TakeNode] = field(default_factory=dict)
    turns: dict[int, int | None] = field(default_factory=dict)
    journal: list[tuple[int, str, Any, Any]] = field(default_factory=list)
    head: int | None = None
    remembered: dict[int | None, State] = field(default_factory=lambda: {None: {}})

    def line(self, take: int | None) -> list[TakeNode]:
        found: list[TakeNode] = []
        while take is not None:
            found.insert(0, self.takes[take])
            take = found[0].parent
        return found

    def write(self, take: int, row: str, value: Any) -> None:
        before = self.state.get(row)
        if before == value:
            return
        self.journal.append((take, row, before, value))
        self.put(row, value)

    def put(self, row: str, value: Any) -> None:
        if value is None:
            self.state.pop(row, None)
        else:
            self.state[row] = value

    def freeze(self, take: int) -> None:
        node = self.takes[take]
        if node.base is None:
            self.takes[take] = TakeNode(take, node.parent, len(self.journal))

    def begin(self, parent: int | None) -> None:
        """A new take, queued as the head; its own changes come by `play`."""
        new = len(self.takes) + 1
        self.takes[new] = TakeNode(new, parent, None)
        self.head = new

    def play(self, row: str, value: Any) -> None:
        assert self.head is not None
        self.freeze(self.head)
        self.write(self.head, row, value)

    def edit(self, row: str, value: Any) -> None:
        """By hand: it is the owner's, and all takes that stand between know no other state."""
        owner = owner_of_changes(reversed(self.line(self.head)))
        self.write(owner, row, value)
        at = self.head
        while at is not None and at != owner:
            at = self.takes[at].parent
        self.remembered[at] = copy.copy(self.state)

    def move(self, take: int | None) -> Move:
        move = move_between(self.line(self.head), self.line(take))
        for row, value in images(self.journal, move).items():
            self.put(row, value)
        self.head = take
        return move

    def remember(self) -> None:
        self.remembered[self.head] = copy.copy(self.state)


def images(journal: list[tuple[int, str, Any, Any]], move: Move) -> Mapping[str, Any]:
    """The image of every touched row after a move, read off the journal one change at a time."""
    found: dict[str, Any] = {}
    changes = [(seq, *change) for seq, change in enumerate(journal, start=1)]
    for seq, take, row, before, _ in reversed(changes):
        if any(stretch.holds(take, seq) for stretch in move.undo):
            found[row] = before
    for seq, take, row, _, after in changes:
        if any(stretch.holds(take, seq) for stretch in move.redo):
            found[row] = after
    return found


ROW = st.sampled_from(ROWS)
VALUE = st.one_of(st.none(), st.integers(0, 5))
CHANGES = st.lists(st.tuples(ROW, VALUE), max_size=3)
STEP = st.one_of(
    st.tuples(st.just("turn"), CHANGES, CHANGES),
    st.tuples(st.just("again"), CHANGES, CHANGES),
    st.tuples(st.just("move"), st.integers(0, 40)),
    st.tuples(st.just("edit"), CHANGES),
)


def played(story: Story, by_hand: list[tuple[str, Any]], changes: list[tuple[str, Any]]) -> None:
    """The head's attempt: edits by hand while it waits, then its own changes, then its end."""
    for row, value in by_hand:
        story.edit(row, value)
    for row, value in changes:
        story.play(row, value)
    assert story.head is not None
    story.freeze(story.head)


def step(story: Story, what: Any) -> None:
    """One thing that a player does; the state of where it leads is remembered."""
    kind, *given = what
    if kind == "turn":
        story.begin(story.head)
        played(story, *given)
    elif kind == "again" and story.head is not None:
        parent = story.takes[story.head].parent
        story.move(parent)
        assert story.state == story.remembered[parent]
        story.begin(parent)
        played(story, *given)
    elif kind == "edit":
        for row, value in given[0]:
            story.edit(row, value)
    elif kind == "move":
        target = given[0] % (len(story.takes) + 1) or None
        story.move(target)
        assert story.state == story.remembered[target]
    story.remember()


@settings(max_examples=250)
@given(st.lists(STEP, max_size=40))
def test_a_move_brings_back_the_state_of_its_take(steps: list[Any]) -> None:
    story = Story()
    for what in steps:
        step(story, what)
    for target in story.remembered:
        story.move(target)
        assert story.state == story.remembered[target]


@settings(max_examples=100)
@given(st.lists(STEP, max_size=25))
def test_a_path_is_all_that_the_state_of_a_take_is_made_of(steps: list[Any]) -> None:
    story = Story()
    for what in steps:
        step(story, what)
    for target, expected in story.remembered.items():
        path = path_of(story.line(target))
        state: State = {}
        last = 0
        for seq, (take, row, _, after) in enumerate(story.journal, start=1):
            if any(stretch.holds(take, seq) for stretch in path):
                assert seq > last
                last = seq
                state[row] = after
        assert {row: value for row, value in state.items() if value is not None} == expected


def node(take: int, parent: int | None, base: int | None = 0) -> TakeNode:
    return TakeNode(take, parent, base)


def test_a_rewind_undoes_what_came_after_the_cut_and_names_what_it_leaves() -> None:
    line = [node(1, None, 0), node(2, 1, 4), node(3, 2, 9)]
    move = move_between(line, line[:1])
    assert move.undo == (Stretch(2, upto=9), Stretch(3))
    assert move.redo == (Stretch(1, after=4),)
    assert (move.left, move.entered) == ((2, 3), ())


def test_a_swipe_between_takes_of_one_parent_moves_the_cut_of_the_parent() -> None:
    above, old, new = node(1, None, 0), node(2, 1, 4), node(3, 1, 7)
    there = move_between([above, old], [above, new])
    assert there.undo == (Stretch(2),)
    assert there.redo == (Stretch(1, after=4, upto=7), Stretch(3))
    back = move_between([above, new], [above, old])
    assert back.undo == (Stretch(1, after=4, upto=7), Stretch(3))
    assert back.redo == (Stretch(2),)


def test_a_take_that_changed_nothing_has_the_whole_of_its_parent() -> None:
    above, queued = node(1, None, 0), node(2, 1, None)
    assert move_between([above], [above, queued]) == Move(redo=(Stretch(2),), entered=(2,))


def test_lines_that_share_nothing_meet_before_the_first_take() -> None:
    assert move_between([node(1, None, 3)], [node(2, None, 5)]) == move_below(
        NO_TAKE, [node(1, None, 3)], [node(2, None, 5)]
    )
    assert move_between([], []) == Move()
    assert move_between([node(1, None, 3)], []) == Move(
        undo=(Stretch(1),), redo=(Stretch(NO_TAKE, after=3),), left=(1,)
    )


def test_an_edit_belongs_to_the_nearest_take_that_has_begun_to_change_things() -> None:
    queued, answered = node(3, 2, None), node(2, 1, 6)
    assert owner_of_changes([queued, answered, node(1, None)]) == 2
    assert owner_of_changes([node(3, 2, 8), answered]) == 3
    assert owner_of_changes([node(1, None, None)]) == NO_TAKE
    assert owner_of_changes([]) == NO_TAKE


def test_walks_meet_at_the_newest_take_that_they_share() -> None:
    assert meeting([9, 7, 4, 1], [8, 4, 1]) == 4
    assert meeting([9, 7], [8, 4]) is None
    assert meeting([], [1]) is None


def test_what_is_kept_keeps_all_that_it_goes_on_from() -> None:
    parents = {1: None, 2: 1, 3: 2, 4: 1, 5: 4}
    assert kept_takes(parents, [3, None]) == {1, 2, 3}
    assert kept_takes(parents, [5, 3]) == {1, 2, 3, 4, 5}
    assert kept_takes(parents, []) == frozenset()
