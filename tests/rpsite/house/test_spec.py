"""Counting which requirement is shown by which test."""

import textwrap
from pathlib import Path

import pytest

from rpsite.house.spec import read_markers, read_pages, read_partial, report

PAGE = """
- **AB-1** The first; see AB-9.
- **AB-2** The second. **AB-2a** A detail.
- **AB-3** The third, more than **AB-1**.
"""
TESTS = """
import pytest

pytestmark = pytest.mark.spec("AB-3")


@pytest.mark.spec("AB-1", "AB-2a")
def test_one(): ...


class TestMore:
    @pytest.mark.spec("AB-1")
    @pytest.mark.parametrize("x", [1, 2])
    async def test_two(self, x): ...

    @pytest.mark.spec("AB-1")
    def helper(self): ...


@pytest.mark.spec("ZZ-9")
def test_three(): ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "10-first.md").write_text(PAGE)
    (tmp_path / "tests" / "app").mkdir(parents=True)
    (tmp_path / "tests" / "app" / "test_it.py").write_text(textwrap.dedent(TESTS))
    return tmp_path


def test_lines_sums_and_errors(folder: Path):
    found = report(
        read_pages(folder / "pages"),
        read_markers(folder / "tests"),
        {"AB-3": "the end", "YY-1": "all of it"},
    )
    assert found.lines == ("AB-1 covered 2", "AB-2 uncovered", "AB-2a covered 1", "AB-3 partial 3")
    assert found.sums == ("10-first: 2 covered, 1 partial, 1 uncovered of 4",)
    assert found.errors == (
        "tests/app/test_it.py:21: ZZ-9 is in no page",
        "partial.txt: YY-1 is in no page",
    )


def test_partial_lines_have_one_form(tmp_path: Path):
    path = tmp_path / "partial.txt"
    path.write_text("# what is lacking\n\nWB-20: timed effects, conditions\n")
    assert read_partial(path) == {"WB-20": "timed effects, conditions"}
    path.write_text("WB-20 timed effects\n")
    with pytest.raises(ValueError, match=r"partial\.txt:1"):
        read_partial(path)
