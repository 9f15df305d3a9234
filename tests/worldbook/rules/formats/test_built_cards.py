"""The built cards of tests/worldbook/cards: good, damaged and hostile pictures (WB-6, WB-10)."""

import time
import tracemalloc
from pathlib import Path

import pytest

from worldbook.rules.formats import Parsed, read
from worldbook.rules.refusal import Refusal

CARDS = Path(__file__).parents[2] / "cards"
READ = {
    "both_chunks_differ.png": ("New", "chara_card_v3", ["card_differs"]),
    "other_text_first.png": ("Second", "chara_card_v2", []),
    "ztxt.png": ("Zip", "chara_card_v2", []),
    "utf8_name.png": ("琉璃 Ёлка é 🌍", "chara_card_v2", []),
    "raw_json_not_base64.png": ("Raw", "chara_card_v2", ["not_base64"]),
    "latin1_json_bytes.png": ("Zoë", "chara_card_v2", ["not_utf8"]),
    "bad_crc.png": ("Crc", "chara_card_v2", ["bad_crc"]),
    "truncated_in_idat.png": ("Cut", "chara_card_v2", ["picture_cut"]),
    "apng.png": ("Anim", "chara_card_v2", []),
    "name_empty.png": ("name_empty", "chara_card_v2", ["name_missing"]),
    "v1_flat.png": ("Flat", "chara_card_v1", []),
    "webp_exif.webp": ("Webp", "chara_card_v2", []),
}
REFUSED = {
    "base64_broken.png": ("card_damaged", "card data in the image is damaged"),
    "no_card.png": ("no_card", "no character data in this picture"),
    "html_named_png.png": ("web_page", "not a PNG"),
    "ztxt_bomb.png": ("text_too_large", "33554432 bytes"),
    "deep_json.png": ("too_deep", "64 deep"),
}


def test_every_built_card_is_expected_here():
    assert {path.name for path in CARDS.iterdir()} == {*READ, *REFUSED, "expected.json"}


@pytest.mark.spec("WB-6")
@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("name", READ)
def test_a_card_is_read_with_its_warnings(name):
    data = (CARDS / name).read_bytes()
    result = read(data, file_name=name)
    assert isinstance(result, Parsed)
    card_name, spec, warnings = READ[name]
    assert (result.name, result.card.name, result.card.spec) == (card_name, card_name, spec)
    assert result.format == f"{'webp' if name.endswith('webp') else 'png'}:{spec}"
    assert [note.code for note in result.report.book_notes] == warnings
    assert result.card.avatar == data


@pytest.mark.spec("WB-10")
@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_card_is_refused_with_the_reason(name):
    result = read((CARDS / name).read_bytes(), file_name=name)
    assert isinstance(result, Refusal)
    code, words = REFUSED[name]
    assert result.code == code
    assert words in result.reason


@pytest.mark.spec("WB-10")
def test_a_bomb_is_refused_quickly_and_in_little_memory():
    data = (CARDS / "ztxt_bomb.png").read_bytes()
    tracemalloc.start()
    began = time.process_time()
    assert read(data).code == "text_too_large"
    assert time.process_time() - began < 1
    assert tracemalloc.get_traced_memory()[1] < 4 * 1024 * 1024
    tracemalloc.stop()
