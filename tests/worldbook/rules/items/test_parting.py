"""A part of a state shows somebody there what the whole does."""

from hypothesis import given, settings

from tests.worldbook.rules.items.test_laws import any_state, seeds
from worldbook.rules.items.parting import parted
from worldbook.rules.places_seen import look_around


@settings(max_examples=100, deadline=None)
@given(chance=seeds)
def test_everybody_sees_the_same_in_the_part_of_its_place(chance):
    state = any_state(chance)
    parts = parted(state)
    for who, place in state.characters.items():
        assert look_around(parts[place], who) == look_around(state, who)
    assert sum(len(part.items) for part in parts.values()) == len(state.items)
