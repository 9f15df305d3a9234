"""What follows a kept beginning is joined to it without a seam."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.rules.joining import Joiner, ends_a_sentence


def joined(kept, pieces):
    joiner = Joiner(kept)
    return "".join([*(joiner.feed(piece) for piece in pieces), joiner.finish()])


@pytest.mark.parametrize(
    ("kept", "words", "added"),
    [
        ("", "The door opens.", "The door opens."),
        ("The door ope", "ns slowly.", "ns slowly."),
        ("The door", " opens.", " opens."),
        ("The door opens.", "Nobody is there.", " Nobody is there."),
        ("The door opens.", "\n\nNobody.", "\n\nNobody."),
        ("门开了。", "没有人。", "没有人。"),
        ("He lifts the lantern and", "He lifts the lantern and looks.", " looks."),
        ("He lifts the lantern and", " the lantern and looks.", " looks."),
        ("He lifts the lantern.", "He lifts the lantern.", ""),
        ("He lifts the lantern.", "He waits.", " He waits."),
        ("He waits ", "the end.", "the end."),
    ],
)
def test_joined_at_every_cut(kept, words, added):
    for at in range(len(words) + 1):
        assert joined(kept, [words[:at], words[at:]]) == added
    assert joined(kept, list(words)) == added


@given(
    kept=st.text("ab. ", max_size=20), words=st.text("ab. ", max_size=20), cut=st.integers(0, 20)
)
def test_any_cut_gives_the_same_words(kept, words, cut):
    assert joined(kept, [words[:cut], words[cut:]]) == joined(kept, [words])


def test_words_are_held_back_only_while_they_repeat():
    joiner = Joiner("He lifts the lantern and")
    assert joiner.feed("He lifts") == ""
    assert joiner.feed(" it") == "He lifts it"
    assert joiner.feed(" up") == " up"


def test_begins_anew_after_a_replace():
    joiner = Joiner("He lifts the lantern and")
    joiner.feed(" thinks")
    joiner.restart()
    assert joiner.feed("He lifts the lantern and") == ""
    assert joiner.finish() == ""


@pytest.mark.parametrize("text", ["Yes.", "“Yes.”", "好。", "*nods.*", "“好！”", "Really? "])
def test_a_sentence_that_ended(text):
    assert ends_a_sentence(text)


@pytest.mark.parametrize("text", ["", "Yes", "“Yes, ", "好，", "3.5 mi"])
def test_a_sentence_that_did_not(text):
    assert not ends_a_sentence(text)
