"""Files that people published, where they are at hand: none of them is part of this project."""

from pathlib import Path

import pytest

from worldbook.rules.exports import FORMATS, export
from worldbook.rules.formats import Parsed, read

REAL = Path(__file__).parents[5] / "shared" / "data" / "real"
READ = {
    "st_eldoria_official.json": 4,
    "st_seraphina_v2_plus_ccv3.png": 4,
    "st_eldoria_mid_user_saved.json": 4,
    "card_sakana_v2_14.png": 14,
    "card_codingsensei_v2.png": 0,
    "st_ejs_decorators_inject_test.json": 15,
    "st_zh_injection_test.json": 13,
    "fx_ccv3_st_export_like.json": 1,
    "fx_chara_v2_ccv3_v3.png": 0,
    "fx_full_v3_card.json": 1,
    "fx_world_one.json": 1,
    "card_zh_tiny.png": 0,
    "card_zh_tiny.json": 0,
    "bad_v2_missing_name.json": 0,
    "janitor_kyber_00.json": 36,
    "fx_with_lorebook.charx": 2,
    "ko_risu_list_lorebook.json": 8,
    "nai_starter.lorebook": 1,
    "nai_empty.lorebook": 0,
    "nai_lorebook_template.json": 1,
}
REFUSED = {
    "bad_truncated.json": "not_json",
    "foreign_not_a_lorebook.json": "unknown_format",
}
pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the published example files are absent")


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize("name", READ)
def test_a_published_file_is_read(name):
    result = read((REAL / name).read_bytes(), file_name=name)
    assert isinstance(result, Parsed)
    assert len(result.book.entries if result.book else ()) == READ[name]


@pytest.mark.spec("WB-6")
@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("name", REFUSED)
def test_a_published_file_that_is_not_read_is_named(name):
    assert read((REAL / name).read_bytes(), file_name=name).code == REFUSED[name]


def test_every_published_file_is_expected_here():
    assert {path.name for path in REAL.iterdir()} == {*READ, *REFUSED, "INDEX.tsv"}


def test_the_picture_of_a_published_archive_is_that_of_the_character():
    picture = read((REAL / "fx_with_lorebook.charx").read_bytes()).card.avatar
    assert picture.startswith(b"\x89PNG")


@pytest.mark.spec("WB-9a")
def test_a_dead_book_is_called_dead():
    report = read((REAL / "st_eldoria_mid_user_saved.json").read_bytes()).report
    assert [note.code for note in report.book_notes] == ["dead_book"]


@pytest.mark.spec("WB-11")
@pytest.mark.parametrize("format_name", FORMATS)
def test_every_published_book_survives_every_export(format_name):
    for name in READ:
        result = read((REAL / name).read_bytes(), file_name=name)
        if result.book:
            again = read(export(result.book, format_name, card=result.card).data)
            assert again.book == result.book, name
            kinds = {note.kind for _key_id, notes in again.report.entries for note in notes}
            assert "blocked" not in kinds or result.report.blocked
