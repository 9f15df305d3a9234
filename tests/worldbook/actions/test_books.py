import pytest
from django.db import IntegrityError, connection, transaction

from sessions_app.models import Session
from tests.factories import make_book, make_entry, make_opening, make_user, make_world
from tests.sessions_app.stories import pin_by_hand
from worldbook.actions.books import create_book, delete_book, update_book
from worldbook.actions.errors import ActionRefused
from worldbook.actions.sharing import share, unshare
from worldbook.models import Lorebook, Revision
from worldbook.queries.books import used_by

pytestmark = pytest.mark.django_db


def author():
    return make_user(roles=["author"])


@pytest.mark.spec("WB-1")
def test_a_book_has_the_defaults_and_a_key_of_its_own():
    by = author()
    book = create_book(by=by, name="The North Tower")
    book.refresh_from_db()
    assert (book.key, book.owner, book.visibility) == ("the-north-tower", by, "private")
    assert (book.scan_depth, book.case_sensitive, book.whole_words) == (4, False, False)
    assert (book.max_passes, float(book.constant_budget_ratio), book.players_may_read) == (
        2,
        0.35,
        True,
    )
    assert create_book(by=by, name="The North Tower!").key == "the-north-tower-2"
    assert create_book(by=by, name="\u5317\u5854").key == "\u5317\u5854"
    assert create_book(by=by, name="???").key == "book"


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"name": ""}, "invalid"),
        ({"name": "x", "scan_depth": -1}, "invalid"),
        ({"name": "x", "constant_budget_ratio": 2}, "invalid"),
        ({"name": "x", "key": "north"}, "key_taken"),
    ],
)
def test_a_book_that_cannot_be_made(values, code):
    by = author()
    create_book(by=by, name="North")
    with pytest.raises(ActionRefused) as refused:
        create_book(by=by, **values)
    assert refused.value.code == code


@pytest.mark.spec("AD-2")
def test_players_make_no_books():
    with pytest.raises(ActionRefused) as refused:
        create_book(by=make_user(), name="x")
    assert refused.value.code == "not_author"


@pytest.mark.spec("AD-5")
def test_an_old_version_is_a_conflict_that_shows_both_values():
    by = author()
    book = create_book(by=by, name="North")
    update_book(by=by, book_id=book.pk, expected_version=1, name="The North")
    with pytest.raises(ActionRefused) as refused:
        update_book(by=by, book_id=book.pk, expected_version=1, name="My North")
    assert refused.value.detail["changed"] == [
        {"field": "name", "label": "name", "yours": "My North", "theirs": "The North"}
    ]


@pytest.mark.spec("WB-12")
def test_a_book_that_an_opening_pins_stays():
    by = author()
    book = make_book(by, entries=[make_entry("gate")])
    opening = make_opening(make_world(by), name="Night")
    opening.pins.create(book=book)
    with pytest.raises(ActionRefused, match="Night"):
        delete_book(by=by, book_id=book.pk)
    opening.delete()
    delete_book(by=by, book_id=book.pk)
    assert not Lorebook.objects.exists()
    assert not Revision.objects.exists()


@pytest.mark.spec("WB-12")
def test_a_book_that_a_story_pins_stays_and_so_does_the_revision():
    by = author()
    book = make_book(by, entries=[make_entry("gate")])
    story = Session.objects.create(owner=by, title="Night", scenario_id="worldbook", seed="1")
    pin_by_hand(story, book)
    with pytest.raises(ActionRefused) as refused:
        delete_book(by=by, book_id=book.pk)
    assert (refused.value.code, refused.value.detail) == ("book_pinned", {"stories": 1})
    assert used_by(book.pk) == {1: 1}
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SET CONSTRAINTS ALL IMMEDIATE; DELETE FROM worldbook_revision WHERE book_id = %s",
            [book.pk],
        )
    story.delete()
    delete_book(by=by, book_id=book.pk)
    assert not Lorebook.objects.exists()


@pytest.mark.spec("AD-2")
def test_editors_neither_delete_nor_give_away():
    by, other = author(), author()
    book = make_book(by)
    share(by=by, user=other, access="edit", lorebook_id=book.pk)
    book.refresh_from_db()
    assert book.visibility == "shared"
    update_book(by=other, book_id=book.pk, expected_version=1, name="Ours")
    for refused_act in (
        lambda: delete_book(by=other, book_id=book.pk),
        lambda: update_book(by=other, book_id=book.pk, expected_version=2, owner=other),
        lambda: update_book(by=other, book_id=book.pk, expected_version=2, visibility="public"),
        lambda: share(by=other, user=author(), access="read", lorebook_id=book.pk),
    ):
        with pytest.raises(ActionRefused) as refused:
            refused_act()
        assert refused.value.code == "not_owner"
    unshare(by=by, user=other, lorebook_id=book.pk)
    with pytest.raises(ActionRefused) as refused:
        update_book(by=other, book_id=book.pk, expected_version=2, name="Mine")
    assert refused.value.status == 404


@pytest.mark.parametrize(("access", "code"), [("own", "bad_access"), ("read", "share_with_owner")])
def test_shares_that_make_no_sense(access, code):
    by = author()
    with pytest.raises(ActionRefused) as refused:
        share(by=by, user=by, access=access, lorebook_id=make_book(by).pk)
    assert refused.value.code == code
