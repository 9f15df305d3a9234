from dataclasses import fields

import pytest

from worldbook.rules.entries import Book, Entry, book_to_json, entry_to_json
from worldbook.rules.fields import BOOK_FIELDS, ENTRY_FIELDS
from worldbook.rules.storable import storable
from worldbook.rules.validation import book_problems, entry_problems


@pytest.mark.spec("WB-3")
def test_every_field_of_an_entry_and_a_book_is_judged():
    assert set(ENTRY_FIELDS) == {item.name for item in fields(Entry)}
    assert set(BOOK_FIELDS) == {item.name for item in fields(Book)} - {"entries", "revision"}


@pytest.mark.spec("WB-3")
def test_defaults_are_valid():
    assert entry_problems(entry_to_json(Entry("gate"))) == ()
    book = Book(key="b", name="B", entries=(Entry("gate"), Entry("key")))
    assert book_problems(book_to_json(book)) == ()


@pytest.mark.spec("WB-3")
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("key_id", "", "empty"),
        ("key_id", "x" * 121, "too_long"),
        ("title", None, "not_text"),
        ("content", "a\x00b", "unstorable"),
        ("content", "a\ud800b", "unstorable"),
        ("enabled", 1, "not_flag"),
        ("enabled", None, "not_flag"),
        ("whole_words", "yes", "not_flag"),
        ("probability", 101, "out_of_range"),
        ("probability", -1, "out_of_range"),
        ("probability", "50", "not_whole"),
        ("probability", True, "not_whole"),
        ("depth", None, "not_whole"),
        ("scan_depth", -1, "out_of_range"),
        ("position", "in_the_sky", "unknown_value"),
        ("role", ["system"], "unknown_value"),
        ("secondary_logic", "xor", "unknown_value"),
        ("scope", "nobody", "unknown_value"),
        ("audience", ["actor", "audience"], "unknown_value"),
        ("keys", "key", "not_list"),
        ("keys", ["key", 3], "not_text"),
        ("additional_keys", ["key"], "not_list"),
        ("conditions", [], "not_object"),
        ("source", None, "not_object"),
        ("source", {"a": [float("inf")]}, "unstorable"),
        ("conditions", {"judged": "a\x00"}, "unstorable"),
        ("character_filter", {"mode": "include"}, "not_filter"),
        ("character_filter", {"mode": "some", "names": []}, "unknown_value"),
        ("colour", "red", "unknown_field"),
    ],
)
def test_what_an_entry_may_not_hold(field, value, code):
    (problem,) = entry_problems({field: value})
    assert problem.code == code
    assert problem.detail["field"] == field
    assert problem.reason.startswith(f"{field} ")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("whole_words", None),
        ("scan_depth", None),
        ("only_every", None),
        ("conditions", None),
        ("conditions", {"judged": "It rains"}),
        ("character_filter", {"mode": "exclude", "names": ["Mira"]}),
        ("audience", ["actor", "planner"]),
        ("additional_keys", [["a", "b"], []]),
    ],
)
def test_what_an_entry_may_hold(field, value):
    assert entry_problems({field: value}) == ()


@pytest.mark.spec("CO-3")
@pytest.mark.parametrize(
    ("condition", "path", "code"),
    [
        ({}, "conditions", "one_of"),
        ({"weather": "rain"}, "conditions.weather", "unknown_kind"),
        ({"all": [{"turn": {}}]}, "conditions.all[0].turn", "one_or_more"),
        (
            {"not": {"calendar": {"dates": ["02-30"]}}},
            "conditions.not.calendar.dates[0]",
            "not_month_day",
        ),
        (
            {"any": [{"calendar": {"months": [2], "days_of_month": [30]}}]},
            "conditions.any[0].calendar",
            "never",
        ),
    ],
)
def test_a_condition_is_judged_when_it_is_saved(condition, path, code):
    (problem,) = entry_problems({"conditions": condition})
    assert (problem.code, problem.detail["field"]) == (code, "conditions")
    assert problem.detail["path"] == path
    assert problem.reason.startswith(f"{path} ")
    book = {"name": "B", "entries": [{"key_id": "gate", "conditions": condition}]}
    assert book_problems(book)[0].detail["path"] == f"entries[0].{path}"


def test_problems_of_a_book_say_where_they_are():
    data = {
        "rpsite_lorebook": 1,
        "name": "B",
        "scan_depth": "4",
        "entries": [{"key_id": "gate"}, {"key_id": "gate", "depth": -1}, 7, {"title": "no id"}],
    }
    found = [(item.detail["path"], item.code) for item in book_problems(data)]
    assert found == [
        ("scan_depth", "not_whole"),
        ("entries[1].depth", "out_of_range"),
        ("entries[1].key_id", "duplicate"),
        ("entries[2]", "not_object"),
        ("entries[3].key_id", "missing"),
    ]


@pytest.mark.parametrize(("entries", "code"), [(None, "missing"), ({}, "not_list")])
def test_a_book_has_a_list_of_entries(entries, code):
    (problem,) = book_problems({"name": "B", "entries": entries})
    assert (problem.detail["path"], problem.code) == ("entries", code)


def test_storable_replaces_what_a_database_refuses():
    given = {"a\x00": ["\ud800x", float("inf"), 1.5, None, {"b": "ok"}]}
    assert storable(given) == {"a\ufffd": ["\ufffdx", "inf", 1.5, None, {"b": "ok"}]}
