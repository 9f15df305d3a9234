"""Markers and the list of what is lacking name requirements that exist."""

from rpsite.house.spec import read_markers, read_pages, read_partial, report
from tests.house.tree import ROOT

REQUIREMENTS = ROOT / "docs" / "requirements"


def test_every_id_is_in_a_page():
    found = report(
        read_pages(REQUIREMENTS),
        read_markers(ROOT / "tests"),
        read_partial(REQUIREMENTS / "partial.txt"),
    )
    assert found.errors == ()


def test_pages_name_no_file_outside_the_repository():
    for page in REQUIREMENTS.glob("*.md"):
        assert "../" not in page.read_text(encoding="utf-8"), page.name
