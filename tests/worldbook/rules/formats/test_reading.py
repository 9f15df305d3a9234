"""One door for all formats: what is read, what is refused, and that nothing ever raises."""

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.formats.helpers import as_file, card, parsed, png, text_chunk, world_info
from worldbook.rules.entries import Entry, book_to_json
from worldbook.rules.formats import Parsed, parsed_from_json, read, read_value
from worldbook.rules.formats.spellings import READ
from worldbook.rules.refusal import Refusal
from worldbook.rules.validation import book_problems

NAMES = st.sampled_from(
    sorted(
        {*READ, *Entry.__dataclass_fields__, "entries", "spec", "data", "character_book", "names"}
    )
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        ["false", "4", "a,b", "/x/i", "/(/", "{{foo}}", "<%", "@@depth x", "@@@", "\x00", "\ud800"]
    )
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=25,
)
ENTRIES = st.dictionaries(NAMES, VALUES, max_size=8)
BOOKS = st.one_of(
    st.builds(lambda items: {"entries": dict(enumerate(items))}, st.lists(ENTRIES, max_size=4)),
    st.builds(
        lambda items: {"rpsite_lorebook": 1, "entries": items}, st.lists(ENTRIES, max_size=4)
    ),
    st.builds(lambda item: card(character_book=item, description=""), VALUES),
    VALUES,
)


def check(result):
    """A reading is a refusal with a reason, or can be stored, kept and read again."""
    if isinstance(result, Refusal):
        assert result.code
        assert result.reason
        return
    text = json.dumps(result.to_json(), allow_nan=False)
    text.encode()
    avatar = result.card.avatar if result.card else None
    assert parsed_from_json(json.loads(text), avatar) == result
    if result.book:
        native = book_to_json(result.book)
        assert [found for found in book_problems(native) if found.detail["field"] != "name"] == []
        assert read(as_file(native)).book == result.book


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    check(read(data))


@given(BOOKS)
@settings(deadline=None, max_examples=100)
def test_any_json_is_read_or_refused(value):
    check(read(json.dumps(value).encode()))
    check(read_value(json.loads(json.dumps(value))))


@pytest.mark.spec("WB-10")
def test_mutated_and_cut_pictures_never_raise():
    rng = random.Random(7)
    whole = png(text_chunk(b"chara", card("Ann"), b"zTXt"), text_chunk(b"ccv3", card("Eve")))
    for _number in range(1500):
        data = bytearray(whole[: rng.randrange(9, len(whole) + 1)])
        for _change in range(rng.randrange(4)):
            data[rng.randrange(8, len(data))] = rng.randrange(256)
        check(read(bytes(data)))


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"{", "not_json"),
        (b'{"entries": {"0": {"content": "cut', "not_json"),
        (b'{"entries": []} x', "not_json"),
        ("кот".encode("cp1251"), "wrong_encoding"),
        (b'{"a": "\xff"}', "wrong_encoding"),
        (b"[" * 100_000, "too_deep"),
        (b"[" * 65 + b"]" * 65, "too_deep"),
        (b"[" + b"0," * 3_000_001 + b"0]", "too_many_values"),
        (b"\x89PNG\r\n\x1a\n", "not_a_png"),
        (b"\x89PNG\r\n", "not_a_png"),
        (b"\xff\xd8\xff\xe0JFIF", "picture_without_card"),
        (b"GIF89a", "picture_without_card"),
        (b"PK\x03\x04card.json", "archive_damaged"),
        (b"<!DOCTYPE html><p>404", "web_page"),
        (b"4", "unknown_format"),
        (b'{"schema": "other", "nodes": []}', "unknown_format"),
        (b'{"kind": "character", "name": "Ann", "persona": {}}', "not_read_yet"),
    ],
)
def test_bad_input_is_refused_with_a_reason(data, code):
    result = read(data, file_name="lore.json")
    assert isinstance(result, Refusal)
    assert result.code == code
    assert result.reason
    assert "%" not in result.reason


@pytest.mark.spec("WB-10")
def test_a_file_over_the_limit_is_refused_before_it_is_looked_at():
    assert read(b"x" * 11, max_bytes=10).detail == {"size": 11, "limit": 10}


@pytest.mark.spec("WB-10")
def test_sixty_four_levels_are_read():
    inner = "x"
    for _level in range(60):
        inner = [inner]
    assert isinstance(parsed(world_info({"note": inner})), Parsed)
    assert parsed(world_info({"note": [[[inner]]]})).code == "too_deep"


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_encodings(encoding):
    text = json.dumps(world_info({"key": ["кот"]}), ensure_ascii=False)
    assert read(text.encode(encoding)).book.entries[0].keys == ("кот",)


@pytest.mark.spec("WB-8")
def test_too_many_entries_name_both_numbers():
    refusal = parsed(world_info({}, {}, {}), max_entries=2)
    assert refusal.code == "too_many_entries"
    assert "3 entries" in refusal.reason
    assert "2 are read" in refusal.reason
    assert isinstance(parsed(world_info({}, {})), Parsed)


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize(
    ("value", "format_name"),
    [
        ({"rpsite_lorebook": 1, "entries": []}, "native"),
        (world_info({}), "sillytavern"),
        ({"entries": [{"key": ["a"], "content": "x"}]}, "sillytavern"),
        ({"entries": {}}, "sillytavern"),
        ({"entries": None}, "sillytavern"),
        ({"entries": [{"keys": ["a"], "content": "x", "insertion_order": 1}]}, "character_book"),
        ({"spec": "lorebook_v3", "data": {"entries": []}}, "lorebook_v3"),
        ([{"key": ["a"], "content": "x"}], "list"),
        (card(), "chara_card_v2"),
        ({**card(), "spec": "chara_card_v3"}, "chara_card_v3"),
        ({"name": "Ann", "description": "d", "first_mes": "hi"}, "chara_card_v1"),
        ({"data": {"name": "Ann", "description": "d"}}, "chara_card_v2"),
        ({"name": "Book", "description": "of lore", "entries": {}}, "sillytavern"),
        ({"lorebookVersion": 4, "entries": []}, "novelai"),
        ({"storyContainerVersion": 1, "content": {"lorebook": {"lorebookVersion": 4}}}, "novelai"),
        ({"scenarioVersion": 2, "lorebook": {"lorebookVersion": 4, "entries": []}}, "novelai"),
        ([{"key": "a", "insertorder": 1, "content": "x"}], "risu"),
        ({"type": "risu", "ver": 1, "data": []}, "risu"),
        ({"kind": "memory", "entries": [{"keywords": ["a"], "entry": "x"}]}, "agnai"),
    ],
)
def test_the_kind_is_told_by_the_content(value, format_name):
    for name in ("x.png", "x.json", "x.lorebook", ""):
        assert parsed(value, file_name=name).format == format_name


@pytest.mark.spec("WB-7")
def test_a_card_brings_its_book_and_its_greetings():
    book = {"entries": [{"keys": ["gate"], "content": "Shut.", "insertion_order": 3}]}
    result = parsed(card(first_mes="Hi", alternate_greetings=["Ho", "Hu"], character_book=book))
    assert result.card.first_mes == "Hi"
    assert result.card.alternate_greetings == ("Ho", "Hu")
    assert [(entry.keys, entry.order) for entry in result.book.entries] == [(("gate",), 3)]
    assert "character_book" not in result.card.source


@pytest.mark.spec("WB-56")
def test_a_name_for_what_has_none_is_that_of_the_file():
    assert parsed(world_info({}), file_name="C:\\books\\The gate.json").name == "The gate"
    assert parsed(world_info({}, name="Inside"), file_name="outside.json").name == "Inside"
    assert parsed(world_info({})).name == "Unnamed"


@pytest.mark.spec("WB-43")
def test_five_thousand_entries_are_read_within_the_time_of_an_import():
    entries = [
        {
            "key": [f"gate {number}", f"/key{number}\\d/i", "tower"],
            "content": "The gate is shut. " * 11 + "{{user}}",
            "comment": f"Entry {number}",
            "extensions": {"position": 4, "depth": 2},
        }
        for number in range(5000)
    ]
    data = as_file(world_info(*entries))
    began = time.process_time()  # whatever else this machine does meanwhile
    result = read(data)
    assert time.process_time() - began < 3
    assert len(result.book.entries) == 5000
