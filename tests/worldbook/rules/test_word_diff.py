import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldbook.rules.agreement import agreement
from worldbook.rules.word_diff import Piece, tokens, word_diff

SIGN = {"same": "=", "added": "+", "removed": "-"}


def shown(before, after):
    return [f"{SIGN[piece.op]}{piece.text}" for piece in word_diff(before, after)]


@pytest.mark.spec("WB-17")
@pytest.mark.parametrize(
    ("before", "after", "pieces"),
    [
        ("", "", []),
        ("Shut.", "Shut.", ["=Shut."]),
        ("", "Shut.", ["+Shut."]),
        ("Shut.", "", ["-Shut."]),
        (
            "The old king rules the tower.",
            "The young king rules the tower!",
            ["=The ", "-old", "+young", "= king rules the tower", "-.", "+!"],
        ),
        (
            "守卫在北塔门口站岗，铜钥匙能开门。",
            "守卫在南塔门口站岗，铜钥匙能打开大门。",
            ["=守卫在", "-北", "+南", "=塔门口站岗，铜钥匙能", "-开", "+打开大", "=门。"],
        ),
        ("one\ntwo\nthree", "one\nthree", ["=one\n", "-two\n", "=three"]),
        ("王の塔 king", "王の門 king", ["=王の", "-塔", "+門", "= king"]),
    ],
)
def test_words_are_compared_and_chinese_sign_by_sign(before, after, pieces):
    assert shown(before, after) == pieces


@pytest.mark.spec("WB-17")
def test_what_a_rewriting_leaves_by_accident_is_one_change():
    before = "He sleeps at the gate of the tower"
    after = "Nobody on the wall has seen the smith"
    assert shown(before, after) == [f"-{before}", f"+{after}"]


def test_tokens_are_words_signs_breaks_and_single_signs_of_scripts_without_spaces():
    assert tokens("Mira's 铜钥匙\r\n 42") == [
        *("Mira", "'", "s", " ", "铜", "钥", "匙", "\r\n", " ", "42")
    ]


TEXTS = st.text(alphabet="ab 王塔.\n", max_size=60)


@pytest.mark.spec("WB-17")
@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS)
def test_pieces_tell_both_texts_and_alternate(before, after):
    pieces = word_diff(before, after)
    assert "".join(piece.text for piece in pieces if piece.op != "added") == before
    assert "".join(piece.text for piece in pieces if piece.op != "removed") == after
    assert all(piece.text for piece in pieces)
    assert all(one.op != two.op for one, two in pairwise(pieces))
    assert (Piece("same", before) in pieces) or before != after or not before


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from("abc\n"), max_size=30), st.lists(st.sampled_from("abc\n"), max_size=30)
)
def test_blocks_rise_and_agree(old, new):
    x = y = 0
    for block in agreement(old, new, ends_line=lambda item: item == "\n"):
        assert block.size > 0
        assert block.old >= x
        assert block.new >= y
        x, y = block.old + block.size, block.new + block.size
        assert old[block.old : x] == new[block.new : y]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ab" * 50_000, "ba" * 50_000),
        ("a b " * 20_000, "b b a " * 20_000),
        ("\n".join(map(str, range(30_000))), "\n".join(map(str, range(30_000, 0, -1)))),
        ("塔王" * 30_000, "王王塔" * 20_000),
    ],
)
def test_hostile_texts_are_compared_in_bounded_time(before, after):
    started = time.process_time()
    pieces = word_diff(before, after)
    assert time.process_time() - started < 3
    assert "".join(piece.text for piece in pieces if piece.op != "added") == before


def test_a_long_text_with_many_edits_is_told_edit_by_edit():
    lines = [f"Line {n} tells of tower {n * 7 % 1000} and of gate {n}." for n in range(3_000)]
    changed = [
        line.replace("gate", "door") if n % 10 == 0 else line for n, line in enumerate(lines)
    ]
    pieces = word_diff("\n".join(lines), "\n".join(changed))
    assert [piece.text for piece in pieces if piece.op == "added"] == ["door"] * 300
