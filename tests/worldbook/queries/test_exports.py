"""Names of exported files."""

import pytest

from worldbook.models import Character
from worldbook.queries.exports import ExportWish, file_name
from worldbook.rules.entries import Book


@pytest.mark.spec("WB-11")
@pytest.mark.parametrize(
    ("name", "wish", "said"),
    [
        ("北塔", ExportWish("native", "3"), "北塔-r3.json"),
        ("North Tower", ExportWish("native"), "North Tower-draft.json"),
        ('../etc/"pass\\wd"\n?', ExportWish("native"), "etc pass wd-draft.json"),
        ("...", ExportWish("native"), "the-key-draft.json"),
        ("x" * 300, ExportWish("native", "1"), "x" * 80 + "-r1.json"),
        ("Lore", ExportWish("card", "2", Character(name="米拉: guard")), "米拉 guard.json"),
    ],
)
def test_a_file_is_called_by_what_is_in_it(name, wish, said):
    assert file_name(wish, Book(key="the-key", name=name), "json") == said
