"""Files that people published, where they are at hand: none of them is part of this project."""

from pathlib import Path

import pytest

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
}
REFUSED = {
    "bad_truncated.json": "not_json",
    "foreign_not_a_lorebook.json": "unknown_format",
    "fx_with_lorebook.charx": "not_read_yet",
    "ko_risu_list_lorebook.json": "not_read_yet",
    "nai_starter.lorebook": "not_read_yet",
    "nai_empty.lorebook": "not_read_yet",
    "nai_lorebook_template.json": "not_read_yet",
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


@pytest.mark.spec("WB-9a")
def test_a_dead_book_is_called_dead():
    report = read((REAL / "st_eldoria_mid_user_saved.json").read_bytes()).report
    assert [note.code for note in report.book_notes] == ["dead_book"]
