from decimal import Decimal

import pytest

from worldbook.rules.variable_defs import read_definition
from worldbook.rules.variables import THE_WORLD, Target, Variables
from worldbook.rules.variables_seen import (
    Scene,
    seen_by_character,
    seen_by_master,
    seen_by_recorder,
    shown,
    values_of,
)

ANNA, BEN, CLEO = (Target("character", key) for key in ("anna", "ben", "cleo"))
INN, CUP = Target("location", "inn"), Target("item", "cup")
DECLARED = [
    {"key": "wounds", "name": "Wounds", "bands": [{"from": 1, "to": 3, "label": "light"}]},
    {"key": "secret", "value_kind": "text", "visibility": "private"},
    {"key": "fame", "always": True},
    {"key": "lit", "value_kind": "flag", "scope": "location"},
    {"key": "full", "value_kind": "flag", "scope": "item"},
    {"key": "dread", "scope": "world", "visibility": "private"},
    {"key": "weather", "value_kind": "text", "scope": "world"},
]
VARIABLES = Variables(
    {one["key"]: read_definition(one) for one in DECLARED},
    {
        (ANNA, "wounds"): Decimal(2),
        (ANNA, "secret"): "loves Ben",
        (ANNA, "valence"): Decimal("-0.5"),
        (BEN, "secret"): "owes Cleo",
        (BEN, "wounds"): Decimal(9),
        (CLEO, "wounds"): Decimal(1),
        (INN, "lit"): True,
        (CUP, "full"): True,
        (THE_WORLD, "dread"): Decimal(4),
        (THE_WORLD, "weather"): "fog",
    },
)
SCENE = Scene(("ben", "anna"), "inn", ("cup",))


def told(seen):
    return [(it.target.key, [value.definition.key for value in it.values]) for it in seen]


@pytest.mark.spec("VR-5", "VR-2")
def test_a_character_sees_its_own_and_the_public_ones_in_view():
    assert told(seen_by_character(VARIABLES, "anna", SCENE)) == [
        ("anna", ["fame", "wounds", "secret", "valence"]),
        ("ben", ["fame", "wounds"]),
        ("inn", ["lit"]),
        ("cup", ["full"]),
        ("", ["weather"]),
    ]
    alone = seen_by_character(VARIABLES, "ben", Scene())
    assert told(alone) == [("ben", ["fame", "wounds", "secret"]), ("", ["weather"])]


@pytest.mark.spec("VR-5")
def test_the_master_sees_all_the_scene_first():
    assert told(seen_by_master(VARIABLES, SCENE, [CLEO, ANNA])) == [
        ("ben", ["fame", "wounds", "secret"]),
        ("anna", ["fame", "wounds", "secret", "valence"]),
        ("inn", ["lit"]),
        ("cup", ["full"]),
        ("", ["dread", "weather"]),
        ("cleo", ["fame", "wounds"]),
    ]


@pytest.mark.spec("VR-5")
def test_at_most_fourteen_lines_and_eight_values_each():
    crowd = Scene(tuple(f"p{number}" for number in range(30)))
    assert len(seen_by_master(VARIABLES, crowd)) == 14
    many = [{"key": f"v{number}", "always": number == 11} for number in range(12)]
    variables = Variables({one["key"]: read_definition(one) for one in many})
    for one in many:
        variables = variables.after(ANNA, one["key"], Decimal(1))
    keys = [value.definition.key for value in shown(variables, ANNA).values]
    assert keys == ["v11", *(f"v{number}" for number in range(7))]


@pytest.mark.spec("VR-5")
def test_shown_is_what_is_not_the_default_or_marked_always():
    quiet = VARIABLES.after(BEN, "wounds", Decimal(0)).after(BEN, "secret", "")
    assert told([shown(quiet, BEN)]) == [("ben", ["fame"])]
    assert shown(quiet, Target("location", "mill")) is None
    keys = [value.definition.key for value in values_of(quiet, BEN)]
    assert keys == ["wounds", "secret", "fame", "valence", "arousal", "dominance"]


@pytest.mark.spec("VR-5")
def test_the_recorder_sees_what_is_not_the_default():
    targets = [ANNA, CUP, Target("character", "dora"), ANNA]
    assert told(seen_by_recorder(VARIABLES, targets)) == [
        ("anna", ["wounds", "secret", "valence"]),
        ("cup", ["full"]),
    ]


@pytest.mark.spec("VR-1", "VR-5")
def test_a_line_names_the_band_and_says_flags_in_words():
    lines = [it.told(lambda target: target.key.title()) for it in
             seen_by_master(VARIABLES, Scene(("anna",), "inn"))]  # fmt: skip
    assert lines[:2] == [
        "Anna: fame: 0, Wounds: 2 (light), secret: loves Ben, valence: -0.5",
        "Inn: lit: yes",
    ]
