from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.variables import (
    BUILT_IN,
    LARGEST,
    THE_WORLD,
    Band,
    Target,
    VariableDef,
    Variables,
    plain,
    read_number,
)

ANNA = Target("character", "anna")
WOUNDS = VariableDef(
    "wounds",
    "number",
    "character",
    bands=(Band("none", high=Decimal(0)), Band("some", Decimal("0.5"), Decimal(3))),
)


@pytest.mark.spec("VR-1a")
@pytest.mark.parametrize("value", [0, -3, 0.1, 2.5, 1234.5678, Decimal("0.0001"), 10**9, -0.0])
def test_numbers_of_four_places_are_exact(value):
    number = read_number(value)
    assert number == Decimal(str(value))
    assert float(plain(number)) == float(value)
    assert read_number(plain(number)) == number


@pytest.mark.spec("VR-1a")
@pytest.mark.parametrize(
    "value",
    [0.00001, 10**9 + 1, 1e300, float("nan"), float("inf"), True, "3", None, [1],
     Decimal("0.00005"), Decimal("NaN")],
)  # fmt: skip
def test_what_is_no_number_of_a_variable(value):
    assert read_number(value) is None


@pytest.mark.spec("VR-1a")
@given(st.decimals(-LARGEST, LARGEST, places=4, allow_nan=False))
def test_json_and_back_loses_nothing(number):
    assert read_number(plain(number)) == number


@pytest.mark.spec("VR-1", "VR-1a")
def test_only_what_differs_from_the_default_is_kept():
    variables = Variables({"wounds": WOUNDS})
    assert variables.value(WOUNDS, ANNA) == 0
    hurt = variables.after(ANNA, "wounds", Decimal(2))
    assert hurt.values == {(ANNA, "wounds"): Decimal(2)}
    assert hurt.value(WOUNDS, ANNA) == 2
    assert hurt.value(WOUNDS, Target("character", "ben")) == 0
    assert hurt.after(ANNA, "wounds", Decimal("0.0")).values == {}
    assert variables.values == {}


@pytest.mark.spec("VR-1")
def test_bands_name_ranges_ends_included():
    bands = {value: WOUNDS.band_of(Decimal(value)) for value in ("-1", "0", "0.2", "0.5", "3", "4")}
    assert bands == {"-1": "none", "0": "none", "0.2": "", "0.5": "some", "3": "some", "4": ""}
    assert WOUNDS.band_of("some text") == ""


@pytest.mark.spec("VR-2")
def test_mood_is_built_in_with_temperament_as_default_and_baseline():
    variables = Variables(temperaments={"anna": {"valence": Decimal("-0.3")}})
    assert set(BUILT_IN) == {"valence", "arousal", "dominance"}
    for key, definition in BUILT_IN.items():
        assert variables.definition(key) is definition
        assert (definition.minimum, definition.maximum) == (-1, 1)
        assert (definition.scope, definition.visibility) == ("character", "private")
    valence = BUILT_IN["valence"]
    assert variables.value(valence, ANNA) == variables.baseline(valence, ANNA) == Decimal("-0.3")
    assert variables.value(valence, Target("character", "ben")) == 0
    assert variables.after(ANNA, "valence", Decimal("-0.3")).values == {}
    assert variables.after(ANNA, "valence", Decimal(0)).values == {(ANNA, "valence"): 0}


@pytest.mark.spec("VR-1", "VR-1a")
def test_a_definition_serves_all_of_its_kind_or_named_targets():
    variables = Variables(item_kinds={"coin~2": "coin"})
    everyone = VariableDef("a", "flag", "character")
    named = VariableDef("b", "flag", "character", targets=("ben",))
    coins = VariableDef("c", "flag", "item", targets=("coin",))
    world = VariableDef("d", "flag", "world")
    assert variables.serves(everyone, ANNA)
    assert not variables.serves(everyone, Target("item", "anna"))
    assert not variables.serves(named, ANNA)
    assert variables.serves(named, Target("character", "ben"))
    assert [variables.serves(coins, Target("item", key)) for key in ("coin", "coin~2", "cup")] == [
        True, True, False,
    ]  # fmt: skip
    assert variables.serves(world, THE_WORLD)
    assert not variables.serves(world, ANNA)
