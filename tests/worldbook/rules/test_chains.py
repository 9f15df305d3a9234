"""What leads from one to the next has an end, and soon (PL-8, PL-9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.chains import CIRCLE, MOST_LEVELS, TOO_MANY, chain_fault, chains_of

pytestmark = [pytest.mark.spec("PL-8"), pytest.mark.spec("PL-9")]


def _file(length: int) -> dict[int, int | None]:
    return {at: at + 1 if at + 1 < length else None for at in range(length)}


def test_a_chain_of_as_many_as_may_be_has_no_fault() -> None:
    assert chain_fault(_file(MOST_LEVELS), 0) is None


@pytest.mark.parametrize("changed", [0, 7, MOST_LEVELS])
def test_one_more_is_too_many_wherever_it_was_put_in(changed: int) -> None:
    assert chain_fault(_file(MOST_LEVELS + 1), changed) == TOO_MANY


def test_what_leads_into_a_circle_has_its_fault_and_what_stands_elsewhere_none() -> None:
    above = {"a": "b", "b": "a", "c": "a", "d": "e", "e": None, "f": "unknown"}
    assert [chain_fault(above, key) for key in "abcdef"] == [CIRCLE] * 3 + [None] * 3


@given(st.dictionaries(st.integers(0, 8), st.one_of(st.none(), st.integers(0, 8)), max_size=9))
def test_a_circle_is_found_where_following_never_ends(above: dict[int, int | None]) -> None:
    def steps(at: int | None) -> int:
        """How many are passed, at most one more than there are."""
        passed = 0
        while at in above and passed <= len(above):
            at, passed = above[at], passed + 1
        return passed

    found = chains_of(above)
    endless = {key for key in above if steps(key) > len(above)}
    assert {key for key in above if chain_fault(above, key) == CIRCLE} == endless
    assert all(found.depths[key] == steps(key) for key in above.keys() - endless)
    for first, circle in found.circles.items():
        assert [above[key] for key in circle] == [*circle[1:], circle[0]]
        assert chain_fault(above, first) == CIRCLE
    assert len({frozenset(circle) for circle in found.circles.values()}) == len(found.circles)
