import pytest
from django.db import IntegrityError, transaction

from tests.factories import make_book, make_user
from worldbook.actions.books import create_book
from worldbook.actions.entries import (
    create_entry,
    delete_entry,
    save_entry,
    set_entries,
    update_entry,
)
from worldbook.actions.errors import ActionRefused
from worldbook.models import Entry

pytestmark = pytest.mark.django_db


def book_of(by):
    return create_book(by=by, name="North")


@pytest.mark.spec("AD-5", "WK-14")
def test_an_edit_of_what_somebody_else_has_changed_shows_both_values():
    by = make_user(roles=["author"])
    row = create_entry(by=by, book_id=book_of(by).pk, title="Gate", content="shut", depth=4)
    update_entry(by=by, entry_id=row.pk, expected_version=1, title="Gate", content="ajar")
    with pytest.raises(ActionRefused) as refused:
        update_entry(by=by, entry_id=row.pk, expected_version=1, title="Gate", content="open")
    assert (refused.value.code, refused.value.status) == ("edit_conflict", 409)
    assert refused.value.detail == {
        "expected": 1,
        "latest": 2,
        "changed": [{"field": "content", "label": "text", "yours": "open", "theirs": "ajar"}],
    }
    assert "text" in refused.value.message
    row.refresh_from_db()
    assert row.content == "ajar"


@pytest.mark.spec("AD-5")
def test_an_edit_that_says_what_is_there_already_is_no_conflict():
    by = make_user(roles=["author"])
    row = create_entry(by=by, book_id=book_of(by).pk, title="Gate", content="shut")
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="open")
    assert update_entry(by=by, entry_id=row.pk, expected_version=1, content="open").version == 2


def test_each_change_raises_the_version_and_touches_the_draft():
    by = make_user(roles=["author"])
    book = book_of(by)
    row = create_entry(by=by, book_id=book.pk, title="Gate")
    assert (row.version, row.place) == (1, 0)
    book.refresh_from_db()
    assert book.draft_version == 2
    same = update_entry(by=by, entry_id=row.pk, expected_version=1, title="Gate")
    assert same.version == 1
    changed = update_entry(by=by, entry_id=row.pk, expected_version=1, title="Gates")
    assert (changed.version, changed.key_id) == (2, "gate")
    book.refresh_from_db()
    assert book.draft_version == 3


@pytest.mark.spec("WB-3")
@pytest.mark.parametrize(
    ("fields", "key_id"),
    [
        ({"title": "The North Gate!"}, "the-north-gate"),
        ({"title": "\u5317\u95e8"}, "\u5317\u95e8"),
        ({"title": "", "keys": ["???", "Copper Key"]}, "copper-key"),
        ({"title": ""}, "entry"),
        ({"title": "Gate", "key_id": "own"}, "own"),
    ],
)
def test_an_id_is_made_from_the_title_or_the_first_key(fields, key_id):
    by = make_user(roles=["author"])
    book = book_of(by)
    assert create_entry(by=by, book_id=book.pk, **fields).key_id == key_id
    if "key_id" not in fields:
        assert create_entry(by=by, book_id=book.pk, **fields).key_id == f"{key_id}-2"


@pytest.mark.spec("WB-3")
def test_an_id_is_unique_in_its_book():
    by = make_user(roles=["author"])
    book = book_of(by)
    create_entry(by=by, book_id=book.pk, key_id="gate")
    other = create_entry(by=by, book_id=book.pk, key_id="key")
    with pytest.raises(ActionRefused, match="gate"):
        create_entry(by=by, book_id=book.pk, key_id="gate")
    with pytest.raises(ActionRefused, match="gate"):
        update_entry(by=by, entry_id=other.pk, expected_version=1, key_id="gate")
    assert create_entry(by=by, book_id=book_of(by).pk, key_id="gate").key_id == "gate"


@pytest.mark.spec("WB-3")
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("probability", 101),
        ("position", "nowhere"),
        ("role", "narrator"),
        ("secondary_logic", "xor"),
        ("scope", "some"),
        ("key_id", ""),
    ],
)
def test_the_database_keeps_enumerations_and_ranges(column, value):
    book = make_book()
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(book=book, **({"key_id": "a"} | {column: value}))


@pytest.mark.spec("WK-24")
def test_wrong_values_are_refused_with_the_field_and_plain_words():
    by = make_user(roles=["author"])
    with pytest.raises(ActionRefused) as refused:
        create_entry(by=by, book_id=book_of(by).pk, title="Gate", probability=300)
    assert refused.value.status == 400
    assert refused.value.detail["problems"] == [
        {
            "code": "out_of_range",
            "path": "probability",
            "entry": "",
            "field": "probability",
            "message": "must lie between 0 and 100, not 300",
        }
    ]


def test_delete_with_a_version_does_not_delete_what_has_changed():
    by = make_user(roles=["author"])
    row = create_entry(by=by, book_id=book_of(by).pk, title="Gate")
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="new")
    with pytest.raises(ActionRefused, match="was not deleted"):
        delete_entry(by=by, entry_id=row.pk, expected_version=1)
    delete_entry(by=by, entry_id=row.pk, expected_version=2)
    assert not Entry.objects.exists()


def test_bulk_changes_leave_locked_entries_alone():
    by = make_user(roles=["author"])
    book = book_of(by)
    rows = [create_entry(by=by, book_id=book.pk, title=name) for name in "abc"]
    locked = create_entry(by=by, book_id=book.pk, title="d", locked=True)
    ids = [row.pk for row in (*rows, locked)]
    assert set_entries(by=by, book_id=book.pk, entry_ids=ids, enabled=False) == 3
    assert list(book.entries.values_list("enabled", "version")) == [(False, 2)] * 3 + [(True, 1)]


@pytest.mark.spec("AD-2")
@pytest.mark.parametrize(("access", "status"), [(None, 404), ("read", 403), ("edit", None)])
def test_a_share_decides_who_may_write(access, status):
    owner, other = make_user(roles=["author"]), make_user(roles=["author"])
    book = make_book(owner, visibility="shared")
    if access:
        book.shares.create(user=other, access=access)
    if status is None:
        assert save_entry(by=other, book_id=book.pk, title="Gate").pk
        return
    with pytest.raises(ActionRefused) as refused:
        save_entry(by=other, book_id=book.pk, title="Gate")
    assert refused.value.status == status
