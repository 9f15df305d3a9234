"""Two authors at once: drafts change one after the other, and nobody waits for ever."""

import threading

import pytest
from django.db import connection

from tests.factories import make_user
from worldbook.actions.books import create_book
from worldbook.actions.bulk import edit_entries, take_entries
from worldbook.actions.entries import create_entry
from worldbook.actions.errors import ActionRefused
from worldbook.actions.undoing_steps import undo_step
from worldbook.queries.entry_selection import EntrySelection
from worldbook.rules.bulk import SetFields

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts):
    start, answers = threading.Barrier(len(acts)), []

    def run(act):
        start.wait()
        try:
            answers.append(act())
        except ActionRefused as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(answers) == len(acts)
    return answers


@pytest.mark.spec("WK-3", "WK-15")
def test_entries_cross_between_two_books_and_a_step_is_undone_once():
    by = make_user(roles=["author"])
    north, south = (create_book(by=by, name=name) for name in ("North", "South"))
    ids = {
        book.pk: create_entry(by=by, book_id=book.pk, title=f"Of {book.name}").pk
        for book in (north, south)
    }

    def move(book, to):
        selection = EntrySelection(ids=(ids[book.pk],))
        return take_entries(
            by=by, book_id=book.pk, selection=selection, to_book_id=to.pk, move=True
        ).changed

    assert at_once(lambda: move(north, south), lambda: move(south, north)) == [1, 1]
    assert [row.title for row in north.entries.all()] == ["Of South"]
    step = north.steps.filter(kind="move_out").get()
    other = south.steps.filter(kind="move_in").get()
    undone = at_once(
        lambda: undo_step(by=by, book_id=north.pk, step_id=step.pk).changed,
        lambda: undo_step(by=by, book_id=south.pk, step_id=other.pk).changed,
    )
    assert sorted(map(str, undone)) == ["2", "already_undone"]
    assert sorted(row.title for row in north.entries.all()) == ["Of North", "Of South"]
    assert not south.entries.exists()


@pytest.mark.spec("WK-3", "WK-14")
def test_of_two_who_looked_at_the_same_draft_one_looks_again():
    by = make_user(roles=["author"])
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="Gate")
    book.refresh_from_db()
    seen = book.draft_version

    def set_depth(depth):
        edit = SetFields({"depth": depth})
        return edit_entries(
            by=by, book_id=book.pk, selection=EntrySelection(), edit=edit, expected_draft=seen
        ).changed

    answers = at_once(lambda: set_depth(1), lambda: set_depth(2))
    assert sorted(map(str, answers)) == ["1", "draft_changed"]
