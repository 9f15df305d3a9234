import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.fusion import fuse

rankings = st.lists(st.lists(st.integers(0, 40), unique=True, max_size=40), min_size=1, max_size=3)


@pytest.mark.spec("WB-24")
def test_what_both_rankings_have_stands_before_what_one_has():
    found = fuse([["a", "b", "c"], ["d", "c", "b"]], limit=30)
    assert [item.key for item in found] == ["b", "c", "a", "d"]
    assert found[0].ranks == (2, 3)
    assert found[0].score == 1 / 62 + 1 / 63
    assert [item.ranks for item in found[2:]] == [(1, None), (None, 1)]


@pytest.mark.spec("WB-24")
@given(rankings, st.sets(st.integers(0, 40)), st.integers(0, 30))
def test_the_limit_counts_what_is_left_when_the_ineligible_are_out(lists, shut, limit):
    every = {key for ranking in lists for key in ranking}
    found = fuse(lists, limit=limit, keep=lambda key: key not in shut)
    assert len(found) == min(limit, len(every - shut))
    assert not {item.key for item in found} & shut
    without = [[key for key in ranking if key not in shut] for ranking in lists]
    assert found == fuse(without, limit=limit)


@given(rankings)
def test_scores_fall_and_a_better_place_never_harms(lists):
    found = fuse(lists, limit=100)
    scores = [item.score for item in found]
    assert scores == sorted(scores, reverse=True)
    by_key = {item.key: item.score for item in found}
    for at, ranking in enumerate(lists):
        for place in range(1, len(ranking)):
            moved = [*ranking]
            moved[place - 1], moved[place] = moved[place], moved[place - 1]
            again = fuse([*lists[:at], moved, *lists[at + 1 :]], limit=100)
            better = {item.key: item.score for item in again}[ranking[place]]
            assert better > by_key[ranking[place]]


def test_a_key_said_twice_counts_once():
    assert fuse([["a", "b", "a"]], limit=9) == fuse([["a", "b"]], limit=9)
    assert fuse([], limit=9) == []
