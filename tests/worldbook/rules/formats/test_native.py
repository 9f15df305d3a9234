"""The native file form: defaults, coercion, and that what was written is read back equal."""

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.formats.helpers import as_file, codes, parsed
from worldbook.rules.entries import (
    AUDIENCES,
    LOGICS,
    POSITIONS,
    ROLES,
    Book,
    CharacterFilter,
    Entry,
    book_to_json,
)
from worldbook.rules.formats import read


def native(*entries, **book):
    return {"rpsite_lorebook": 1, "name": "Lore", **book, "entries": list(entries)}


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
NUMBER = st.integers(0, 1000)
FIELDS = {
    "key_id": st.from_regex(r"[a-zа-я0-9]{1,8}(-[a-z0-9]{1,4})?", fullmatch=True),
    "source": st.dictionaries(TEXT, TEXT | NUMBER, max_size=3),
    "conditions": st.none() | st.just({"turn": {"at_least": 3}}),
    "character_filter": st.none()
    | st.builds(CharacterFilter, st.sampled_from(["include", "exclude"]), TEXTS),
    "secondary_logic": st.sampled_from(LOGICS),
    "position": st.sampled_from(POSITIONS),
    "role": st.sampled_from(ROLES),
    "audience": st.lists(st.sampled_from(AUDIENCES), unique=True).map(tuple),
    "scope": st.sampled_from(["listed", "everyone"]),
    "additional_keys": st.lists(TEXTS, max_size=2).map(tuple),
    "probability": st.integers(0, 100),
    "scan_depth": st.none() | NUMBER,
    "only_after": st.none() | NUMBER,
    "only_every": st.none() | st.integers(1, 50),
    "case_sensitive": st.none() | st.booleans(),
    "whole_words": st.none() | st.booleans(),
    "order": st.integers(-500, 500),
    "priority": st.integers(-500, 500),
}
KINDS = {"str": TEXT, "bool": st.booleans(), "int": NUMBER}


def strategy_of(item):
    """Values for one field of an entry."""
    kind = getattr(item.type, "__name__", "")
    return FIELDS[item.name] if item.name in FIELDS else KINDS.get(kind, TEXTS)


ENTRIES = st.builds(Entry, **{item.name: strategy_of(item) for item in fields(Entry)})


@pytest.mark.spec("WB-3")
@pytest.mark.spec("WB-56")
@settings(deadline=None, max_examples=40)
@given(st.lists(ENTRIES, max_size=4, unique_by=lambda entry: entry.key_id), TEXT, TEXTS)
def test_what_was_written_is_read_back_equal(entries, name, tags):
    book = Book(name=name, tags=tags, scan_depth=7, whole_words=True, entries=tuple(entries))
    result = read(as_file(book_to_json(book)))
    assert result.book == book
    assert set(codes(result.report)) <= {"plain_key"}


@pytest.mark.spec("WB-5")
@pytest.mark.spec("WB-54")
@pytest.mark.spec("WB-56")
def test_omitted_fields_have_native_defaults():
    result = parsed(native({"key_id": "gate", "keys": ["gate"], "content": "Shut."}))
    expected = Entry("gate", keys=("gate",), content="Shut.", source_id="0")
    assert result.book.entries == (expected,)
    assert (expected.prevent_recursion, expected.exclude_recursion) == (True, True)
    assert codes(result.report) == []


@pytest.mark.spec("WB-56")
@pytest.mark.parametrize(
    ("raw", "field", "value"),
    [
        ({"group": "a, b"}, "groups", ("a", "b")),
        ({"groups": ["a", "b"]}, "groups", ("a", "b")),
        ({"uid": 9}, "source_id", "9"),
        ({"id": "nine"}, "source_id", "nine"),
        ({"additional_keys": ["a", "b"]}, "additional_keys", (("a", "b"),)),
        ({"conditions": {"turn": {"at_least": 2}}}, "conditions", {"turn": {"at_least": 2}}),
        (
            {"character_filter": {"mode": "include", "names": ["Zoe"]}},
            "character_filter",
            CharacterFilter("include", ("Zoe",)),
        ),
        ({"later": 5}, "source", {"later": 5}),
    ],
)
def test_forms_of_fields(raw, field, value):
    result = parsed(native({"key_id": "x", "keys": ["a"], "content": "c", **raw}))
    assert getattr(result.book.entries[0], field) == value


@pytest.mark.spec("WB-9")
@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"audience": ["planer"]}, "blocked_audience"),
        ({"conditions": ["turn"]}, "blocked_condition"),
        ({"conditions": {"turn": {"at_least": "two"}}}, "blocked_condition"),
        ({"character_filter": "Zoe"}, "blocked_filter"),
        ({"character_filter": {"mode": "only", "names": []}}, "blocked_filter"),
    ],
)
def test_a_limit_that_cannot_be_read_blocks_instead_of_opening(raw, code):
    result = parsed(native({"key_id": "x", "keys": ["a"], "content": "c", **raw}))
    assert code in codes(result.report)
    assert result.book.entries[0].blocked
    assert result.report.eligible == 0


@pytest.mark.spec("WB-6")
def test_a_colliding_key_id_is_numbered_anew_and_said():
    result = parsed(
        native({"key_id": "e0"}, {"key_id": "e0"}, {"key_id": "gate"}, {"key_id": "gate"})
    )
    assert [entry.key_id for entry in result.book.entries] == ["e0", "f0", "gate", "gate-2"]
    assert codes(result.report) == ["duplicate_id", "duplicate_id"]


@pytest.mark.spec("WB-6")
def test_an_id_that_cannot_stay_is_changed_for_those_who_name_it_too():
    result = parsed(
        native({"key_id": "the old gate"}, {"key_id": "k", "requires": ["the old gate", "Stays_1"]})
    )
    assert result.book.entries[0].key_id == "the-old-gate"
    assert result.book.entries[1].requires == ("the-old-gate", "Stays_1")
    assert codes(result.report) == ["changed_id"]


@pytest.mark.spec("WB-9")
def test_a_native_file_says_its_own_defaults():
    assert parsed(native(), import_defaults="sillytavern").book == parsed(native()).book
