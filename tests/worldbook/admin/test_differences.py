"""What pages say of two states that differ."""

import pytest

from worldbook.admin.differences import field_said, shortened, value_said
from worldbook.models import Lorebook
from worldbook.rules.diff import FieldDifference, entry_differences
from worldbook.rules.entries import CharacterFilter, Entry
from worldbook.rules.word_diff import Piece, word_diff

LONG = "word " * 400


def texts(pieces):
    return [(piece["op"], piece["text"]) for piece in pieces]


@pytest.mark.spec("WB-17")
def test_a_long_text_shows_what_stands_around_a_change():
    pieces = shortened(word_diff(LONG + "shut " + LONG, LONG + "open " + LONG), around=20)
    assert [op for op, _ in texts(pieces)] == [
        "gap",
        "same",
        "removed",
        "added",
        "same",
        "gap",
    ]
    assert [len(text) for op, text in texts(pieces) if op == "same"] == [20, 20]


def test_between_two_changes_both_ends_of_what_stays_are_shown():
    pieces = [Piece("added", "a"), Piece("same", "x" * 500), Piece("removed", "b")]
    assert texts(shortened(pieces, around=20)) == [
        ("added", "a"),
        ("same", "x" * 20),
        ("gap", ""),
        ("same", "x" * 20),
        ("removed", "b"),
    ]
    short = [Piece("added", "a"), Piece("same", "x" * 60), Piece("removed", "b")]
    assert texts(shortened(short, around=20)) == texts(shortened(short, around=500))


@pytest.mark.spec("WB-17")
def test_lists_say_which_words_came_and_went():
    (keys,) = entry_differences(Entry("a", keys=("gate", "tor")), Entry("a", keys=("tor", "door")))
    assert texts(field_said(keys)["chips"]) == [
        ("removed", "gate"),
        ("same", "tor"),
        ("added", "door"),
    ]
    (order,) = entry_differences(Entry("a", keys=("a", "b")), Entry("a", keys=("b", "a")))
    said = field_said(order)
    assert (said["chips"], said["before"], said["after"]) == ([], "a, b", "b, a")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("position", "at_depth", "among the messages, at a depth"),
        ("enabled", False, "no"),
        ("whole_words", None, "(nothing)"),
        ("additional_keys", [["key", "copper"], ["night"]], "key, copper\nnight"),
        ("keys", [], "(nothing)"),
        ("order", 7, "7"),
    ],
)
def test_values_are_said_as_their_form_says_them(name, value, said):
    assert value_said(name, value) == said


def test_structures_are_said_as_json_and_cut():
    filtered = entry_differences(
        Entry("a"), Entry("a", character_filter=CharacterFilter("include", ("Mira",)))
    )
    assert '"mode": "include"' in field_said(filtered[0])["after"]
    source = FieldDifference("source", {}, {"x": "y" * 5_000})
    assert len(field_said(source, Lorebook)["after"]) == 2_000
