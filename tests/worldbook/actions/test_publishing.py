import threading
from dataclasses import fields, replace

import pytest
from django.db import IntegrityError, connection, transaction

from tests.factories import make_book, make_user
from worldbook.actions.books import create_book, update_book
from worldbook.actions.entries import create_entry, delete_entry, update_entry
from worldbook.actions.errors import ActionRefused
from worldbook.actions.publishing import publish_book, publish_imported, publish_whole_book
from worldbook.models import Entry, Lorebook, Revision, Share
from worldbook.queries.books import draft_book, entry_value, revision_book
from worldbook.rules import entries as values

pytestmark = pytest.mark.django_db

# Every field of WB-3 with a value that is not its default.
FULL = values.Entry(
    key_id="gate-\u95e8",
    title="The gate",
    content="Shut until {{user}} shows <order> & key.",
    comment="mine",
    enabled=False,
    constant=True,
    required=True,
    keys=("gate", "/ga(te|p)/i", "\u95e8"),
    secondary_keys=("key",),
    secondary_logic="not_all",
    case_sensitive=True,
    whole_words=False,
    scan_depth=0,
    probability=37,
    priority=-5,
    order=7,
    position="at_depth",
    depth=2,
    role="assistant",
    audience=("gm", "planner"),
    conditions={"all": [{"judged": "It rains"}, {"turn": {"at_least": 2}}]},
    requires=("key",),
    conflicts=("open-gate",),
    prevent_recursion=False,
    exclude_recursion=False,
    delay_until_recursion=2,
    groups=("doors",),
    group_weight=250,
    group_prioritize=True,
    sticky=3,
    cooldown=4,
    delay=5,
    ignore_budget=True,
    character_filter=values.CharacterFilter("exclude", ("Mira",)),
    scope="everyone",
    tags=("door", "\u95e8"),
    color="#aabbcc",
    locked=True,
    blocked="script_block",
    activate=True,
    dont_activate=True,
    additional_keys=(("a", "b"), ("c",)),
    exclude_keys=("dream",),
    only_after=6,
    only_every=2,
    place=1,
    source_id="17",
    source={"uid": 17, "extensions": {"x": [1, None, "y"]}},
)


def author():
    return make_user(roles=["author"])


@pytest.mark.spec("WB-1", "WB-2", "WB-3")
def test_every_field_comes_back_from_a_revision_as_it_was_written():
    by = author()
    book = create_book(
        by=by,
        name="North",
        description="d",
        language="en",
        scan_depth=7,
        case_sensitive=True,
        whole_words=True,
        max_passes=0,
        constant_budget_ratio=0.2,
        players_may_read=False,
        tags=("a", "b"),
    )
    defaults = values.Entry("gate")
    untouched = [
        item.name
        for item in fields(values.Entry)
        if getattr(FULL, item.name) == getattr(defaults, item.name)
    ]
    assert untouched == []
    create_entry(by=by, book_id=book.pk, key_id="key")
    create_entry(by=by, book_id=book.pk, **values.entry_to_json(FULL))
    revision = publish_book(by=by, book_id=book.pk, expected_revision=0, note="first")
    expected = values.Book(
        key="north",
        revision=1,
        name="North",
        description="d",
        language="en",
        scan_depth=7,
        case_sensitive=True,
        whole_words=True,
        max_passes=0,
        constant_budget_ratio=0.2,
        players_may_read=False,
        tags=("a", "b"),
        entries=(values.Entry("key"), FULL),
    )
    assert revision_book(Revision.objects.get(pk=revision.pk)) == expected
    assert entry_value(Entry.objects.get(key_id=FULL.key_id)) == FULL


@pytest.mark.spec("WB-3", "WB-5")
def test_defaults_of_a_new_entry_are_the_native_ones():
    by = author()
    book = create_book(by=by, name="North")
    row = create_entry(by=by, book_id=book.pk, title="The Gate", keys=["gate"])
    row.refresh_from_db()
    assert entry_value(row) == values.Entry("the-gate", title="The Gate", keys=("gate",))
    assert (row.prevent_recursion, row.exclude_recursion) == (True, True)
    saved = update_entry(by=by, entry_id=row.pk, expected_version=1, prevent_recursion=False)
    assert (saved.prevent_recursion, saved.exclude_recursion) == (False, True)


@pytest.mark.spec("WB-2")
def test_the_draft_may_change_and_the_revision_does_not():
    by = author()
    book = create_book(by=by, name="North")
    row = create_entry(by=by, book_id=book.pk, title="Gate", content="shut")
    first = publish_book(by=by, book_id=book.pk, expected_revision=0)
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="open")
    book.refresh_from_db()
    assert book.draft_version > book.published_version
    second = publish_book(by=by, book_id=book.pk, expected_revision=1)
    book.refresh_from_db()
    assert book.draft_version == book.published_version
    first.refresh_from_db()
    assert revision_book(first).entries[0].content == "shut"
    assert revision_book(second).entries[0].content == "open"
    assert first.content_hash != second.content_hash


@pytest.mark.spec("WB-12")
def test_a_conflict_names_both_numbers_and_the_entries_published_since():
    ana, ben = author(), author()
    book = create_book(by=ana, name="North")
    Share.objects.create(user=ben, lorebook=book, access="edit")
    Lorebook.objects.filter(pk=book.pk).update(visibility="shared")
    gate = create_entry(by=ana, book_id=book.pk, title="Gate", content="shut")
    key = create_entry(by=ana, book_id=book.pk, title="Key")
    publish_book(by=ana, book_id=book.pk, expected_revision=0)
    update_entry(by=ben, entry_id=gate.pk, expected_version=1, content="open", priority=3)
    delete_entry(by=ben, entry_id=key.pk)
    create_entry(by=ben, book_id=book.pk, title="Guard")
    publish_book(by=ben, book_id=book.pk, expected_revision=1)
    with pytest.raises(ActionRefused) as refused:
        publish_book(by=ana, book_id=book.pk, expected_revision=1)
    assert (refused.value.code, refused.value.status) == ("revision_conflict", 409)
    assert refused.value.detail == {
        "expected": 1,
        "latest": 2,
        "changed": [
            {
                "key_id": "gate",
                "title": "Gate",
                "change": "changed",
                "fields": ["content", "priority"],
            },
            {"key_id": "guard", "title": "Guard", "change": "added", "fields": []},
            {"key_id": "key", "title": "Key", "change": "removed", "fields": []},
        ],
        "book_fields": [],
    }
    assert book.revisions.count() == 2


@pytest.mark.spec("WB-12")
@pytest.mark.django_db(transaction=True)
def test_of_two_who_publish_at_once_one_is_told_of_the_other():
    by = author()
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="Gate")
    start, answers = threading.Barrier(2), []

    def publish():
        start.wait()
        try:
            answers.append(publish_book(by=by, book_id=book.pk, expected_revision=0).number)
        except ActionRefused as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=publish) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(map(str, answers)) == ["1", "revision_conflict"]
    assert book.revisions.count() == 1


@pytest.mark.spec("WB-12")
@pytest.mark.parametrize("column", ["body", "number", "content_hash", "note"])
def test_the_database_refuses_to_alter_a_revision(column):
    by = author()
    book = create_book(by=by, name="North")
    revision = publish_book(by=by, book_id=book.pk, expected_revision=0)
    new = {"body": {"entries": []}, "number": 9, "content_hash": "0" * 64, "note": "other"}[column]
    with pytest.raises(IntegrityError, match="cannot be altered"), transaction.atomic():
        Revision.objects.filter(pk=revision.pk).update(**{column: new})
    Revision.objects.filter(pk=revision.pk).update(published_by=None)


@pytest.mark.spec("WB-12")
def test_a_whole_book_is_published_and_becomes_the_draft():
    by = author()
    full = replace(FULL, requires=("gate",))
    book = create_book(by=by, name="North")
    kept = create_entry(by=by, book_id=book.pk, title="Gate", content="shut")
    create_entry(by=by, book_id=book.pk, title="Key")
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    body = {
        "rpsite_lorebook": 1,
        "name": "The North",
        "entries": [
            {"key_id": "gate", "title": "Gate", "content": "open"},
            values.entry_to_json(full),
        ],
    }
    revision = publish_whole_book(by=by, book_id=book.pk, expected_revision=1, body=body)
    assert revision.number == 2
    said = revision_book(revision)
    assert (said.key, said.name) == ("north", "The North")
    assert said.entries == (values.Entry("gate", title="Gate", content="open"), full)
    kept.refresh_from_db()
    assert (kept.content, kept.version) == ("open", 2)
    assert draft_book(book.pk).entries == said.entries


@pytest.mark.spec("WB-12")
def test_a_whole_book_based_on_an_old_revision_saves_nothing():
    by = author()
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="Gate", content="shut")
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    publish_book(by=by, book_id=book.pk, expected_revision=1)
    before = draft_book(book.pk)
    body = {"name": "X", "entries": [{"key_id": "gate", "title": "Gate", "content": "mine"}]}
    with pytest.raises(ActionRefused) as refused:
        publish_whole_book(by=by, book_id=book.pk, expected_revision=1, body=body)
    assert refused.value.code == "revision_conflict"
    assert [item["key_id"] for item in refused.value.detail["yours"]["changed"]] == ["gate"]
    assert draft_book(book.pk) == before
    assert book.revisions.count() == 2


@pytest.mark.spec("AD-5")
def test_a_whole_book_does_not_overwrite_draft_changes_unseen():
    by = author()
    book = create_book(by=by, name="North")
    gate = create_entry(by=by, book_id=book.pk, title="Gate", content="shut")
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    update_entry(by=by, entry_id=gate.pk, expected_version=1, content="ajar")
    body = {"name": "North", "entries": []}
    with pytest.raises(ActionRefused) as refused:
        publish_whole_book(by=by, book_id=book.pk, expected_revision=1, body=body)
    assert refused.value.code == "draft_conflict"
    assert refused.value.detail["changed"][0]["fields"] == ["content"]
    seen = refused.value.detail["draft_version"]
    publish_whole_book(by=by, book_id=book.pk, expected_revision=1, body=body, expected_draft=seen)
    assert draft_book(book.pk).entries == ()


def test_a_whole_book_that_is_wrong_saves_nothing():
    by = author()
    book = create_book(by=by, name="North")
    body = {"name": "N", "entries": [{"key_id": "a", "depth": -1}, {"key_id": "a"}]}
    with pytest.raises(ActionRefused) as refused:
        publish_whole_book(by=by, book_id=book.pk, expected_revision=0, body=body)
    assert (refused.value.code, refused.value.status) == ("invalid", 400)
    assert [item["path"] for item in refused.value.detail["problems"]] == [
        "entries[0].depth",
        "entries[1].key_id",
    ]
    assert book.revisions.count() == 0


@pytest.mark.spec("AD-2")
def test_who_may_not_edit_may_not_publish():
    by, other = author(), author()
    private, public = make_book(by), make_book(by, visibility="public")
    with pytest.raises(ActionRefused) as refused:
        publish_book(by=other, book_id=private.pk, expected_revision=0)
    assert refused.value.status == 404
    with pytest.raises(ActionRefused) as refused:
        publish_book(by=other, book_id=public.pk, expected_revision=0)
    assert refused.value.status == 403


def test_changes_of_the_book_itself_are_changes_of_the_draft():
    by = author()
    book = create_book(by=by, name="North")
    publish_book(by=by, book_id=book.pk, expected_revision=0)
    book = update_book(by=by, book_id=book.pk, expected_version=1, visibility="public")
    assert book.draft_version == book.published_version
    book = update_book(by=by, book_id=book.pk, expected_version=book.version, scan_depth=9)
    book.refresh_from_db()
    assert book.draft_version > book.published_version


@pytest.mark.spec("WB-22b", "WB-27", "WB-40")
def test_a_book_with_errors_is_not_published_and_all_of_them_are_told():
    by = author()
    book = create_book(by=by, name="North")
    row = create_entry(
        by=by, book_id=book.pk, title="Gate", content="Shut.", keys=["gate", " "], requires=["oda"]
    )
    with pytest.raises(ActionRefused) as refused:
        publish_book(by=by, book_id=book.pk, expected_revision=0)
    assert (refused.value.code, refused.value.status) == ("lint_errors", 400)
    assert "oda" in refused.value.message
    told = [(one["code"], one["key_id"], one["field"]) for one in refused.value.detail["findings"]]
    assert told == [("unknown_requires", "gate", "requires"), ("empty_key", "gate", "keys")]
    assert not Revision.objects.exists()
    update_entry(by=by, entry_id=row.pk, expected_version=1, keys=["gate"], requires=[])
    assert publish_book(by=by, book_id=book.pk, expected_revision=0).number == 1


@pytest.mark.spec("WB-40")
def test_a_whole_book_with_errors_changes_not_even_the_draft():
    by = author()
    book = create_book(by=by, name="North")
    body = {"entries": [{"key_id": "a", "content": "x", "keys": ["a"], "requires": ["b"]}]}
    with pytest.raises(ActionRefused) as refused:
        publish_whole_book(by=by, book_id=book.pk, expected_revision=0, body=body)
    assert refused.value.code == "lint_errors"
    assert draft_book(book.pk).entries == ()


@pytest.mark.spec("WB-40")
def test_warnings_do_not_bar_publishing():
    by = author()
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="Gate", content="", keys=["g"])
    assert publish_book(by=by, book_id=book.pk, expected_revision=0).number == 1


@pytest.mark.spec("WB-10")
def test_what_a_card_brings_is_published_whatever_lint_says():
    by = author()
    book = create_book(by=by, name="North")
    create_entry(by=by, book_id=book.pk, title="Gate", content="Shut.", requires=["oda"])
    assert publish_imported(by=by, book_id=book.pk).number == 1
    with pytest.raises(ActionRefused) as refused:
        publish_imported(by=by, book_id=book.pk)
    assert refused.value.code == "revision_conflict"
