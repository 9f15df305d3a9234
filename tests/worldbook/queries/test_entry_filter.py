import pytest

from tests.factories import make_book
from worldbook.models import Entry
from worldbook.queries.entry_filter import EntryFilter, FilterRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    book = make_book()
    rows = [
        {"key_id": "gate", "title": "The North Gate", "keys": ["gate", "/g[a4]te/i"]},
        {
            "key_id": "mira",
            "title": "米拉",
            "content": 'She keeps the "old" gate.',
            "tags": ["who"],
        },
        {"key_id": "toll", "title": "Toll", "keys": ["toll"], "requires": ["mira"], "color": "Red"},
        {"key_id": "off", "keys": ["x"], "enabled": False, "tags": ["who", "old"]},
        {"key_id": "lost", "comment": "nothing leads here"},
        {"key_id": "law", "constant": True, "locked": True, "position": "at_depth"},
    ]
    Entry.objects.bulk_create(Entry(book=book, place=at, **row) for at, row in enumerate(rows))
    return book


@pytest.mark.spec("WK-2")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "gate mira toll off lost law"),
        ("q=gate", "gate mira"),
        ("q=GATE north", "gate"),
        ("q=%22keeps the%22", "mira"),
        ("q=米拉", "mira"),
        ("q=^l&pattern=1", "lost law"),
        ("q=%00", ""),
        ("tag=a%00", ""),
        ("color=%00", ""),
        ("q=/^L/&pattern=1", ""),
        ("q=gate&within=names", "gate"),
        ("q=gate&within=text", "mira"),
        ("q=a4&within=keys", "gate"),
        ("q=^gate$&pattern=1&within=keys", "gate"),
        ("within=keys", "gate mira toll off lost law"),
        ("tag=who", "mira off"),
        ("tag=who&tag=old", "off"),
        ("color=red", "toll"),
        ("position=at_depth", "law"),
        ("state=on", "gate mira toll lost law"),
        ("state=off", "off"),
        ("state=constant", "law"),
        ("state=locked", "law"),
        ("state=never", "off lost"),
        ("state=weird&position=weird&page=3", "gate mira toll off lost law"),
    ],
)
def test_a_query_says_which_entries_a_list_shows(book, query, found):
    wanted = EntryFilter.from_query(query)
    assert EntryFilter.from_query(wanted.to_query()) == wanted
    rows = wanted.apply(book.entries.order_by("place"))
    assert [row.key_id for row in rows] == found.split()


@pytest.mark.spec("WK-2")
@pytest.mark.parametrize(("q", "code"), [("(", "bad_pattern"), (r"/(a+)+\1$/", "slow_pattern")])
def test_a_pattern_that_cannot_be_read_or_never_ends_is_refused(book, q, code, monkeypatch):
    monkeypatch.setattr("worldbook.queries.entry_filter.SECONDS", 0.05)
    Entry.objects.create(book=book, key_id="hostile", content="a" * 40 + "!")
    with pytest.raises(FilterRefused) as refused:
        EntryFilter(q=q, pattern=True).apply(book.entries.all())
    assert refused.value.refusal.code == code
    assert str(refused.value)
