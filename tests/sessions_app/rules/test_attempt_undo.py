"""Another attempt finds what the turn began with, and what hands have changed since."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.rules.attempt_undo import (
    By,
    Change,
    KeptEdit,
    TableLaw,
    Undone,
    undo_all,
    undo_attempts,
)

pytestmark = pytest.mark.spec("ST-1a")

HOLDERS = frozenset({"location", "holder", "inside"})
LAWS = {"item": TableLaw(together=(HOLDERS,)), "value": TableLaw(one_value=True)}
LAMP = {"name": "lamp", "location": 1, "holder": None, "inside": None, "condition": ""}


def changes(*steps: tuple[By, dict[str, Any] | None], table: str = "item") -> list[Change]:
    """The changes of one row: its first image, then who made it what."""
    (_, before), *rest = steps
    found = []
    for by, after in rest:
        found.append(Change(table, 7, by, before, after))
        before = after
    return found


def start(image: dict[str, Any] | None) -> tuple[By, dict[str, Any] | None]:
    return By.HAND, image


def test_a_row_is_again_what_it_was_before_the_first_attempt() -> None:
    taken = {**LAMP, "location": None, "holder": 2}
    found = undo_attempts(changes(start(LAMP), (By.ATTEMPT, taken)), LAWS)
    assert found == Undone({"item": {7: LAMP}})


def test_a_row_that_an_attempt_made_goes_and_one_that_it_removed_is_back() -> None:
    assert undo_attempts(changes(start(None), (By.ATTEMPT, LAMP)), LAWS).images == {
        "item": {7: None}
    }
    assert undo_attempts(changes(start(LAMP), (By.ATTEMPT, None)), LAWS).images == {
        "item": {7: LAMP}
    }


def test_an_edit_by_hand_of_another_field_stays_and_is_not_named() -> None:
    taken = {**LAMP, "location": None, "holder": 2}
    renamed = {**taken, "name": "lantern"}
    found = undo_attempts(changes(start(LAMP), (By.ATTEMPT, taken), (By.HAND, renamed)), LAWS)
    assert found == Undone({"item": {7: {**LAMP, "name": "lantern"}}})


def test_an_edit_by_hand_of_the_same_value_stays_and_is_named() -> None:
    taken = {**LAMP, "location": None, "holder": 2}
    put = {**taken, "holder": None, "inside": 5}
    found = undo_attempts(changes(start(LAMP), (By.ATTEMPT, taken), (By.HAND, put)), LAWS)
    assert found.images == {}
    assert found.kept == (KeptEdit("item", 7, "lamp", ("holder", "inside", "location")),)


def test_columns_of_one_value_go_together() -> None:
    lying = {**LAMP, "condition": "lit"}
    put = {**lying, "location": None, "inside": 5}
    found = undo_attempts(changes(start(LAMP), (By.ATTEMPT, lying), (By.HAND, put)), LAWS)
    assert found.images == {"item": {7: {**LAMP, "location": None, "inside": 5}}}
    assert found.kept == ()


def test_what_was_put_back_before_is_no_change_of_anybody() -> None:
    taken = {**LAMP, "location": None, "holder": 2}
    lit = {**LAMP, "condition": "lit"}
    broken = {**lit, "condition": "broken", "location": 3}
    steps = (
        start(LAMP),
        (By.ATTEMPT, taken),
        (By.UNDO, LAMP),
        (By.HAND, lit),
        (By.ATTEMPT, broken),
    )
    found = undo_attempts(changes(*steps), LAWS)
    assert found.images == {"item": {7: lit}}
    assert found.kept == ()


def test_an_edit_of_what_an_attempt_made_is_named_as_gone() -> None:
    found = undo_attempts(
        changes(start(None), (By.ATTEMPT, LAMP), (By.HAND, {**LAMP, "name": "lantern"})), LAWS
    )
    assert found.images == {"item": {7: None}}
    assert found.kept == (KeptEdit("item", 7, "lantern", gone=True),)


def test_a_row_that_is_one_value_is_the_hands() -> None:
    made, mine = {"key": "courage", "value": 3}, {"key": "courage", "value": 5}
    steps = changes(start(None), (By.ATTEMPT, made), (By.HAND, mine), table="value")
    found = undo_attempts(steps, LAWS)
    assert found.images == {}
    assert found.kept == (KeptEdit("value", 7, "courage", ("key", "value")),)


def test_a_row_that_a_hand_removed_stays_away() -> None:
    lit = {**LAMP, "condition": "lit"}
    found = undo_attempts(changes(start(LAMP), (By.ATTEMPT, lit), (By.HAND, None)), LAWS)
    assert found == Undone({}, (KeptEdit("item", 7, "lamp", gone=True),))


def test_rows_that_no_attempt_touched_are_left_alone() -> None:
    assert undo_attempts(changes(start(LAMP), (By.HAND, None)), LAWS) == Undone()


def test_where_nothing_fits_the_take_is_as_before_its_first_change_and_all_edits_are_named() -> (
    None
):
    lit = {**LAMP, "condition": "lit"}
    steps = changes(start(LAMP), (By.ATTEMPT, lit), (By.HAND, {**lit, "name": "lantern"}))
    assert undo_all(steps) == Undone(
        {"item": {7: LAMP}}, (KeptEdit("item", 7, "lantern", gone=True),)
    )


FIELDS = st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), min_size=1)
STEPS = st.lists(st.tuples(st.sampled_from([By.ATTEMPT, By.HAND]), FIELDS), max_size=12)


@given(STEPS)
def test_a_row_becomes_what_it_would_be_had_only_hands_touched_it(steps: list[Any]) -> None:
    first = dict.fromkeys("abc", 0)
    image, by_hand = first, first
    made = []
    for by, values in steps:
        after = {**image, **values}
        made.append(Change("row", 1, by, image, after))
        if by is By.HAND:
            differing = {name: value for name, value in values.items() if image[name] != value}
            by_hand = {**by_hand, **differing}
        image = after
    found = undo_attempts(made, {})
    untouched = all(change.by is By.HAND for change in made)
    assert found.images.get("row", {}).get(1, image) == (image if untouched else by_hand)
