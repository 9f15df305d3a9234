"""A file answers one question: over 400 lines it answers two (the one stylesheet aside)."""

import pytest

from tests.house.tree import ours

MOST_LINES = 400


@pytest.mark.parametrize("suffix", ["py", "html", "js", "sh"])
def test_no_file_is_too_long(suffix: str):
    long = {
        path.as_posix(): lines
        for path in ours(suffix)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
        and "migrations" not in path.parts
    }
    assert long == {}
