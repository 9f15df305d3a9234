"""CHARX: cards in archives, alone or behind a picture, with pictures and modules (WB-6, WB-10)."""

import json
import random
import struct
import time
import tracemalloc
import zipfile

import pytest

from tests.worldbook.rules.formats.helpers import card, png, risum, text_chunk, zipped
from tests.worldbook.rules.formats.test_reading import check
from worldbook.rules.formats import Parsed, parsed_from_json, read
from worldbook.rules.refusal import Refusal

BOOK = {"entries": [{"keys": ["gate"], "content": "Shut.", "insertion_order": 3}]}
LORE = [{"key": "gate, door", "comment": "Gate", "content": "Shut.", "insertorder": 7}]
ICON = {"type": "icon", "uri": "embeded://assets/icon/main.png", "name": "main", "ext": "png"}


def ann(**data):
    return {**card("Ann", **data), "spec": "chara_card_v3", "spec_version": "3.0"}


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_card_in_an_archive_is_read_with_its_picture(method):
    files = {"card.json": ann(character_book=BOOK, assets=[ICON]), "assets/icon/main.png": png()}
    data = zipped(files, method)
    result = read(data, file_name="ann.zip")
    assert (result.format, result.card.name) == ("charx:chara_card_v3", "Ann")
    assert [entry.keys for entry in result.book.entries] == [("gate",)]
    assert result.card.avatar == png()
    assert result.report.format == result.format
    kept = json.loads(json.dumps(result.to_json()))
    assert parsed_from_json(kept, data) == result


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize(
    ("head", "format_name"),
    [
        (b"\xff\xd8\xff\xe0JFIF and so on", "charx:chara_card_v3"),
        (png(), "charx:chara_card_v3"),
        (png(text_chunk(b"chara", card("Eve"))), "png:chara_card_v2"),
    ],
)
def test_an_archive_behind_a_picture(head, format_name):
    assert read(head + zipped({"card.json": ann()})).format == format_name


def test_pictures_that_only_end_like_an_archive_are_pictures():
    end = zipped({"a": b""})[-22:]
    assert read(png() + end).code == "no_card"
    assert read(png() + zipped({"other.txt": b"x"})).code == "no_card"
    assert read(b"\xff\xd8\xff\xe0" + end).code in ("archive_damaged", "picture_without_card")


@pytest.mark.spec("WB-6")
def test_the_module_gives_the_lorebook_of_a_card_without_one():
    module = risum({"name": "m", "lorebook": LORE, "trigger": [{"type": "start"}], "regex": [{}]})
    result = read(zipped({"card.json": ann(), "module.risum": module}))
    assert [(entry.title, entry.keys, entry.order) for entry in result.book.entries] == [
        ("Gate", ("gate", "door"), 7)
    ]
    assert result.card.extensions["risu_module"]["trigger"] == [{"type": "start"}]
    codes = [note.code for note in result.report.book_notes]
    assert "module_book" in codes
    assert "card_scripts" in codes


@pytest.mark.spec("WB-6")
def test_the_card_has_the_last_word_over_its_module():
    module = risum({"lorebook": [*LORE, *LORE]})
    result = read(zipped({"card.json": ann(character_book=BOOK), "module.risum": module}))
    assert len(result.book.entries) == 1
    notes = {note.code: note.detail for note in result.report.book_notes}
    assert notes["module_differs"] == {"was": "2", "now": "1"}


@pytest.mark.spec("WB-9")
@pytest.mark.parametrize(
    "module", [b"", b"o\0\xff\xff\xff\xff", risum({})[:-20], risum(5), b"x" * 40]
)
def test_a_damaged_module_costs_only_itself(module):
    result = read(zipped({"card.json": ann(character_book=BOOK), "module.risum": module}))
    assert len(result.book.entries) == 1
    assert [note.code for note in result.report.book_notes] == ["module_unread"]


@pytest.mark.spec("WB-6")
def test_a_module_by_itself_is_a_lorebook():
    data = risum({"name": "Gates", "description": "d", "lorebook": LORE, "regex": [1]}, [b"abc"])
    result = read(data, file_name="x.json")
    assert (result.format, result.name, len(result.book.entries)) == ("risum", "Gates", 1)
    assert result.card is None
    assert [note.field for note in result.report.book_notes if note.code == "card_scripts"] == [
        "regex"
    ]
    assert read(risum({"name": "empty"})).book.entries == ()


@pytest.mark.spec("WB-10")
def test_an_archive_that_says_it_is_too_large_is_refused_unread():
    data = zipped({"card.json": ann(), "bomb": b"\0" * (64 * 1024 * 1024)})
    assert len(data) < 100_000
    tracemalloc.start()
    began = time.process_time()
    result = read(data)
    assert time.process_time() - began < 1
    assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    tracemalloc.stop()
    assert result.code == "archive_too_large"
    assert "67108864 bytes" in result.reason


@pytest.mark.spec("WB-10")
def test_an_archive_that_lies_about_its_size_is_not_unpacked_further():
    data = bytearray(zipped({"card.json": b" " * (40 * 1024 * 1024)}))
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 1000)
    tracemalloc.start()
    result = read(bytes(data))
    assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    tracemalloc.stop()
    assert result.code == "archive_too_large"


@pytest.mark.spec("WB-10")
def test_an_archive_of_too_many_files():
    data = zipped({str(number): b"" for number in range(10_001)})
    result = read(data)
    assert (result.code, result.detail["count"]) == ("archive_of_many", 10_001)


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("name", ["../card.json", "a/../../card.json", "..\\card.json"])
def test_a_path_that_climbs_out_names_no_file(name):
    assert read(zipped({name: ann()})).code == "archive_without_card"


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("uri", ["embeded://../card.json", "https://x/y.png", 7, "embeded://"])
def test_an_icon_that_is_no_picture_of_the_archive_is_none(uri):
    result = read(zipped({"card.json": ann(assets=[{**ICON, "uri": uri}])}))
    assert isinstance(result, Parsed)
    assert result.card.avatar is None


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zipped({"card.json": ann()})[:-30], "archive_damaged"),
        (zipped({"other.json": ann()}), "archive_without_card"),
        (zipped({"card.json": b"{"}), "not_json"),
        (zipped({"card.json": b"[]"}), "card_damaged"),
        (zipped({"card.json": b'{"entries": []}'}), "card_damaged"),
        (zipped({"card.json": b"\xff\xfe\x00"}), "wrong_encoding"),
        (zipped({"card.json": ann()}, zipfile.ZIP_BZIP2), "archive_damaged"),
        (zipped({}), "unknown_format"),
    ],
)
def test_bad_archives_are_refused_with_a_reason(data, code):
    result = read(data)
    assert isinstance(result, Refusal)
    assert result.reason
    assert result.code == code or not data.startswith(b"PK\x03\x04")


@pytest.mark.spec("WB-10")
def test_mutated_and_cut_archives_never_raise():
    rng = random.Random(11)
    module = risum({"lorebook": LORE}, [b"asset"])
    whole = zipped({"card.json": ann(assets=[ICON]), "module.risum": module, "assets/a": png()})
    for _number in range(600):
        data = bytearray(whole)
        for _change in range(rng.randrange(1, 6)):
            data[rng.randrange(4, len(data))] = rng.randrange(256)
        cut = bytes(data[: rng.randrange(4, len(data) + 1)]) if rng.random() < 0.2 else bytes(data)
        result = read(cut)
        assert isinstance(result, Refusal | Parsed)
    for _number in range(300):
        data = bytearray(module)
        for _change in range(rng.randrange(1, 4)):
            data[rng.randrange(2, len(data))] = rng.randrange(256)
        check(read(bytes(data)))
