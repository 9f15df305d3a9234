import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_book, make_entry, make_user
from worldbook.actions.books import create_book
from worldbook.actions.bulk import (
    delete_entries,
    edit_entries,
    replace_in_entries,
    take_entries,
)
from worldbook.actions.entries import update_entry
from worldbook.actions.errors import ActionRefused
from worldbook.actions.many_entries import add_entries
from worldbook.actions.undoing_steps import redo_step, undo_step
from worldbook.models import Entry
from worldbook.queries.books import entry_columns, entry_json
from worldbook.queries.bulk import Replacement
from worldbook.queries.entry_selection import EntrySelection
from worldbook.queries.step_words import step_text
from worldbook.rules.bulk import ChangeList, SetFields
from worldbook.rules.search import Search

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WK-3")]
WHOLE = EntrySelection()


@pytest.fixture
def by():
    return make_user("ada", roles=["author"])


def book_with(by, *entries, name="North"):
    book = create_book(by=by, name=name)
    rows = [entry_columns(entry) | {"place": at} for at, entry in enumerate(entries)]
    add_entries(book, rows)
    return book


def column(book, name):
    return {row.key_id: getattr(row, name) for row in book.entries.order_by("place", "id")}


def test_any_field_is_set_in_all_that_a_filter_shows_and_undone_as_one_step(by):
    book = book_with(
        by,
        make_entry("a", tags=("old",)),
        make_entry("b"),
        make_entry("c", tags=("old",), locked=True),
        make_entry("d", tags=("old",), depth=9, enabled=False),
    )
    edit = SetFields({"depth": 9, "enabled": False})
    done = edit_entries(
        by=by, book_id=book.pk, selection=EntrySelection(query="tag=old"), edit=edit
    )
    assert (done.changed, done.same, done.locked) == (1, 1, 1)
    assert column(book, "depth") == {"a": 9, "b": 4, "c": 4, "d": 9}
    assert column(book, "version") == {"a": 2, "b": 1, "c": 1, "d": 1}
    assert step_text(done.step) == "Set in 1 entry: depth, on"
    undo_step(by=by, book_id=book.pk, step_id=done.step.pk)
    assert column(book, "enabled") == {"a": True, "b": True, "c": True, "d": False}


def test_locked_entries_are_left_alone_unless_only_unlocking_is_asked_for(by):
    book = book_with(by, make_entry("a", locked=True), make_entry("b"))

    def edit(**values):
        return edit_entries(by=by, book_id=book.pk, selection=WHOLE, edit=SetFields(values))

    assert edit(locked=False, depth=1).locked == 1
    assert column(book, "locked") == {"a": True, "b": False}
    assert column(book, "depth") == {"a": 4, "b": 1}
    assert (edit(locked=False).changed, edit(locked=True).changed) == (1, 2)
    assert delete_entries(by=by, book_id=book.pk, selection=WHOLE).locked == 2
    assert book.entries.count() == 2


def test_members_are_added_to_and_removed_from_a_list(by):
    book = book_with(
        by, make_entry("a", keys=("x", "y")), make_entry("b", keys=("z",)), make_entry("c", keys=())
    )
    edit = ChangeList("keys", add=("y", "new", "new"), remove=("x",))
    done = edit_entries(by=by, book_id=book.pk, selection=WHOLE, edit=edit)
    assert column(book, "keys") == {"a": ["y", "new"], "b": ["z", "y", "new"], "c": ["y", "new"]}
    assert step_text(done.step) == "Changed the keys of 3 entries: +y, +new, +new, −x"
    edit_entries(by=by, book_id=book.pk, selection=WHOLE, edit=ChangeList("requires", add=("a",)))
    assert column(book, "requires") == {"a": [], "b": ["a"], "c": ["a"]}


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (SetFields({}), "nothing_to_do"),
        (SetFields({"key_id": "same"}), "not_settable"),
        (SetFields({"version": 3}), "not_settable"),
        (SetFields({"probability": 101}), "invalid"),
        (ChangeList("content", add=("x",)), "not_a_list"),
        (ChangeList("keys"), "nothing_to_do"),
        (ChangeList("audience", add=("nobody",)), "invalid"),
    ],
)
def test_what_cannot_be_set_is_refused_and_nothing_is_written(by, edit, code):
    book = book_with(by, make_entry("a"))
    with pytest.raises(ActionRefused) as refused:
        edit_entries(by=by, book_id=book.pk, selection=WHOLE, edit=edit)
    assert (refused.value.code, refused.value.status) == (code, 400)
    assert not book.steps.exists()


def test_what_has_changed_since_it_was_looked_at_refuses_the_change(by):
    book = book_with(by, make_entry("a"))
    book.refresh_from_db()
    seen, row = book.draft_version, book.entries.get()
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="new")
    for change in (
        lambda: delete_entries(by=by, book_id=book.pk, selection=WHOLE, expected_draft=seen),
        lambda: edit_entries(
            by=by,
            book_id=book.pk,
            selection=WHOLE,
            edit=SetFields({"depth": 1}),
            expected_draft=seen,
        ),
    ):
        with pytest.raises(ActionRefused) as refused:
            change()
        assert (refused.value.code, refused.value.status) == ("draft_changed", 409)
    assert column(book, "depth") == {"a": 4}


def test_a_selection_whose_pattern_cannot_be_read_is_refused(by):
    book = book_with(by, make_entry("a"))
    selection = EntrySelection(query="q=%28&pattern=1")
    with pytest.raises(ActionRefused) as refused:
        edit_entries(by=by, book_id=book.pk, selection=selection, edit=SetFields({"depth": 1}))
    assert refused.value.code == "bad_pattern"


def test_hits_are_replaced_but_for_those_left_out(by):
    book = book_with(
        by,
        make_entry("a", title="The Gate", content="A gate, a gate; agate.", keys=("gate", "door")),
        make_entry("b", title="B", content="gate", locked=True),
    )
    wanted = Replacement(Search("gate", "word"), "door", ("title", "content", "keys"))
    row = book.entries.get(key_id="a")
    done = replace_in_entries(
        by=by,
        book_id=book.pk,
        selection=WHOLE,
        replacement=wanted,
        skipped={f"{row.pk}:content:1"},
    )
    assert (done.changed, done.locked) == (1, 1)
    row.refresh_from_db()
    assert (row.title, row.content) == ("The door", "A door, a gate; agate.")
    assert row.keys == ["door"]
    assert step_text(done.step) == "Replaced “gate” by “door” in 1 entry"
    undo_step(by=by, book_id=book.pk, step_id=done.step.pk)
    row.refresh_from_db()
    assert row.keys == ["gate", "door"]


@pytest.mark.parametrize(
    ("search", "new", "code"),
    [
        (Search(""), "x", "nothing_sought"),
        (Search("(", "regex"), "x", "bad_pattern"),
        (Search(r"/(a+)+\1$/", "regex"), "x", "slow_pattern"),
        (Search("a"), "y" * 60_000, "too_long"),
        (Search("t"), "y" * 301, "invalid"),
    ],
)
def test_a_replacement_that_cannot_be_made_changes_nothing(by, search, new, code, monkeypatch):
    monkeypatch.setattr("worldbook.queries.bulk.SECONDS", 0.5)
    book = book_with(by, make_entry("e", title="t", content="a" * 40 + "!"))
    with pytest.raises(ActionRefused) as refused:
        replace_in_entries(
            by=by,
            book_id=book.pk,
            selection=WHOLE,
            replacement=Replacement(search, new, ("title", "content")),
        )
    assert (refused.value.code, refused.value.status) == (code, 400)
    assert not book.steps.exists()


def test_entries_move_to_another_book_with_new_ids_and_broken_ties_reported(by):
    book = book_with(
        by,
        make_entry("gate", requires=("mira", "toll"), comment="moves"),
        make_entry("mira", conflicts=("law",), comment="moves"),
        make_entry("toll", requires=("gate",)),
        make_entry("kept", comment="moves", locked=True),
    )
    other = book_with(by, make_entry("gate"), make_entry("toll"), name="South")
    going = EntrySelection(query="q=moves")
    done = take_entries(by=by, book_id=book.pk, selection=going, to_book_id=other.pk, move=True)
    assert (done.changed, done.locked, done.renamed) == (2, 1, {"gate": "gate-2"})
    assert [(tie.key_id, tie.field, tie.to, tie.why) for tie in done.ties] == [
        ("gate", "requires", "toll", "other"),
        ("mira", "conflicts", "law", "missing"),
        ("toll", "requires", "gate", "left"),
    ]
    assert list(column(book, "key_id")) == ["toll", "kept"]
    assert column(other, "requires") == {
        "gate": [],
        "toll": [],
        "gate-2": ["mira", "toll"],
        "mira": [],
    }
    assert column(other, "place") == {"gate": 0, "toll": 1, "gate-2": 2, "mira": 3}
    assert step_text(done.step) == "Moved 2 entries to “South”"
    came = other.steps.get()
    assert (came.twin, step_text(came)) == (done.step, "Moved 2 entries here from “North”")
    undo_step(by=by, book_id=other.pk, step_id=came.pk)
    assert list(column(book, "key_id")) == ["gate", "mira", "toll", "kept"]
    assert list(column(other, "key_id")) == ["gate", "toll"]
    redo_step(by=by, book_id=book.pk, step_id=done.step.pk)
    assert (book.entries.count(), other.entries.count()) == (2, 4)


def test_a_move_is_undone_on_one_side_where_the_other_book_is_not_ones_own(by):
    owner = make_user(roles=["author"])
    book = book_with(by, make_entry("gate"))
    other = make_book(owner, visibility="shared")
    share = other.shares.create(user=by, access="edit")
    done = take_entries(by=by, book_id=book.pk, selection=WHOLE, to_book_id=other.pk, move=True)
    share.delete()
    undo_step(by=by, book_id=book.pk, step_id=done.step.pk)
    assert (book.entries.count(), other.entries.count()) == (1, 1)


def test_a_copy_leaves_the_originals_and_may_stay_in_its_book(by):
    book = book_with(by, make_entry("gate", requires=("mira",), locked=True), make_entry("mira"))
    before = [entry_json(row) for row in book.entries.order_by("place")]
    done = take_entries(by=by, book_id=book.pk, selection=WHOLE, to_book_id=book.pk, move=False)
    assert (done.changed, done.locked, done.ties) == (2, 0, ())
    assert column(book, "requires") == {
        "gate": ["mira"],
        "mira": [],
        "gate-2": ["mira-2"],
        "mira-2": [],
    }
    assert [entry_json(row) for row in book.entries.order_by("place")[:2]] == before
    with pytest.raises(ActionRefused, match="already"):
        take_entries(by=by, book_id=book.pk, selection=WHOLE, to_book_id=book.pk, move=True)


@pytest.mark.spec("AD-2")
def test_entries_are_copied_from_what_may_be_read_and_moved_only_from_what_may_be_changed(by):
    owner = make_user(roles=["author"])
    book, own = make_book(owner, visibility="public"), book_with(by, name="Own")
    Entry.objects.create(book=book, key_id="gate")
    take_entries(by=by, book_id=book.pk, selection=WHOLE, to_book_id=own.pk, move=False)
    assert list(column(own, "key_id")) == ["gate"]
    for kind, status in (("public", 403), ("private", 404)):
        book.visibility = kind
        book.save()
        with pytest.raises(ActionRefused) as refused:
            take_entries(by=by, book_id=book.pk, selection=WHOLE, to_book_id=own.pk, move=True)
        assert refused.value.status == status
    with pytest.raises(ActionRefused):
        take_entries(by=by, book_id=own.pk, selection=WHOLE, to_book_id=book.pk, move=False)


def test_deleting_reports_the_ties_of_those_that_stay(by):
    book = book_with(by, make_entry("a"), make_entry("b", requires=("a",)), make_entry("c"))
    ids = tuple(book.entries.filter(key_id__in="ac").values_list("pk", flat=True))
    done = delete_entries(by=by, book_id=book.pk, selection=EntrySelection(ids=ids))
    assert [(tie.key_id, tie.to, tie.why) for tie in done.ties] == [("b", "a", "left")]
    assert step_text(done.step) == "Deleted 2 entries"
    undo_step(by=by, book_id=book.pk, step_id=done.step.pk)
    assert sorted(column(book, "key_id")) == ["a", "b", "c"]


def test_a_change_of_many_asks_the_database_no_more_than_one_of_few(by):
    def queries_for(count):
        book = book_with(by, *(make_entry(f"e{number}") for number in range(count)))
        other = create_book(by=by, name="South")
        changes = {"by": by, "book_id": book.pk, "selection": WHOLE}
        gate = Replacement(Search("about"), "on", ("title", "content"))
        with CaptureQueriesContext(connection) as asked:
            edit_entries(edit=SetFields({"depth": 7}), **changes)
            edit_entries(edit=ChangeList("tags", add=("new",)), **changes)
            replace_in_entries(replacement=gate, **changes)
            done = take_entries(to_book_id=other.pk, move=True, **changes)
            undo_step(by=by, book_id=book.pk, step_id=done.step.pk)
            delete_entries(**changes)
        return len(asked)

    assert queries_for(1) == queries_for(30)
