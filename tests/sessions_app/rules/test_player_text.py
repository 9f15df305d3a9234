import pytest

from sessions_app.rules.messages import clean_text
from worldbook.rules.refusal import Refusal


def test_line_breaks_nul_and_space_around_are_cleaned() -> None:
    assert clean_text(" a\r\nb\rc\x00 ", 10) == "a\nb\nc"


@pytest.mark.parametrize("text", ["", "  \n ", "\x00"])
def test_nothing_is_refused(text: str) -> None:
    assert clean_text(text, 10) == Refusal("text_empty", "There is no text.")


def test_too_long_says_how_long_and_how_much_is_allowed() -> None:
    assert clean_text("x" * 10, 10) == "x" * 10
    refused = clean_text("x" * 11, 10)
    assert isinstance(refused, Refusal)
    assert (refused.code, dict(refused.detail)) == ("text_too_long", {"length": 11, "limit": 10})
