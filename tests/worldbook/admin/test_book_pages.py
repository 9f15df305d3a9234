"""The pages of one book: comparing, restoring, checking, exporting, and what bars publishing."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_book, make_character, make_entry, make_revision, make_user
from tests.worldbook.files import picture
from worldbook.actions.books import create_book
from worldbook.actions.characters import create_character
from worldbook.actions.entries import create_entry, update_entry
from worldbook.actions.publishing import publish_book
from worldbook.actions.worlds import create_world
from worldbook.models import Lorebook, Share
from worldbook.queries.books import draft_book, published_book
from worldbook.rules.diff import diff_books
from worldbook.rules.formats import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def book(by):
    """Two revisions: the gate was shut, then open; the draft has it ajar, and a new entry."""
    made = create_book(by=by, name="北塔 North", scan_depth=3)
    gate = create_entry(
        by=by, book_id=made.pk, title="Gate", content="The old gate is shut.", keys=["gate"]
    )
    create_entry(by=by, book_id=made.pk, title="Well", content="Deep.", keys=["well"])
    publish_book(by=by, book_id=made.pk, expected_revision=0, note="first")
    update_entry(
        by=by, entry_id=gate.pk, expected_version=1, content="The old gate is open.", order=7
    )
    publish_book(by=by, book_id=made.pk, expected_revision=1)
    update_entry(by=by, entry_id=gate.pk, expected_version=2, content="The old gate is ajar.")
    create_entry(by=by, book_id=made.pk, title="Owl", content="It sees.", keys=["owl"])
    made.refresh_from_db()
    return made


def url(name, book, *rest):
    return reverse(f"admin:worldbook_lorebook_{name}", args=[book.pk, *rest])


def text(answer):
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


PAGES = ["lint", "revisions", "compare", "export", "used_by", "publish"]


@pytest.mark.spec("WB-38")
def test_the_pages_lead_from_one_to_the_other(client, book):
    for name in PAGES:
        page = client.get(url(name, book))
        assert page.status_code == 200
        tabs = {tab["url"]: tab["current"] for tab in page.context["strip"]}
        assert {url(other, book) for other in PAGES if other != "compare"} <= set(tabs)
        assert list(tabs.values()).count(True) == 1


@pytest.mark.spec("AD-2")
def test_who_may_only_read_gets_no_way_to_write(client, book):
    reader = make_user("ben", roles=["author"])
    Lorebook.objects.filter(pk=book.pk).update(visibility="shared")
    Share.objects.create(lorebook=book, user=reader, access="read")
    client.force_login(reader)
    page = client.get(url("compare", book), {"before": "draft", "after": "1"})
    shown = {tab["url"] for tab in page.context["strip"]}
    assert not {url("publish", book), url("import_into", book)} & shown
    assert "Make it the draft" not in text(page)
    wish = {"number": 1, "expected_draft": book.draft_version}
    assert client.post(url("restore", book), wish).status_code == 404
    assert client.get(url("publish", book)).status_code == 404
    client.force_login(make_user("eve", roles=["author"]))
    assert all(client.get(url(name, book)).status_code == 404 for name in PAGES)


@pytest.mark.spec("WB-17")
def test_two_revisions_are_compared_entry_by_entry_and_word_by_word(client, book):
    page = client.get(url("compare", book), {"before": "1", "after": "2"})
    (change,) = page.context["changes"]
    assert (change["title"], change["kind"]) == ("Gate", "changed")
    content, order = change["fields"]
    assert [(piece["op"], piece["text"]) for piece in content["pieces"]] == [
        ("same", "The old gate is "),
        ("removed", "shut"),
        ("added", "open"),
        ("same", "."),
    ]
    assert (order["before"], order["after"]) == ("100", "7")
    assert "<del>shut</del><ins>open</ins>" in page.content.decode()


@pytest.mark.spec("WB-17")
def test_the_draft_is_compared_with_the_latest_revision_where_nothing_is_named(client, book):
    page = client.get(url("compare", book))
    assert {change["title"]: change["kind"] for change in page.context["changes"]} == {
        "Gate": "changed",
        "Owl": "added",
    }
    first = client.get(url("compare", book), {"before": "0", "after": "1"})
    assert [item["count"] for item in first.context["counts"]] == [2, 0, 0]
    assert first.context["book_fields"] == []


@pytest.mark.spec("WB-17")
@pytest.mark.parametrize(
    "query", [{"before": "9"}, {"after": "x"}, {"before": "-1"}, {"after": "²"}]
)
def test_a_state_that_is_not_there_is_not_found(client, book, query):
    assert client.get(url("compare", book), query).status_code == 404


@pytest.mark.spec("WB-17")
def test_many_differences_come_page_by_page_and_can_be_filtered(client, by):
    book = make_book(by)
    make_revision(book, [make_entry(f"e{n}", content="old", order=n) for n in range(60)])
    make_revision(
        book,
        [
            make_entry(f"e{n}", content="new" if n else "old", order=n if n else 9)
            for n in range(60)
        ],
    )
    wish = {"before": "1", "after": "2"}
    page = client.get(url("compare", book), wish)
    assert page.context["page"].paginator.num_pages == 3
    assert len(page.context["changes"]) == 20
    assert "?before=1&amp;after=2&amp;page=2" in page.content.decode()
    last = client.get(url("compare", book), wish | {"page": "3"})
    assert last.context["changes"][-1]["key_id"] == "e59"
    only = client.get(url("compare", book), wish | {"field": "order"})
    assert [change["key_id"] for change in only.context["changes"]] == ["e0"]
    named = client.get(url("compare", book), wish | {"q": "E59"})
    assert [change["key_id"] for change in named.context["changes"]] == ["e59"]
    none = client.get(url("compare", book), wish | {"kind": "removed"})
    assert none.context["changes"] == []
    assert "No entry that differs" in text(none)


@pytest.mark.spec("WB-17", "WK-9")
def test_an_old_revision_is_made_the_draft_again_after_its_diff_was_seen(client, book):
    page = client.get(url("compare", book), {"before": "draft", "after": "1"})
    assert "never published" in text(page)
    wish = {"number": 1, "expected_draft": book.draft_version}
    answer = client.post(url("restore", book), wish, follow=True)
    assert "says what revision 1 says" in text(answer)
    assert not diff_books(published_book(book.pk, 1), draft_book(book.pk))
    book.refresh_from_db()
    assert book.latest_revision == 2
    step = reverse("admin:worldbook_lorebook_undo", args=[book.pk])
    assert step in answer.content.decode()


@pytest.mark.spec("WK-9", "WK-15")
def test_a_restored_draft_is_put_back_by_undoing_the_step(client, book):
    before = draft_book(book.pk)
    client.post(url("restore", book), {"number": 1, "expected_draft": book.draft_version})
    page = client.get(url("undo", book))
    newest = page.context["page"].object_list[0]
    number = getattr(newest, "pk", None) or newest["id"]
    client.post(url("undo", book), {"step": number, "act": "undo"})
    assert draft_book(book.pk) == before


@pytest.mark.spec("WB-17", "AD-5")
def test_a_draft_that_has_moved_since_is_not_overwritten(client, book, by):
    seen = book.draft_version
    create_entry(by=by, book_id=book.pk, title="Late")
    wish = {"number": 1, "expected_draft": seen}
    answer = client.post(url("restore", book), wish, follow=True)
    assert "changed in the meantime" in text(answer)
    assert "late" in {entry.key_id for entry in draft_book(book.pk).entries}
    for bad in ({}, {"number": "x", "expected_draft": "1"}, {"number": "9", "expected_draft": "9"}):
        assert client.post(url("restore", book), bad).status_code in (302, 404)
    assert client.get(url("restore", book)).status_code == 405


def test_restoring_the_latest_revision_leaves_nothing_to_publish(client, book):
    client.post(url("restore", book), {"number": 2, "expected_draft": book.draft_version})
    assert client.get(url("publish", book)).context["new"]["nothing_new"]
    page = client.get(url("revisions", book))
    assert not page.context["changed"]


def test_a_revision_of_many_entries_is_searched_and_paged(client, by):
    book = make_book(by)
    make_revision(book, [make_entry(f"e{n}", content=f"body {n}") for n in range(120)])
    page = client.get(url("revision", book, 1))
    assert (len(page.context["page"]), page.context["page"].paginator.count) == (50, 120)
    found = client.get(url("revision", book, 1), {"q": "BODY 119"})
    assert [entry.key_id for entry in found.context["page"]] == ["e119"]


def test_the_list_of_revisions_asks_as_often_for_one_as_for_three(client, by):
    book = make_book(by)
    make_revision(book, [make_entry()])
    client.get(url("revisions", book))
    with CaptureQueriesContext(connection) as one:
        client.get(url("revisions", book))
    make_revision(book, [make_entry()])
    make_revision(book, [make_entry()])
    with CaptureQueriesContext(connection) as three:
        page = client.get(url("revisions", book))
    assert [row.number for row in page.context["page"]] == [3, 2, 1]
    assert len(three) == len(one)


@pytest.mark.spec("WB-38", "WK-9")
def test_publishing_shows_the_changed_words(client, book):
    page = client.get(url("publish", book))
    assert "<del>open</del><ins>ajar</ins>" in page.content.decode()
    assert [item["count"] for item in page.context["new"]["counts"]] == [1, 1, 0]


@pytest.mark.spec("AD-5", "WB-12")
def test_what_nobody_has_looked_at_is_not_published(client, book, by):
    form = client.get(url("publish", book)).context["form"]
    seen = {name: form[name].value() for name in ("expected_revision", "expected_draft")}
    create_entry(by=by, book_id=book.pk, title="Late", content="x", keys=["late"])
    answer = client.post(url("publish", book), seen)
    assert answer.status_code == 409
    assert "since you looked at it" in text(answer)
    assert "Late" in {change["title"] for change in answer.context["new"]["changes"]}
    assert book.revisions.count() == 2
    form = answer.context["form"]
    seen = {name: form[name].value() for name in ("expected_revision", "expected_draft")}
    assert client.post(url("publish", book), seen).status_code == 302
    assert book.revisions.count() == 3


@pytest.mark.spec("WB-40", "WK-11")
def test_what_bars_publishing_is_told_with_the_way_to_the_field(client, book, by):
    entry = book.entries.get(key_id="well")
    update_entry(by=by, entry_id=entry.pk, expected_version=1, requires=["nowhere"])
    page = client.get(url("publish", book))
    place = reverse("admin:worldbook_entry_change", args=[entry.pk]) + "?field=requires"
    assert place in page.content.decode()
    assert "nowhere" in text(page)
    assert re.search(r'type="submit"[^>]*\sdisabled>', page.content.decode())
    answer = client.post(url("publish", book), {"expected_revision": 2})
    assert answer.status_code == 400
    assert book.revisions.count() == 2
    check = client.get(url("lint", book))
    assert place in check.content.decode()
    assert check.context["errors"] == 1
    assert client.get(place).status_code == 200


@pytest.mark.spec("WK-11")
def test_findings_are_shown_kind_by_kind(client, book, by):
    for title in ("A", "B"):
        create_entry(by=by, book_id=book.pk, title=title, content="x", requires=["nowhere"])
    create_entry(by=by, book_id=book.pk, title="C", content="x", keys=[" "])
    page = client.get(url("lint", book), {"code": "unknown_requires"})
    assert {item["title"] for item in page.context["findings"]} == {"A", "B"}
    counts = {kind["code"]: kind["count"] for kind in page.context["kinds"]}
    assert counts["unknown_requires"] == 2
    assert counts["empty_key"] == 1


@pytest.mark.spec("WB-11", "WB-38")
@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ({"format": "native"}, "北塔 North-r2.json"),
        ({"format": "sillytavern", "state": "1"}, "北塔 North-r1.json"),
        ({"format": "lorebook_v3", "state": "draft"}, "北塔 North-draft.json"),
    ],
)
def test_a_file_says_what_it_is_and_gives_the_same_entries(client, book, wish, name):
    answer = client.get(url("export_file", book), wish)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    assert re.search(r"filename\*=utf-8''(.+)", answer["Content-Disposition"])
    from urllib.parse import unquote  # noqa: PLC0415

    assert unquote(answer["Content-Disposition"]).endswith(name)
    parsed = read(answer.content, file_name="x")
    state = wish.get("state", "2")
    said = draft_book(book.pk) if state == "draft" else published_book(book.pk, int(state))
    assert parsed.book.entries == said.entries


@pytest.mark.spec("WK-13")
def test_what_others_would_not_see_is_told_before_the_download(client, book, by):
    gate = book.entries.get(key_id="gate")
    conditions = {"turn": {"at_least": 2}}
    update_entry(
        by=by, entry_id=gate.pk, expected_version=3, priority=9, conditions=conditions, sticky=2
    )
    native = client.get(url("export", book), {"format": "native", "state": "draft"})
    assert "Nothing is lost" in text(native)
    page = client.get(url("export", book), {"format": "sillytavern", "state": "draft"})
    said = text(page)
    assert "whether or not they hold" in said
    assert "Priority (9)" in said
    assert page.context["loss_entries"] == 1
    assert f'formaction="{url("export_file", book)}"' in page.content.decode()


@pytest.mark.spec("WB-11")
def test_a_card_is_offered_where_the_book_belongs_to_a_character(client, book, by):
    formats = [
        value
        for value, _ in client.get(url("export", book)).context["form"]["format"].field.choices
    ]
    assert formats == ["native", "sillytavern", "lorebook_v3"]
    refused = client.get(url("export_file", book), {"format": "card"})
    assert refused.status_code == 400
    world = create_world(by=by, name="W")
    mira = create_character(
        by=by, world_id=world.pk, name="米拉", lorebook=book, first_mes="Halt!", portrait=picture()
    )
    make_character(lorebook=book, name="of somebody else")
    card = client.get(url("export_file", book), {"format": "card", "state": "1"})
    data = json.loads(card.content)["data"]
    assert (data["name"], data["first_mes"]) == ("米拉", "Halt!")
    assert len(data["character_book"]["entries"]) == 2
    png = client.get(url("export_file", book), {"format": "card_png", "character": mira.pk})
    assert png["Content-Type"] == "image/png"
    parsed = read(png.content, file_name="x")
    assert (parsed.card.name, parsed.book.entries) == ("米拉", published_book(book.pk, 2).entries)


def test_an_export_that_is_not_known_is_refused_on_the_page(client, book):
    for wish in ({"format": "x"}, {"state": "99"}, {"state": "abc"}):
        for name in ("export", "export_file"):
            assert client.get(url(name, book), wish).status_code == 400
