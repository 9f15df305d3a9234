import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_book, make_user
from worldbook.actions.entries import create_entry, update_entry
from worldbook.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def by():
    return make_user("ada", roles=["author"])


@pytest.fixture
def book(by):
    book = make_book(by, name="North")
    for title in ("Gate", "Toll", "Mira"):
        create_entry(by=by, book_id=book.pk, title=title, content=f"The {title} of the north.")
    book.refresh_from_db()
    return book


@pytest.fixture
def author(client, by):
    client.force_login(by)
    return client


def address(book, name, *more):
    return reverse(f"admin:worldbook_lorebook_{name}", args=[book.pk, *more])


def said(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def column(book, name):
    return {row.key_id: getattr(row, name) for row in book.entries.order_by("place", "id")}


@pytest.mark.spec("WK-3")
def test_chosen_entries_are_set_after_a_look_at_what_would_change(author, book):
    ids = ",".join(str(pk) for pk in book.entries.values_list("pk", flat=True)[:2])
    Entry.objects.filter(key_id="toll").update(locked=True)
    form = {
        "ids": ids,
        "do": "set",
        "change": ["depth", "tags"],
        "to-depth": "9",
        "to-tags": "a, b",
    }
    opened = author.post(address(book, "bulk"), {"ids": ids, "filter": ""})
    assert opened.status_code == 200
    assert "2 entries" in said(opened)
    assert "1 is locked and will be left alone" in said(opened)
    preview = author.post(address(book, "bulk"), form | {"act": "preview"})
    assert "1 entry would change" in said(preview)
    assert column(book, "depth") == {"gate": 4, "toll": 4, "mira": 4}
    seen = re.search(r'name="expected_draft" value="(\d+)"', preview.content.decode())[1]
    done = author.post(
        address(book, "bulk"), form | {"act": "apply", "expected_draft": seen}, follow=True
    )
    assert "1 entry changed. 1 is locked and was left alone." in said(done)
    assert column(book, "depth") == {"gate": 9, "toll": 4, "mira": 4}
    assert column(book, "tags")["gate"] == ["a", "b"]


@pytest.mark.spec("WK-3")
def test_a_draft_changed_since_the_look_is_looked_at_again(author, by, book):
    row = book.entries.get(key_id="gate")
    update_entry(by=by, entry_id=row.pk, expected_version=1, comment="new")
    form = {"filter": "q=gate", "do": "delete", "act": "apply"}
    again = author.post(address(book, "bulk"), form | {"expected_draft": book.draft_version})
    assert again.status_code == 409
    assert "Look at it again" in said(again)
    assert book.entries.count() == 3


@pytest.mark.spec("WK-3", "WK-24")
@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"do": "set"}, "Tick at least one field"),
        ({"do": "set", "change": ["probability"], "to-probability": "300"}, "100, not 300"),
        ({"do": "set", "change": ["conditions"], "to-conditions": "{"}, "This is not JSON"),
        ({"do": "set", "change": ["color"], "to-color": "x" * 21}, "at most 20"),
        ({"do": "list", "field": "tags"}, "Say what is to be added"),
        ({"do": "take", "to": "0", "how": "move"}, "valid choice"),
    ],
)
def test_what_cannot_be_done_is_said_beside_the_form(author, book, form, words):
    shown = author.post(address(book, "bulk"), form | {"act": "preview"})
    assert shown.status_code == 400
    assert words in said(shown)


@pytest.mark.spec("WK-3")
def test_entries_move_to_another_book_by_the_page(author, by, book):
    other = make_book(by, name="South")
    create_entry(by=by, book_id=other.pk, title="Gate")
    gate = book.entries.get(key_id="gate")
    Entry.objects.filter(key_id="mira").update(requires=["gate"])
    form = {"ids": str(gate.pk), "do": "take", "to": str(other.pk), "how": "move"}
    preview = author.post(address(book, "bulk"), form | {"act": "preview"})
    assert "“Mira” stays (needs): “gate” would no longer be here." in said(preview)
    assert "gate-2" in said(preview)
    book.refresh_from_db()
    form |= {"act": "apply", "expected_draft": str(book.draft_version)}
    assert author.post(address(book, "bulk"), form).status_code == 302
    assert list(column(book, "key_id")) == ["toll", "mira"]
    assert list(column(other, "key_id")) == ["gate", "gate-2"]


@pytest.mark.spec("WK-3")
def test_lists_are_changed_and_entries_deleted_by_the_page(author, book):
    form = {"do": "list", "field": "tags", "add": "old\nnorth", "filter": "q=gate"}
    form |= {"act": "apply", "expected_draft": str(book.draft_version)}
    done = author.post(address(book, "bulk"), form)
    assert done.url.endswith(f"book__id__exact={book.pk}&q=gate")
    assert column(book, "tags") == {"gate": ["old", "north"], "toll": [], "mira": []}
    book.refresh_from_db()
    form = {"do": "delete", "filter": "tag=old", "expected_draft": str(book.draft_version)}
    assert author.post(address(book, "bulk"), form | {"act": "apply"}).status_code == 302
    assert list(column(book, "key_id")) == ["toll", "mira"]


@pytest.mark.spec("WK-3")
def test_hits_are_shown_unticked_over_pages_and_replaced(author, book, monkeypatch):
    monkeypatch.setattr("worldbook.admin.replace.HITS_A_PAGE", 2)
    form = {"text": "the", "new": "<b>", "mode": "word", "fields_": ["content"]}
    found = author.post(address(book, "replace"), form | {"act": "find"})
    assert "6 hits" in said(found)
    assert "&lt;b&gt;" in found.content.decode()

    def hidden(response, name):
        return re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())[1]

    def carried(response):
        return {
            name: hidden(response, name) for name in ("seen", "skipped", "of", "expected_draft")
        }

    first = hidden(found, "seen").split(",")
    second = author.post(
        address(book, "replace"), form | carried(found) | {"hit": first[1:], "act": "2"}
    )
    assert "5 of them ticked" in said(second)
    assert hidden(second, "skipped") == first[0]
    hits = hidden(second, "seen").split(",")
    other = author.post(
        address(book, "replace"),
        form | carried(second) | {"text": "of", "hit": hits, "act": "apply"},
    )
    assert "3 hits" in said(other)
    assert "of them ticked" not in said(other)
    done = author.post(
        address(book, "replace"), form | carried(second) | {"hit": hits[:1], "act": "apply"}
    )
    assert done.status_code == 302
    assert column(book, "content") == {
        "gate": "The Gate of <b> north.",
        "toll": "<b> Toll of the north.",
        "mira": "<b> Mira of <b> north.",
    }


@pytest.mark.spec("WK-3")
@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"text": ""}, "required"),
        ({"text": "(", "mode": "regex"}, "This regex cannot be read"),
        ({"text": "x", "fields_": []}, "required"),
    ],
)
def test_a_search_that_cannot_be_run_is_said(author, book, form, words):
    form = {"mode": "plain", "fields_": ["content"], "new": "", "act": "find"} | form
    shown = author.post(address(book, "replace"), form)
    assert shown.status_code == 400
    assert words in said(shown)


@pytest.mark.spec("WK-15")
def test_steps_are_listed_opened_undone_and_done_again(author, by, book):
    row = book.entries.get(key_id="gate")
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="The Gate of the south.")
    step = book.steps.first()
    shown = author.get(address(book, "undo"))
    assert "Changed “Gate”: text" in said(shown)
    assert "ada" in said(shown)
    opened = author.get(address(book, "step", step.pk)).content.decode()
    assert "<del>north</del><ins>south</ins>" in opened
    post = {"step": step.pk, "act": "undo"}
    assert "Undone: Changed “Gate”" in said(author.post(address(book, "undo"), post, follow=True))
    assert column(book, "content")["gate"] == "The Gate of the north."
    again = author.post(address(book, "undo"), post | {"act": "redo"}, follow=True)
    assert "Done again" in said(again)
    assert author.get(address(book, "step", 0)).status_code == 404


@pytest.mark.spec("WK-15")
def test_an_undo_that_would_overwrite_somebody_names_what_and_whom(author, by, book):
    row, other = book.entries.get(key_id="gate"), make_user("bert", roles=["administrator"])
    update_entry(by=by, entry_id=row.pk, expected_version=1, content="mine", depth=1)
    step = book.steps.first()
    update_entry(by=other, entry_id=row.pk, expected_version=2, content="theirs")
    refused = author.post(address(book, "undo"), {"step": step.pk, "act": "undo"})
    assert refused.status_code == 409
    for words in ("Gate", "changed since by bert", "mine", "theirs"):
        assert words in said(refused)
    row.refresh_from_db()
    assert (row.content, row.depth) == ("theirs", 1)


@pytest.mark.spec("AD-2")
def test_who_may_only_read_a_book_copies_from_it_and_nothing_else(client, book, by):
    reader = make_user("rita", roles=["author"])
    own = make_book(reader, name="Own")
    book.visibility = "shared"
    book.save()
    book.shares.create(user=reader, access="read")
    client.force_login(reader)
    opened = client.post(address(book, "bulk"), {"filter": ""})
    assert opened.status_code == 200
    assert "Set fields" not in said(opened)
    form = {"do": "take", "to": str(own.pk), "how": "move", "act": "apply", "filter": "q=gate"}
    form["expected_draft"] = str(book.draft_version)
    assert client.post(address(book, "bulk"), form).status_code == 302
    assert (book.entries.count(), own.entries.count()) == (3, 1)
    assert client.post(address(book, "bulk"), {"do": "delete"}).status_code == 404
    for name in ("replace", "undo"):
        assert client.get(address(book, name)).status_code == 404


@pytest.mark.spec("WK-15")
def test_a_long_history_asks_the_database_no_more_than_a_short_one(author, by):
    def queries_for(count):
        book = make_book(by)
        for number in range(count):
            create_entry(by=by, book_id=book.pk, title=f"Entry {number}")
        with CaptureQueriesContext(connection) as asked:
            assert author.get(address(book, "undo")).status_code == 200
        return len(asked)

    queries_for(1)
    assert queries_for(1) == queries_for(3)
