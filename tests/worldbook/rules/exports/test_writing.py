"""Every export is read back as what it was, and says to others what it can (WB-11)."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.worldbook.rules.exports.books import BOOKS
from tests.worldbook.rules.formats.helpers import as_file, card, parsed, png, text_chunk
from worldbook.rules.entries import Book, CharacterFilter, Entry
from worldbook.rules.exports import FORMATS, export
from worldbook.rules.formats import Card, read
from worldbook.rules.formats.carried import fingerprint
from worldbook.rules.refusal import Refusal

FULL = Entry(
    key_id="gate",
    title="Gate",
    content="Shut.",
    keys=("gate", "/door\\d/i"),
    secondary_keys=("key",),
    secondary_logic="not_all",
    constant=True,
    probability=40,
    order=7,
    position="at_depth",
    depth=2,
    role="user",
    groups=("doors", "walls"),
    character_filter=CharacterFilter("exclude", ("Ann",)),
    delay_until_recursion=2,
    sticky=3,
)


def written(book, format_name):
    """The JSON value of an export."""
    return json.loads(export(book, format_name).data)


@pytest.mark.spec("WB-11")
@pytest.mark.parametrize("format_name", FORMATS)
@given(book=BOOKS)
@settings(deadline=None, max_examples=60)
def test_the_import_of_an_export_is_the_same_book(format_name, book):
    result = read(export(book, format_name).data)
    assert result.book == book
    again = read(export(result.book, format_name).data, import_defaults="sillytavern")
    assert again.book == book


@pytest.mark.spec("WB-11")
def test_world_info_says_what_it_has_words_for():
    entry = written(Book(entries=(replace(FULL, source_id="9"),)), "sillytavern")["entries"]["9"]
    assert (entry["uid"], entry["comment"], entry["content"]) == (9, "Gate", "Shut.")
    assert (entry["key"], entry["keysecondary"]) == (["gate", "/door\\d/i"], ["key"])
    assert (entry["selectiveLogic"], entry["position"], entry["role"]) == (1, 4, 1)
    assert (entry["depth"], entry["order"], entry["probability"]) == (2, 7, 40)
    assert entry["group"] == "doors,walls"
    assert entry["characterFilter"] == {"isExclude": True, "names": ["Ann"], "tags": []}
    assert (entry["sticky"], entry["cooldown"], entry["delayUntilRecursion"]) == (3, None, 2)
    assert entry["matchWholeWords"] is False


@pytest.mark.spec("WB-11")
def test_what_is_required_or_has_no_end_is_written_as_the_nearest():
    entry = replace(FULL, constant=False, required=True, activate=True, cooldown=1_000_000)
    book = Book(entries=(entry,), whole_words=True)
    world_info = written(book, "sillytavern")["entries"]["0"]
    assert (world_info["constant"], world_info["matchWholeWords"]) == (True, True)
    assert world_info["content"] == "@@activate\nShut."
    v3 = written(book, "lorebook_v3")["data"]["entries"][0]
    assert v3["content"].splitlines() == [
        "@@activate",
        "@@dont_activate_after_match",
        "@@depth 2",
        "@@role user",
        "Shut.",
    ]


@pytest.mark.spec("WB-11")
def test_numbers_are_kept_and_never_double():
    entries = tuple(
        Entry(key_id=f"e{at}", source_id=source_id)
        for at, source_id in enumerate(["1", "x", "1", "", "99999999999"])
    )
    assert list(written(Book(entries=entries), "sillytavern")["entries"]) == list("10234")


@pytest.mark.spec("WB-9a")
def test_what_nobody_here_understood_goes_back():
    entry = {"uid": 3, "key": ["a"], "content": "x", "vectorized": True, "automationId": "q"}
    book = parsed({"entries": {"3": {**entry, "extensions": {"other": 1}, "mine": [1]}}}).book
    back = written(book, "sillytavern")["entries"]["3"]
    assert (back["vectorized"], back["automationId"], back["mine"]) == (True, "q", [1])
    assert back["extensions"]["other"] == 1
    assert back["uid"] == 3
    chub = {"name": "c", "token_budget": 7, "extensions": {"chub": {"id": 1}}, "entries": []}
    head = written(parsed(chub).book, "lorebook_v3")["data"]
    assert (head["token_budget"], head["extensions"]["chub"]) == (7, {"id": 1})


@pytest.mark.spec("WB-11")
def test_a_change_made_in_another_program_is_not_undone():
    book = Book(name="North", entries=(replace(FULL, content="@@depth 9 is a word"), FULL))
    value = written(book, "sillytavern")
    value["entries"]["0"]["content"] = "Open."
    value["entries"]["0"]["order"] = 8
    value["name"] = "South"
    del value["entries"]["1"]
    result = parsed(value)
    changed = result.book.entries[0]
    assert (changed.content, changed.order, result.book.name) == ("Open.", 8, "South")
    assert changed.key_id == "gate"


@pytest.mark.spec("WB-11")
@pytest.mark.parametrize(
    ("field", "value"),
    [("audience", ["nobody"]), ("conditions", {"no": 1}), ("depth", "x"), ("strange", 1)],
)
def test_a_mark_that_cannot_be_read_never_opens_an_entry(field, value):
    written_by_hand = written(Book(entries=(Entry(key_id="gate", content="x"),)), "sillytavern")
    mark = written_by_hand["entries"]["0"]["extensions"]["rpsite"]
    mark["fields"][field] = value
    defaults = {"audience": [], "conditions": None, "depth": 4}
    mark["was"][field] = fingerprint(defaults.get(field))
    entry = parsed(written_by_hand).book.entries[0]
    assert bool(entry.blocked) == (field in defaults)
    assert (entry.audience, entry.conditions, entry.depth) == ((), None, 4)


@pytest.mark.parametrize("mark", [None, 5, {}, {"fields": 5}, {"fields": {}, "was": 5}])
def test_any_mark_is_read_or_passed_over(mark):
    entry = {"key": ["a"], "content": "x", "extensions": {"rpsite": mark}}
    result = parsed({"entries": [entry], "extensions": {"rpsite": mark}})
    assert result.book.entries[0].keys == ("a",)


@pytest.mark.spec("WB-11")
def test_a_card_comes_back_with_its_texts_and_its_book():
    first = read(
        as_file(
            card(
                "Ann",
                description="d",
                first_mes="Hi",
                alternate_greetings=["Ho"],
                tags=["x"],
                extensions={"depth_prompt": {"prompt": "p"}},
                unknown=1,
                assets=[{"type": "icon", "uri": "embeded://a.png"}, {"uri": "ccdefault:"}],
                character_book={"entries": [{"keys": ["a"], "content": "x", "id": 4}]},
            )
        )
    )
    for format_name in ("card", "card_png"):
        again = read(export(first.book, format_name, card=first.card, picture=png()).data)
        assert again.book == first.book
        told = replace(again.card, spec="", source={}, avatar=None)
        assert told == replace(first.card, spec="", source={}, avatar=None)
        assert again.card.source["unknown"] == 1
        assert again.card.source["assets"] == [{"uri": "ccdefault:"}]
        assert again.card.spec == "chara_card_v3"


@pytest.mark.spec("WB-11")
def test_a_card_without_a_book_and_a_book_without_a_card():
    alone = read(export(None, "card", card=Card(spec="", name="Ann", nickname="A")).data)
    assert (alone.card.name, alone.card.nickname, alone.book) == ("Ann", "A", None)
    book = read(export(Book(name="North"), "card_png").data)
    assert (book.format, book.card.name) == ("png:chara_card_v3", "North")


@pytest.mark.spec("WB-11")
def test_a_picture_gets_both_forms_and_loses_the_old_card():
    old = png(text_chunk(b"chara", card("Old")), text_chunk(b"other", {"a": 1}))
    data = export(Book(), "card_png", card=Card(spec="", name="New"), picture=old).data
    assert data.count(b"tEXtccv3\0") == data.count(b"tEXtchara\0") == 1
    assert b"tEXtother\0" in data
    result = read(data)
    assert result.card.name == "New"
    assert result.report.book_notes == ()
    older_only = data.replace(b"tEXtccv3\0", b"tEXtxxxx\0")
    assert read(older_only).card.spec == "chara_card_v2"


@pytest.mark.spec("WB-11")
@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (b"\xff\xd8\xff", "picture_no_png"),
        (png()[:-6], "picture_damaged"),
        (png()[:20], "picture_damaged"),
    ],
)
def test_a_picture_that_cannot_hold_a_card_is_refused(picture, code):
    result = export(Book(), "card_png", picture=picture)
    assert isinstance(result, Refusal)
    assert result.code == code


def test_an_unknown_format_is_refused():
    assert export(Book(), "docx").code == "unknown_export"


@pytest.mark.spec("WB-11")
@pytest.mark.parametrize("format_name", FORMATS)
def test_a_file_of_the_greatest_depth_can_be_exported_and_read(format_name):
    inner = "x"
    for _level in range(60):
        inner = [inner]
    book = parsed({"entries": {"0": {"key": ["a"], "content": "x", "note": inner}}}).book
    again = read(export(book, format_name).data).book
    assert replace(again.entries[0], source={}) == replace(book.entries[0], source={})
