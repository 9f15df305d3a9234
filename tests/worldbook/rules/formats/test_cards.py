"""Characters from cards: fields, names, and what is kept without acting (WB-7, WB-9a)."""

import pytest

from tests.worldbook.rules.formats.helpers import card, parsed

FULL = {
    "name": "Ann",
    "nickname": "A.",
    "description": "d",
    "personality": "p",
    "scenario": "s",
    "first_mes": "f",
    "mes_example": "m",
    "creator_notes": "n",
    "system_prompt": "sys {{original}}",
    "post_history_instructions": "post",
    "alternate_greetings": ["g1", "g2, with a comma"],
    "group_only_greetings": ["all"],
    "tags": ["t"],
    "creator": "c",
    "character_version": "1.2",
    "extensions": {"world": "W"},
}


def warnings(result):
    return [note.code for note in result.report.book_notes]


@pytest.mark.spec("WB-7")
def test_all_fields_of_a_v3_card_arrive():
    result = parsed(
        {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**FULL, "assets": []}}
    )
    for name, value in FULL.items():
        got = getattr(result.card, name)
        assert got == (tuple(value) if isinstance(value, list) else value)
    assert result.card.source == {**FULL, "assets": []}
    assert result.book is None
    assert warnings(result) == []


@pytest.mark.spec("WB-6")
def test_a_v1_card_has_its_fields_at_the_top():
    result = parsed({"name": "Ann", "description": "d", "first_mes": "hi"})
    assert (result.card.spec, result.card.first_mes) == ("chara_card_v1", "hi")


@pytest.mark.spec("WB-10")
def test_odd_values_of_a_card_are_read():
    result = parsed(card(name=5, first_mes=None, alternate_greetings="one, two", tags="a, b"))
    assert (result.card.name, result.card.first_mes) == ("5", "")
    assert result.card.alternate_greetings == ("one, two",)
    assert result.card.tags == ("a", "b")


@pytest.mark.spec("WB-10")
def test_a_card_without_a_name_is_named_after_its_file():
    result = parsed(card(name="  "), file_name="folder/Zoe.json")
    assert result.name == "Zoe"
    assert warnings(result) == ["name_missing"]


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"extensions": {"regex_scripts": [{}]}}, "regex_scripts"),
        ({"extensions": {"TavernHelper_scripts": [{}]}}, "card_scripts"),
        ({"extensions": {"depth_prompt": {"prompt": "x", "depth": 4}}}, "depth_prompt"),
        ({"extensions": {"depth_prompt": {"prompt": ""}}}, None),
        ({"first_mes": "<% x %>"}, "card_cannot_run"),
        ({"first_mes": "Hi {{user}}"}, None),
        ({"character_book": [1]}, "bad_book"),
    ],
)
def test_what_does_not_run_is_kept_and_said(data, code):
    result = parsed(card(**data))
    assert warnings(result) == ([code] if code else [])
    if "extensions" in data:
        assert result.card.extensions == data["extensions"]


def test_a_newer_version_is_said():
    newer = {"spec": "chara_card_v3", "spec_version": "3.7", "data": {"name": "Ann"}}
    assert warnings(parsed(newer)) == ["newer_spec"]
