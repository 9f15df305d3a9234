import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.entry_order import moved, moved_among, new_places, order_mark
from worldbook.rules.refusal import Refusal

pytestmark = pytest.mark.spec("WK-4")


@pytest.mark.parametrize(
    ("moving", "anchor", "side", "after"),
    [
        ([1], 3, "after", (2, 3, 1, 4)),
        ([4], 1, "before", (4, 1, 2, 3)),
        ([4, 2], 1, "before", (2, 4, 1, 3)),
        ([2], 1, "after", (1, 2, 3, 4)),
    ],
)
def test_entries_are_put_beside_another_in_their_own_order(moving, anchor, side, after):
    assert moved([1, 2, 3, 4], moving, anchor, side) == after


@pytest.mark.parametrize(
    ("moving", "anchor", "code"),
    [
        ([], 1, "nothing_moved"),
        ([9], 1, "unknown_entry"),
        ([1], 9, "unknown_entry"),
        ([1, 2], 2, "moved_to_itself"),
    ],
)
def test_what_cannot_be_moved_is_refused(moving, anchor, code):
    refused = moved([1, 2, 3], moving, anchor, "after")
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_an_order_has_a_name_of_its_own():
    assert order_mark([1, 2, 3]) == order_mark((1, 2, 3))
    assert len({order_mark(ids) for ids in ([1, 2, 3], [1, 3, 2], [12, 3], [], [1, 23])}) == 5


def test_only_the_stretch_that_moved_gets_new_places():
    before = [(1, 0), (2, 10), (3, 20), (4, 30), (5, 40)]
    assert new_places(before, (1, 3, 4, 2, 5)) == ((3, 10), (4, 20), (2, 30))
    assert new_places(before, (1, 2, 3, 4, 5)) == ()


@given(st.data())
def test_new_places_give_the_order_wanted(data):
    places = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=8).map(sorted))
    before = [(pk, place) for pk, place in enumerate(places, start=1)]
    after = tuple(data.draw(st.permutations([pk for pk, _place in before])))
    held = dict(before) | dict(new_places(before, after))
    assert tuple(sorted(held, key=lambda pk: (held[pk], pk))) == after
    assert len(set(held.values())) == len(held)


@pytest.mark.parametrize(
    ("before", "after", "moves"),
    [
        ("abcd", "abcd", ""),
        ("abcd", "dabc", "d"),
        ("abcd", "bcda", "a"),
        ("abcd", "acbd", "b"),
        ("abc", "xaybzc", ""),
        ("abcd", "da", "a"),
        ("", "ab", ""),
    ],
)
def test_the_fewest_are_said_to_have_moved(before, after, moves):
    found = moved_among(before, after)
    assert len(found) == len(moves)
    assert found == set(moves) or len(moves) == 1


@given(st.permutations("abcdefg"))
def test_what_has_not_moved_kept_its_order(after):
    kept = [name for name in after if name not in moved_among("abcdefg", after)]
    assert kept == sorted(kept)
