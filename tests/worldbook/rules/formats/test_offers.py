"""Conditions and variables that templates leave for an author to confirm (WB-9a)."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.formats.helpers import parsed, world_info
from worldbook.rules.conditions_validate import save_fault
from worldbook.rules.formats import parsed_from_json
from worldbook.rules.formats.offers import MAX_OF_ENTRY, offers_of


def leaf(name, op, value):
    return {"variable": {"of": {"kind": "world"}, "variable": name, "op": op, "value": value}}


def offered(body, title=""):
    """Kind, value and content of what one entry offers."""
    return [(offer.kind, dict(offer.value), offer.content) for offer in offers_of("x", title, body)]


def conditions(body):
    found = offered(body)
    assert [save_fault(value) for _kind, value, _content in found] == [None] * len(found)
    assert {kind for kind, _value, _content in found} <= {"condition"}
    return [(value, content) for _kind, value, content in found]


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    ("test", "condition"),
    [
        ("getvar('mood') == 3", leaf("mood", "==", 3)),
        ('getvar("stat.亲密") >= 4.5', leaf("stat.亲密", ">=", 4.5)),
        ("getvar('a', {defaults: 0}) !== 'x y'", leaf("a", "!=", "x y")),
        ("getvar('a') === true", leaf("a", "==", True)),
        ("'{{getvar::place}}' == \"north\"", leaf("place", "==", "north")),
        ("{{getvar::n}} < -2", leaf("n", "<", -2)),
        ("5 > getvar('a')", leaf("a", "<", 5)),
        (
            "getvar('a') > 1 && getvar('b') == 'c'",
            {"all": [leaf("a", ">", 1), leaf("b", "==", "c")]},
        ),
        ("getvar('a') > 1 || getvar('a') < 0", {"any": [leaf("a", ">", 1), leaf("a", "<", 0)]}),
    ],
)
def test_a_plain_comparison_is_offered_with_the_body_it_guards(test, condition):
    body = f"<%_ if ({test}) {{ _%>\nShut.\n<%_ }} _%>\n"
    assert conditions(body) == [(condition, "Shut.")]


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    "test",
    [
        "getvar('a')",
        "getvar('a') > getvar('b')",
        "getvar('a') > 1 && call()",
        "getvar('a') > 1 && getvar('b') > 1 || getvar('c') > 1",
        "(getvar('a') > 1)",
        "Math.random() > 1",
    ],
)
def test_what_is_no_plain_comparison_is_not_offered(test):
    assert offered(f"<% if ({test}) {{ %>Shut.<% }} %>") == []


@pytest.mark.spec("WB-9a")
def test_a_template_around_a_part_offers_no_body():
    part = "Before. <% if (getvar('a') == 1) { %>Shut.<% } else { %>Open.<% } %>"
    assert conditions(part) == [(leaf("a", "==", 1), None)]


@pytest.mark.spec("WB-9a")
def test_script_marks_of_risu_are_offered():
    body = "{{#if {{greater_equal::{{getvar::a}}::3}}}}\nShut.\n{{/if}}"
    assert conditions(body) == [(leaf("a", ">=", 3), "Shut.")]
    assert conditions("Yes. {{#if {{equal::{{getvar::a}}::b}}}}x{{/if}}") == [
        (leaf("a", "==", "b"), None)
    ]
    assert conditions("{{#if {{matches::{{getvar::a}}::b}}}}x{{/if}}") == []


@pytest.mark.spec("WB-9a")
def test_initial_variables_are_offered_as_definitions():
    body = '{"Ann": {"trust": [50, "0 to 100"], "met": false}, "day": "Monday", "$meta": {"x": 1}}'
    expected = [
        {"name": "Ann.trust", "type": "number", "initial": 50, "description": "0 to 100"},
        {"name": "Ann.met", "type": "flag", "initial": False},
        {"name": "day", "type": "text", "initial": "Monday"},
    ]
    assert [value for _kind, value, _content in offered(body, "[InitVar] start")] == expected
    lines = "# all of them\nAnn:\n  trust: 50\n  met: false\nday: 'Monday'\n"
    assert [value["initial"] for _kind, value, _c in offered(lines, "[initvar]")] == [
        50,
        False,
        "Monday",
    ]
    assert [value["name"] for _kind, value, _c in offered(lines, "[initvar]")] == [
        "Ann.trust",
        "Ann.met",
        "day",
    ]


@pytest.mark.spec("WB-9a")
def test_what_is_set_is_offered_once():
    body = "{{setvar::mood::3}}{{setvar::mood::3}}<% setvar('place', 'north') %>"
    assert [value for _kind, value, _content in offered(body)] == [
        {"name": "mood", "type": "number", "initial": 3},
        {"name": "place", "type": "text", "initial": "north"},
    ]


@pytest.mark.spec("WB-9a")
def test_offers_stand_in_the_report_and_change_nothing():
    body = "<% if (getvar('a') == 1) { %>Shut.<% } %>"
    result = parsed(world_info({"comment": "Gate", "content": body}))
    entry = result.book.entries[0]
    assert (entry.content, entry.conditions) == (body, None)
    assert entry.blocked
    assert result.report.to_json()["offers"] == [
        {"kind": "condition", "key_id": "gate", "value": leaf("a", "==", 1), "content": "Shut."}
    ]
    assert parsed_from_json(json.loads(json.dumps(result.to_json()))) == result


def test_one_entry_offers_a_bounded_number():
    body = "".join(f"{{{{setvar::v{number}::1}}}}" for number in range(500))
    assert len(offers_of("x", "", body)) == MAX_OF_ENTRY


PIECES = st.sampled_from(
    [
        *("<%", "%>", "if (", "getvar('a')", ")", "{", "}", "==", "1", "{{getvar::a}}", "setvar"),
        *("::", "{{#if {{equal::", "}}", "&&", "'", "\n", " ", "a: b", "{{setvar::a::", "[", "_"),
        '{"a":',
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(["", "[InitVar]"]))
@settings(deadline=None)
def test_any_body_is_looked_at(body, title):
    for offer in offers_of("x", title, body):
        json.dumps(offer.to_json(), allow_nan=False)
        if offer.kind == "condition":
            assert save_fault(offer.value) is None


def test_a_hostile_body_takes_no_time():
    for piece in (
        "<% if (getvar('",
        "{{setvar::",
        "{{#if {{equal::{{getvar::",
        "<%",
        "setvar('a',",
    ):
        body = "getvar" + piece * 20_000
        began = time.process_time()
        assert len(offers_of("x", "[InitVar]", body)) <= MAX_OF_ENTRY
        assert time.process_time() - began < 1
