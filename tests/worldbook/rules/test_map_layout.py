from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.map_layout import GRID, Spot, Way, direction_of, lay_out


def cells(spots, ways):
    return {key: (x // GRID, y // GRID) for key, (x, y) in lay_out(spots, ways).items()}


@pytest.mark.spec("PL-9")
def test_places_stand_where_the_words_of_their_exits_say():
    spots = [Spot("hall"), Spot("yard"), Spot("attic"), Spot("west-wing"), Spot("far")]
    ways = [
        Way("hall", "yard", "North gate"),
        Way("attic", "hall", "下楼"),
        Way("hall", "west-wing", "door to the west"),
        Way("yard", "far"),
    ]
    assert cells(spots, ways) == {
        "hall": (0, 0),
        "yard": (0, -1),
        "attic": (1, -1),
        "west-wing": (-1, 0),
        "far": (0, -2),
    }


@pytest.mark.spec("PL-9")
def test_places_put_somewhere_stay_and_strangers_stand_apart():
    spots = [Spot("put", 1000, 333), Spot("near"), Spot("island"), Spot("reef")]
    found = lay_out(spots, [Way("put", "near"), Way("reef", "island")])
    assert found["put"] == (1000, 333)
    assert abs(found["near"][0] - 1000) <= 1.5 * GRID
    assert found["island"][0] >= max(found["put"][0], found["near"][0]) + GRID
    assert found["reef"] != found["island"]
    assert lay_out([], []) == {}


@pytest.mark.spec("PL-9")
@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("North-East passage", (1, -1)),
        ("to the south", (0, 1)),
        ("东北角的门", (1, -1)),
        ("往下", (-1, 1)),
        ("Weston Street", None),
        ("the Upland", None),
        ("", None),
    ],
)
def test_directions_are_whole_words(words, step):
    assert direction_of(words) == step


@pytest.mark.spec("PL-9")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32).map(Random))
def test_no_two_places_share_a_spot_and_the_layout_stays_the_same(chance):
    spots = [Spot(f"p{n}") for n in range(chance.randint(1, 25))]
    keys = [spot.key for spot in spots]
    words = ("north", "", "east", "up", "gate")
    ways = [
        Way(chance.choice(keys), chance.choice(keys), chance.choice(words))
        for _ in range(chance.randint(0, 40))
    ]
    found = lay_out(spots, ways)
    assert list(found) == keys
    assert len(set(found.values())) == len(keys)
    assert found == lay_out(spots, ways)
    some = chance.choice(keys)
    kept = [Spot(key, *found[key]) if key != some else Spot(key) for key in keys]
    assert {key: point for key, point in lay_out(kept, ways).items() if key != some} == {
        key: point for key, point in found.items() if key != some
    }
