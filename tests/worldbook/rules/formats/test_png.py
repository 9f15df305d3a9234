"""Cards inside PNG pictures: kinds of text chunks, which card wins, damage (WB-6, WB-10)."""

import zlib

import pytest

from tests.worldbook.rules.formats.helpers import SIGNATURE, as_file, card, chunk, png, text_chunk
from worldbook.rules.formats import read
from worldbook.rules.formats.png import inflate
from worldbook.rules.refusal import Refusal

V3 = {**card("Eve"), "spec": "chara_card_v3"}


def warnings(result):
    return [note.code for note in result.report.book_notes]


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize("keyword", [b"chara", b"ccv3", b"Chara"])
@pytest.mark.parametrize("kind", [b"tEXt", b"zTXt", b"iTXt"])
def test_every_kind_of_text_chunk_is_read(keyword, kind):
    result = read(png(text_chunk(keyword, card("Ann Ж"), kind)))
    assert result.card.name == "Ann Ж"
    assert warnings(result) == []


@pytest.mark.spec("WB-6")
def test_an_uncompressed_international_text_is_read():
    import base64  # noqa: PLC0415 - only here

    body = b"chara\0\0\0\0\0" + base64.b64encode(as_file(card()))
    assert read(png(chunk(b"iTXt", body))).card.name == "Ann"


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize("turned", [False, True])
def test_the_newer_card_wins_in_any_order(turned):
    texts = [text_chunk(b"chara", card("Ann")), text_chunk(b"ccv3", V3)]
    result = read(png(*(reversed(texts) if turned else texts)))
    assert (result.card.name, result.card.spec) == ("Eve", "chara_card_v3")
    assert warnings(result) == ["card_differs"]


@pytest.mark.spec("WB-6")
def test_the_same_card_in_both_forms_is_no_difference():
    result = read(png(text_chunk(b"chara", card("Eve")), text_chunk(b"ccv3", V3)))
    assert warnings(result) == []


@pytest.mark.spec("WB-10")
def test_the_older_card_is_read_where_the_newer_is_damaged():
    result = read(png(text_chunk(b"chara", card()), chunk(b"tEXt", b"ccv3\0!!!")))
    assert result.card.name == "Ann"
    assert warnings(result) == ["newer_damaged"]


@pytest.mark.spec("WB-6")
def test_the_first_of_several_cards_is_read_and_said():
    result = read(png(text_chunk(b"chara", card("One")), text_chunk(b"chara", card("Two"))))
    assert result.card.name == "One"
    assert warnings(result) == ["several_cards"]


@pytest.mark.spec("WB-10")
def test_a_text_that_the_end_of_the_file_cuts_is_damaged():
    whole = png(text_chunk(b"chara", card()))
    cut = whole[: whole.index(b"chara") + 40]
    assert read(cut).code == "card_damaged"


@pytest.mark.spec("WB-10")
def test_a_text_after_the_pixels_is_found():
    data = png()
    end = chunk(b"IEND", b"")
    late = data.removesuffix(end) + text_chunk(b"chara", card()) + end
    assert read(late).card.name == "Ann"


@pytest.mark.spec("WB-10")
def test_a_packed_text_that_is_damaged_is_called_so():
    broken = chunk(b"zTXt", b"chara\0\0" + b"no deflate stream")
    assert read(png(broken)).code == "card_damaged"
    half = zlib.compress(as_file(card()))[:-9]
    assert read(png(chunk(b"zTXt", b"chara\0\0" + half))).code == "card_damaged"


@pytest.mark.spec("WB-10")
def test_text_that_is_no_card_is_called_so():
    assert read(png(text_chunk(b"chara", ["no", "card"]))).code == "card_damaged"


@pytest.mark.spec("WB-6")
def test_a_picture_of_another_program_without_a_lorebook_is_refused():
    assert read(png(chunk(b"tEXt", b"naidata\0e30="))).code == "card_damaged"


@pytest.mark.spec("WB-10")
def test_chunks_without_end_are_not_followed_for_ever():
    data = SIGNATURE + chunk(b"teSt", b"") * 150_000
    assert read(data).code == "no_card"


@pytest.mark.spec("WB-10")
def test_the_limit_is_that_of_the_unpacked_text():
    assert inflate(zlib.compress(b"a" * 1000)) == b"a" * 1000
    bomb = inflate(zlib.compress(b"a" * (32 * 1024 * 1024 + 1)))
    assert isinstance(bomb, Refusal)
    assert bomb.code == "text_too_large"
