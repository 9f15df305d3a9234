from decimal import Decimal

import pytest

from worldbook.rules.variable_defs import definition_fault, read_definition
from worldbook.rules.variables import Band, VariableDef


@pytest.mark.spec("VR-1", "VR-1a")
def test_a_declaration_is_read_with_all_its_parts():
    given = {
        "key": "wounds",
        "name": "Wounds",
        "description": "How hurt one is.",
        "value_kind": "number",
        "scope": "character",
        "minimum": 0,
        "maximum": 10,
        "step": 0.5,
        "default": 1.5,
        "visibility": "private",
        "always": True,
        "bands": [{"to": 0, "label": "none"}, {"from": 0.5, "to": 10, "label": "hurt"}],
        "baseline": 0,
        "targets": ["anna"],
    }
    assert definition_fault(given) is None
    assert read_definition(given) == VariableDef(
        key="wounds",
        value_kind="number",
        scope="character",
        name="Wounds",
        description="How hurt one is.",
        minimum=Decimal(0),
        maximum=Decimal(10),
        step=Decimal("0.5"),
        default=Decimal("1.5"),
        visibility="private",
        always=True,
        bands=(Band("none", None, Decimal(0)), Band("hurt", Decimal("0.5"), Decimal(10))),
        baseline=Decimal(0),
        targets=("anna",),
    )


@pytest.mark.spec("VR-1", "VR-1a")
@pytest.mark.parametrize(
    ("given", "default"),
    [
        ({}, Decimal(0)),
        ({"minimum": 3}, Decimal(3)),
        ({"value_kind": "flag"}, False),
        ({"value_kind": "flag", "default": True}, True),
        ({"value_kind": "choice", "options": ["low", "high"]}, "low"),
        ({"value_kind": "choice", "options": ["low", "high"], "default": "high"}, "high"),
        ({"value_kind": "text"}, ""),
        ({"value_kind": "text", "default": "x" * 200}, "x" * 200),
        ({"default": None}, Decimal(0)),
    ],
)
def test_the_default_where_none_is_declared(given, default):
    given = {"key": "a", **given}
    assert definition_fault(given) is None
    assert read_definition(given).default == default


@pytest.mark.spec("VR-1", "VR-1a")
@pytest.mark.parametrize(
    ("given", "path", "code"),
    [
        ({"key": ""}, "key", "empty"),
        ({"key": "valence"}, "key", "built_in"),
        ({"kind": "number"}, "kind", "unknown_field"),
        ({"value_kind": "percent"}, "value_kind", "unknown_value"),
        ({"scope": "room"}, "scope", "unknown_value"),
        ({"minimum": "0"}, "minimum", "not_decimal"),
        ({"minimum": 0.00001}, "minimum", "not_decimal"),
        ({"maximum": 1e12}, "maximum", "not_decimal"),
        ({"minimum": 2, "maximum": 1}, "maximum", "least_above_most"),
        ({"step": 0}, "step", "not_above_zero"),
        ({"step": -1}, "step", "not_above_zero"),
        ({"minimum": 1, "maximum": 4, "default": 5}, "default", "out_of_range"),
        ({"minimum": 1, "step": 2, "default": 4}, "default", "off_step"),
        ({"maximum": -1}, "default", "out_of_range"),
        ({"default": "3"}, "default", "not_decimal"),
        ({"default": True}, "default", "not_decimal"),
        ({"minimum": 0, "baseline": -1}, "baseline", "out_of_range"),
        ({"value_kind": "flag", "default": 1}, "default", "not_flag"),
        ({"value_kind": "flag", "baseline": 0}, "baseline", "only_numbers"),
        ({"value_kind": "text", "bands": [{"label": "x"}]}, "bands", "only_numbers"),
        ({"value_kind": "text", "default": "x" * 201}, "default", "too_long"),
        ({"value_kind": "choice"}, "options", "empty"),
        ({"value_kind": "choice", "options": ["a", "a"]}, "options[1]", "named_twice"),
        ({"value_kind": "choice", "options": ["a", " "]}, "options[1]", "empty"),
        ({"value_kind": "choice", "options": ["a"], "default": "b"}, "default", "unknown_value"),
        ({"options": ["a"]}, "options", "only_choices"),
        ({"bands": {"to": 1}}, "bands", "not_list"),
        ({"bands": [{"to": 1}]}, "bands[0].label", "missing"),
        ({"bands": [{"to": 1, "label": ""}]}, "bands[0].label", "empty"),
        ({"bands": [{"to": "1", "label": "x"}]}, "bands[0].to", "not_decimal"),
        ({"bands": [{"from": 2, "to": 1, "label": "x"}]}, "bands[0].to", "least_above_most"),
        ({"bands": [{"to": 1, "label": "x"}, {"from": 1, "label": "y"}]}, "bands[1]", "overlap"),
        ({"bands": [{"label": "x"}] * 51}, "bands", "too_many"),
        ({"scope": "world", "targets": ["a"]}, "targets", "only_one_world"),
        ({"targets": "a"}, "targets", "not_list"),
        ({"always": None}, "always", "not_flag"),
    ],
)
def test_what_is_no_declaration(given, path, code):
    fault = definition_fault({"key": "a", **given})
    assert (fault.path, fault.code) == (path, code)
    assert fault.refusal("variable").reason


def test_what_is_no_object():
    assert definition_fault([]).code == "not_object"
    assert definition_fault({}).code == "missing"
