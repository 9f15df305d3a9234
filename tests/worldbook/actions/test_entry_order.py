import pytest

from tests.factories import make_user
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry, update_entry
from worldbook.actions.entry_order import move_entries
from worldbook.actions.errors import ActionRefused
from worldbook.models import DraftStep
from worldbook.rules.entry_order import order_mark

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WK-4")]


@pytest.fixture
def by():
    return make_user(roles=["author"])


@pytest.fixture
def book(by):
    book = create_book(by=by, name="North")
    for name in "abcd":
        create_entry(by=by, book_id=book.pk, title=name)
    return book


def ids(book):
    return list(book.entries.order_by("place", "id").values_list("pk", flat=True))


def titles(book):
    return "".join(book.entries.order_by("place", "id").values_list("title", flat=True))


def move(by, book, moving, anchor, side="before", seen=None):
    return move_entries(
        by=by, book_id=book.pk, entry_ids=moving, anchor_id=anchor, side=side,
        order_seen=order_mark(ids(book)) if seen is None else seen,
    )  # fmt: skip


def test_entries_move_and_the_new_order_can_be_moved_on(by, book):
    a, b, _c, d = ids(book)
    seen = move(by, book, [d], a)
    assert titles(book) == "dabc"
    move(by, book, [a, b], d, "before", seen)
    assert titles(book) == "abdc"


def test_an_order_that_is_not_the_one_seen_is_refused(by, book):
    a, _b, _c, d = ids(book)
    seen = order_mark(ids(book))
    create_entry(by=by, book_id=book.pk, title="e")
    with pytest.raises(ActionRefused) as refused:
        move(by, book, [d], a, seen=seen)
    assert (refused.value.code, refused.value.status) == ("order_conflict", 409)
    assert refused.value.detail["order"] == order_mark(ids(book))
    assert titles(book) == "abcde"


def test_moving_disturbs_nobody_who_edits(by, book):
    a, _b, _c, d = ids(book)
    move(by, book, [d], a)
    entry = update_entry(by=by, entry_id=a, expected_version=1, content="new")
    assert (entry.content, entry.place) == ("new", 1)


def test_a_move_is_a_step_of_the_draft(by, book):
    a, _b, _c, d = ids(book)
    draft = book.draft_version
    move(by, book, [d], a)
    step = DraftStep.objects.filter(book=book).latest("id")
    assert (step.kind, step.row_count) == ("order", 4)
    book.refresh_from_db()
    assert book.draft_version > draft
    count = DraftStep.objects.count()
    move(by, book, [d], a)
    assert DraftStep.objects.count() == count


def test_others_and_other_sides_are_refused(by, book):
    a, b, *_rest = ids(book)
    with pytest.raises(ActionRefused, match="no such thing"):
        move(make_user(roles=["author"]), book, [a], b)
    with pytest.raises(ActionRefused) as refused:
        move(by, book, [a], b, "beside")
    assert refused.value.code == "invalid"
    with pytest.raises(ActionRefused) as refused:
        move(by, book, [a], a)
    assert refused.value.code == "moved_to_itself"
