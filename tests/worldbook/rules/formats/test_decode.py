"""From bytes to a JSON value that a database can keep (WB-10)."""

import json

import pytest

from worldbook.rules.formats.decode import Repeated, load_text, load_value, parse_json


@pytest.mark.spec("WB-10")
def test_numbers_that_are_none_are_null():
    assert parse_json('{"a": NaN, "b": -Infinity, "c": 1e999, "d": 1.5}') == {
        "a": None,
        "b": None,
        "c": None,
        "d": 1.5,
    }


@pytest.mark.spec("WB-10")
def test_what_no_database_takes_is_replaced_and_said():
    notes = []
    assert load_text('{"a\\u0000": "\\ud800x", "b": "\\ud83d\\ude00"}', notes) == {
        "a\ufffd": "\ufffdx",
        "b": "😀",
    }
    assert [note.code for note in notes] == ["cleaned_text"]


@pytest.mark.spec("WB-10")
def test_a_value_from_a_request_is_held_to_the_same_bounds():
    notes = []
    assert load_value({"a": ["\x00"]}, notes) == {"a": ["\ufffd"]}
    deep = json.loads("[" * 65 + "]" * 65)
    assert load_value(deep, notes).code == "too_deep"


@pytest.mark.spec("WB-6")
def test_repeated_names_are_remembered():
    value = parse_json('{"a": 1, "a": 2}')
    assert isinstance(value, Repeated)
    assert value == {"a": 2}
    assert value.pairs == [("a", 1), ("a", 2)]


@pytest.mark.spec("WB-10")
def test_a_number_of_too_many_digits_sinks_nothing_else():
    text = f'{{"a": {"9" * 5000}, "b": 7, "c": -{"1" * 4301}}}'
    assert load_text(text, []) == {"a": None, "b": 7, "c": None}
    assert load_text(text[:-1], []).code == "not_json"
    assert parse_json(text).code == "not_json"
