from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.entries import Book, Entry
from worldbook.rules.passages import OVERLAP, SIZE, cut, passages_of


@pytest.mark.spec("WB-15")
@given(st.integers(0, 3000))
def test_pieces_overlap_and_make_the_whole_text(length):
    text = "".join(chr(0x4E00 + at) for at in range(length))
    pieces = cut(text)
    assert "".join([*pieces[:1], *(piece[OVERLAP:] for piece in pieces[1:])]) == text
    assert all(len(piece) == SIZE for piece in pieces[:-1])
    assert all(a[-OVERLAP:] == b[:OVERLAP] for a, b in pairwise(pieces))
    assert all(len(piece) > OVERLAP for piece in pieces[1:])


def test_a_text_of_exactly_one_piece_is_one_piece():
    assert [len(piece) for piece in cut("x" * SIZE)] == [SIZE]
    assert [len(piece) for piece in cut("x" * (SIZE + 1))] == [SIZE, OVERLAP + 1]


def test_passages_carry_the_title_and_leave_out_what_is_never_chosen():
    book = Book(
        entries=(
            Entry("off", content="x", enabled=False),
            Entry("blocked", content="x", blocked="script"),
            Entry("long", title="Tower", content="y" * 600),
            Entry("macro", content="{{random:{{user}},b}} stays{{// note}}"),
            Entry("empty", title="Title only", content=" "),
        )
    )
    made = list(passages_of(book))
    assert [(item.entry, item.number) for item in made] == [(2, 0), (2, 1), (3, 0)]
    assert made[0].text == "Tower\n" + "y" * 500
    assert made[2].text == "stays"
    assert made[0].hash != made[1].hash
    assert len(made[0].hash) == 16
