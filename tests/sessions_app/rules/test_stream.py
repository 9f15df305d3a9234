"""What of a model's words is the story, however they are cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.rules.stream import Splitter
from tests.sessions_app.streams import split

pytestmark = pytest.mark.spec("CP-3")

WHOLE = {
    "plain": ("The door opens.", "The door opens.", ""),
    "think": ("<think>secret</think>ANSWER", "ANSWER", "secret"),
    "spaces around": ("\n <think>s</think>\n\nANSWER\n", "ANSWER\n", "s"),
    "thinking": ("<thinking>s</thinking>ANSWER", "ANSWER", "s"),
    "two blocks": ("<think>a</think>\n<think>b</think>\nANSWER", "ANSWER", "ab"),
    "block at a line start": ("One.\n<think>hm</think>\nTwo.", "One.\nTwo.", "hm"),
    "orphan close": ("inner\n</think>ANSWER", "ANSWER", "inner\n"),
    "orphan close, spaces only": ("\n</think>\n\nANSWER", "ANSWER", "\n"),
    "unclosed": ("<think>abc", "", "abc"),
    "literal in a line": ("Use `<think>` in HTML? a < b", "Use `<think>` in HTML? a < b", ""),
    "literal after a block": ("<think>s</think>A <think> b", "A <think> b", "s"),
    "literal pair": ("`<think>` and `</think>` pair", "`<think>` and `</think>` pair", ""),
    "literal close in backticks": ("The tag `</think>` ends it", "The tag `</think>` ends it", ""),
    "code fence": ("See\n```\n<think>\n```\nthere", "See\n```\n<think>\n```\nthere", ""),
    "second close is text": ("<think>s</think>A </think> B", "A </think> B", "s"),
    "special token": ("Hello<|im_end|>", "Hello", ""),
    "special token inside": ("Hel<|eot_id|>lo", "Hello", ""),
    "wide special token": ("你好<｜end▁of▁sentence｜>", "你好", ""),
    "own turn start": ("<|im_start|>assistant\nHello", "Hello", ""),
    "own header": ("<|start_header_id|>assistant<|end_header_id|>\n\nHello", "Hello", ""),
    "own turn start, then think": ("<|im_start|>assistant\n<think>s</think>A", "A", "s"),
    "another's turn": ("Hello<|im_end|>\n<|im_start|>user\nI leave.", "Hello\n", ""),
    "gemma": ("Hello<end_of_turn>\n<start_of_turn>user\nHi", "Hello\n", ""),
    "eos": ("Hello</s>", "Hello", ""),
    "struck out": ("<s>no</s> yes", "<s>no</s> yes", ""),
    "unknown speaker": ("<|im_start|>Lia runs.", "Lia runs.", ""),
    "less than at the end": ("a <", "a <", ""),
    "heart": ("I <3 you <b>so</b>", "I <3 you <b>so</b>", ""),
    "half a tag at the end": ("ends <thin", "ends <thin", ""),
    "only spaces": ("  \n", "  \n", ""),
}


@pytest.mark.parametrize("name", WHOLE)
def test_text_and_reasoning_at_every_cut(name):
    whole, text, reasoning = WHOLE[name]
    for at in range(len(whole) + 1):
        for cuts in ([whole[:at], whole[at:]], [*whole[:at], whole[at:]]):
            splitter, page = split(cuts)
            assert (splitter.text, splitter.reasoning) == (text, reasoning)
            assert page == text


TAGS = "<think> </think> <think think> </thi nk> <|im_end|> <|im_start|> <start_of_turn> <eos> </s>"
REST = "< <| |> <｜ ｜> <s> ` ``` a 夜 user assistant model B."
BITS = st.sampled_from([*TAGS.split(), *REST.split(), "\n", " ", "\n\n"])


@given(bits=st.lists(BITS, max_size=14), cuts=st.sets(st.integers(0, 80)), held=st.booleans())
def test_any_cut_gives_the_same_text(bits, cuts, held):
    whole = "".join(bits)
    at = [0, *sorted(cut for cut in cuts if cut < len(whole)), len(whole)]
    pieces = [whole[a:b] for a, b in pairwise(at)]
    one, page_of_one = split([whole], starts_in_reasoning=held)
    many, page_of_many = split(pieces, starts_in_reasoning=held)
    assert (many.text, many.reasoning) == (one.text, one.reasoning)
    assert page_of_many == page_of_one == one.text


def test_less_than_is_not_held_back_once_it_is_no_tag():
    splitter = Splitter()
    assert [event.text for event in splitter.feed("a <")] == ["a "]
    assert "".join(event.text for event in splitter.feed(" b")) == "< b"


def test_nothing_of_a_split_tag_is_shown():
    splitter = Splitter()
    shown = [event for piece in ("<th", "ink>sec") for event in splitter.feed(piece)]
    assert not splitter.text
    assert [type(event).__name__ for event in shown] == ["ReasoningDelta"]


def test_starts_in_reasoning_shows_nothing_before_the_tag():
    splitter = Splitter(starts_in_reasoning=True)
    assert all(type(event).__name__ == "ReasoningDelta" for event in splitter.feed("They want in"))
    splitter.feed(".</think>")
    assert [event.text for event in splitter.feed("\n\nNo.")][-1] == "No."
    splitter.finish()
    assert (splitter.text, splitter.reasoning) == ("No.", "They want in.")


def test_starts_in_reasoning_never_shows_thoughts_that_do_not_end():
    splitter, page = split(["They want in"], starts_in_reasoning=True)
    assert (splitter.text, page) == ("", "")


def test_starts_in_reasoning_takes_a_tag_that_comes_after_all():
    splitter, _ = split(["<think>hm</think>No."], starts_in_reasoning=True)
    assert (splitter.text, splitter.reasoning) == ("No.", "hm")
