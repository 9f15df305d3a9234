import json

import pytest

from tests.factories import make_book, make_entry, make_user
from worldbook.actions import draft_steps
from worldbook.actions.books import create_book, update_book
from worldbook.actions.draft_steps import forget_old_steps, record_step
from worldbook.actions.entries import create_entry, delete_entry, set_entries, update_entry
from worldbook.actions.errors import ActionRefused
from worldbook.actions.imports import preview_import
from worldbook.actions.publishing import publish_book, publish_whole_book
from worldbook.actions.restoring import restore_revision
from worldbook.actions.saving_imports import save_import_as_book
from worldbook.actions.undoing_steps import redo_step, undo_step
from worldbook.models import DraftStep, Entry
from worldbook.queries.books import draft_book, entry_json
from worldbook.queries.step_words import step_text
from worldbook.rules.draft_changes import added
from worldbook.rules.entries import Book, book_to_json

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WK-15")]


@pytest.fixture
def by():
    return make_user("ada", roles=["author"])


@pytest.fixture
def book(by):
    return create_book(by=by, name="North")


def last(book):
    return book.steps.first()


def said(book):
    return {row.key_id: (row.title, row.content) for row in book.entries.order_by("place")}


def test_a_step_says_who_did_what_with_the_rows_before_and_after(by, book):
    row = create_entry(by=by, book_id=book.pk, title="Gate", content="shut")
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="open", depth=2)
    step = last(book)
    assert (step.by, step.kind, step.row_count, step.undone) == (by, "edit", 1, False)
    assert step.changes == [
        {
            "id": row.pk,
            "key_id": "gate",
            "title": "Gate",
            "before": {"content": "shut", "depth": 4},
            "after": {"content": "open", "depth": 2},
        }
    ]
    assert [item.kind for item in book.steps.all()] == ["edit", "create"]
    assert book.steps.last().changes[0]["before"] is None


def test_every_kind_of_step_is_undone_and_redone(by, book):
    gate = create_entry(by=by, book_id=book.pk, title="Gate", content="shut", keys=["gate"])
    steps, states = [last(book)], [{}, said(book)]

    def done():
        steps.append(last(book))
        states.append(said(book))

    update_entry(by=by, entry_id=gate.pk, expected_version=1, content="open", key_id="door")
    done()
    toll = create_entry(by=by, book_id=book.pk, title="Toll")
    done()
    set_entries(by=by, book_id=book.pk, entry_ids=[gate.pk, toll.pk], content="both")
    done()
    delete_entry(by=by, entry_id=gate.pk)
    done()
    body = book_to_json(Book(name="South", entries=(make_entry("toll"), make_entry("new"))))
    publish_whole_book(
        by=by,
        book_id=book.pk,
        expected_revision=0,
        body=body,
        expected_draft=book.draft_version + 5,
    )
    done()
    book.refresh_from_db()
    assert book.name == "South"
    for step, state in zip(reversed(steps), reversed(states[:-1]), strict=True):
        undo_step(by=by, book_id=book.pk, step_id=step.pk)
        assert said(book) == state
    book.refresh_from_db()
    assert book.name == "North"
    for step, state in zip(steps, states[1:], strict=True):
        redo_step(by=by, book_id=book.pk, step_id=step.pk)
        assert said(book) == state
    book.refresh_from_db()
    assert book.name == "South"


def test_a_row_that_comes_back_is_the_same_row_at_a_higher_version(by, book):
    row = create_entry(by=by, book_id=book.pk, title="Gate", keys=["a"], conditions=None, sticky=3)
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="x", tags=["old"])
    before = entry_json(Entry.objects.get(pk=row.pk))
    delete_entry(by=by, entry_id=row.pk)
    undo_step(by=by, book_id=book.pk, step_id=last(book).pk)
    again = Entry.objects.get(pk=row.pk)
    assert entry_json(again) == before
    assert again.version == 3
    version = book.draft_version
    book.refresh_from_db()
    assert book.draft_version == version + 4


def test_what_somebody_else_has_changed_since_is_not_overwritten_but_named(by, book):
    other = make_user("bert", roles=["administrator"])
    rows = [create_entry(by=by, book_id=book.pk, title=name) for name in ("Gate", "Toll", "Mira")]
    ids = [row.pk for row in rows]
    set_entries(by=by, book_id=book.pk, entry_ids=ids, content="mine", depth=9)
    step = last(book)
    update_entry(by=other, entry_id=ids[0], expected_version=2, content="theirs")
    update_entry(by=other, entry_id=ids[1], expected_version=2, comment="an other field")
    delete_entry(by=other, entry_id=ids[2])
    with pytest.raises(ActionRefused) as refused:
        undo_step(by=by, book_id=book.pk, step_id=step.pk)
    assert (refused.value.code, refused.value.status) == ("undo_conflict", 409)
    assert "“Gate”" in refused.value.message
    assert refused.value.detail == {
        "row_count": 2,
        "possible": True,
        "rows": [
            {
                "key_id": "gate",
                "title": "Gate",
                "book": "North",
                "why": "changed",
                "by": ["bert"],
                "fields": [{"field": "content", "label": "text", "left": "mine", "now": "theirs"}],
            },
            {
                "key_id": "mira",
                "title": "Mira",
                "book": "North",
                "why": "gone",
                "by": ["bert"],
                "fields": [],
            },
        ],
    }
    assert said(book)["toll"] == ("Toll", "mine")
    turned = undo_step(by=by, book_id=book.pk, step_id=step.pk, leave_changed=True)
    assert (turned.changed, turned.left) == (1, 2)
    assert said(book) == {"gate": ("Gate", "theirs"), "toll": ("Toll", "")}
    assert Entry.objects.get(pk=ids[1]).comment == "an other field"


def test_an_added_entry_that_was_changed_since_is_not_taken_out(by, book):
    row = create_entry(by=by, book_id=book.pk, title="Gate")
    step = last(book)
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="new")
    with pytest.raises(ActionRefused, match="Gate"):
        undo_step(by=by, book_id=book.pk, step_id=step.pk)
    undo_step(by=by, book_id=book.pk, step_id=last(book).pk)
    undo_step(by=by, book_id=book.pk, step_id=step.pk)
    assert not book.entries.exists()


def test_an_id_that_somebody_else_has_taken_stays_theirs(by, book):
    row = create_entry(by=by, book_id=book.pk, title="Gate")
    delete_entry(by=by, entry_id=row.pk)
    step = last(book)
    create_entry(by=by, book_id=book.pk, key_id="gate", title="Another")
    with pytest.raises(ActionRefused) as refused:
        undo_step(by=by, book_id=book.pk, step_id=step.pk)
    assert [line["why"] for line in refused.value.detail["rows"]] == ["taken"]
    assert said(book) == {"gate": ("Another", "")}


def test_a_book_s_own_fields_are_put_back_unless_they_say_something_else(by, book):
    update_book(by=by, book_id=book.pk, expected_version=1, name="South", constant_budget_ratio=0.5)
    step = last(book)
    assert step.book_fields == {
        "before": {"name": "North", "constant_budget_ratio": 0.35},
        "after": {"name": "South", "constant_budget_ratio": 0.5},
    }
    update_book(by=by, book_id=book.pk, expected_version=2, name="East")
    with pytest.raises(ActionRefused, match="East"):
        undo_step(by=by, book_id=book.pk, step_id=step.pk)
    undo_step(by=by, book_id=book.pk, step_id=step.pk, leave_changed=True)
    book.refresh_from_db()
    assert (book.name, float(book.constant_budget_ratio)) == ("East", 0.35)


def test_a_step_is_undone_once_and_redone_once(by, book):
    create_entry(by=by, book_id=book.pk, title="Gate")
    step = last(book)
    with pytest.raises(ActionRefused) as refused:
        redo_step(by=by, book_id=book.pk, step_id=step.pk)
    assert refused.value.code == "not_undone"
    undo_step(by=by, book_id=book.pk, step_id=step.pk)
    with pytest.raises(ActionRefused) as refused:
        undo_step(by=by, book_id=book.pk, step_id=step.pk)
    assert refused.value.code == "already_undone"
    step.refresh_from_db()
    assert (step.undone, step.turned_by) == (True, by)


def test_a_restored_revision_and_an_import_are_steps_too(by, book):
    create_entry(by=by, book_id=book.pk, title="Gate")
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    create_entry(by=by, book_id=book.pk, title="Toll")
    book.refresh_from_db()
    restore_revision(by=by, book_id=book.pk, number=1, expected_draft=book.draft_version)
    restored = last(book)
    data = json.dumps({"entries": {"0": {"key": ["mira"], "comment": "Mira", "content": "x"}}})
    preview = preview_import(by=by, data=data.encode(), file_name="m.json", wanted="lorebook")
    save_import_as_book(by=by, preview_id=preview.pk, into_book_id=book.pk)
    imported = last(book)
    assert list(said(book)) == ["gate", "mira"]
    assert [step_text(step) for step in (restored, imported)] == [
        "Restored revision 1",
        "Imported 1 entry from m.json",
    ]
    undo_step(by=by, book_id=book.pk, step_id=restored.pk)
    undo_step(by=by, book_id=book.pk, step_id=imported.pk)
    assert list(said(book)) == ["gate", "toll"]


@pytest.mark.spec("AD-2")
def test_only_who_may_edit_the_book_undoes_its_steps(by, book):
    create_entry(by=by, book_id=book.pk, title="Gate")
    step, stranger = last(book), make_user(roles=["author"])
    own = create_book(by=stranger, name="Own")
    for book_id in (book.pk, own.pk):
        with pytest.raises(ActionRefused) as refused:
            undo_step(by=stranger, book_id=book_id, step_id=step.pk)
        assert refused.value.status == 404


def test_a_book_keeps_so_many_steps_and_rows_and_none_that_is_old(by, book, monkeypatch):
    def record(rows):
        changes = [added(number + 1, {"key_id": f"e{number}"}) for number in range(rows)]
        return record_step(book, by=by, kind="set", changes=changes)

    monkeypatch.setattr(draft_steps, "STEPS_KEPT", 3)
    monkeypatch.setattr(draft_steps, "ROWS_KEPT", 10)
    steps = [record(2) for _number in range(4)]
    assert list(book.steps.all()) == steps[:0:-1]
    big = record(30)
    assert list(book.steps.all()) == [big]
    newer = record(1)
    assert list(book.steps.all()) == [newer]
    twin = record_step(make_book(by), by=by, kind="set", changes=[added(1, {"key_id": "a"})])
    DraftStep.objects.filter(pk=twin.pk).update(twin=newer)
    DraftStep.objects.filter(pk=newer.pk).update(made_at="2020-01-01T00:00:00Z")
    assert forget_old_steps() == 1
    twin.refresh_from_db()
    assert twin.twin is None
    assert record_step(book, by=by, kind="set") is None
    assert draft_book(book.pk).entries == ()


def test_an_entry_that_has_taken_the_id_of_one_that_comes_back_keeps_it(by, book):
    create_entry(by=by, book_id=book.pk, title="Old", content="old")
    create_entry(by=by, book_id=book.pk, title="Other")
    body = book_to_json(Book(name="North", entries=(make_entry("new", title="New"),)))
    publish_whole_book(
        by=by, book_id=book.pk, expected_revision=0, body=body, expected_draft=book_version(book)
    )
    step, row = last(book), book.entries.get(key_id="new")
    update_entry(by=by, entry_id=row.pk, expected_version=row.version, key_id="old")
    with pytest.raises(ActionRefused) as refused:
        undo_step(by=by, book_id=book.pk, step_id=step.pk)
    assert {(row["key_id"], row["why"]) for row in refused.value.detail["rows"]} == {
        ("new", "changed"),
        ("old", "taken"),
    }
    turned = undo_step(by=by, book_id=book.pk, step_id=step.pk, leave_changed=True)
    assert (turned.changed, turned.left) == (1, 2)
    assert said(book) == {"other": ("Other", ""), "old": ("New", "About new.")}


def book_version(book):
    book.refresh_from_db()
    return book.draft_version
