"""An entry's form: judged while it is written, kept until it was saved, and whose it is."""

import pytest
from django.urls import reverse

from tests.factories import make_user
from tests.worldbook.admin.test_lorebooks import form_data, url_of
from worldbook.actions.books import create_book
from worldbook.actions.entries import create_entry
from worldbook.admin.kept_drafts import SAVED_COOKIE
from worldbook.models import Entry
from worldbook.rules.tokens import estimate

pytestmark = pytest.mark.django_db
CHECK = "/admin/worldbook/entry/check/"


@pytest.fixture
def by(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def entry(by):
    book = create_book(by=by, name="North")
    return create_entry(by=by, book_id=book.pk, title="Gate", keys=["gate"], content="Shut.")


def judged(client, entry, **values):
    data = form_data(client.get(url_of(entry))) | values
    return client.post(CHECK, {**data, "_row": entry.pk}).json()


@pytest.mark.spec("WK-24")
def test_mistakes_and_findings_are_said_by_field_and_nothing_is_saved(client, entry):
    said = judged(
        client,
        entry,
        probability="300",
        conditions="[1]",
        requires="nobody",
        keys="gate\n/(x/",
        content="It is {{shut}}.",
        title="New",
    )
    assert set(said["errors"]) == {"probability", "conditions"}
    assert {name: len(words) for name, words in said["hints"].items()} == {
        "requires": 1,
        "keys": 1,
        "content": 1,
    }
    assert "no such entry" in said["hints"]["requires"][0]
    assert said["tokens"] == estimate("It is {{shut}}.")
    entry.refresh_from_db()
    assert (entry.title, entry.version) == ("Gate", 1)


@pytest.mark.spec("WK-24")
def test_a_good_form_has_nothing_said_of_it(client, entry):
    assert judged(client, entry) == {"errors": {}, "hints": {}, "tokens": estimate("Shut.")}


@pytest.mark.spec("WK-24")
def test_a_new_entry_is_judged_in_its_book(client, by, entry):
    create_entry(by=by, book_id=entry.book_id, title="Key", requires=["gate"], keys=["key"])
    page = client.get(reverse("admin:worldbook_entry_add"), {"book": entry.book_id})
    data = form_data(page) | {"book": entry.book_id, "title": "Lamp", "requires": "gate, lamp"}
    said = client.post(CHECK, {**data, "_row": ""}).json()
    assert said["errors"] == {}
    assert {"requires", "content"} <= set(said["hints"])
    assert Entry.objects.count() == 2


@pytest.mark.spec("AD-2")
def test_nobody_elses_entry_is_judged(client, entry):
    assert client.get(CHECK).status_code == 405
    client.force_login(make_user("ben", roles=["author"]))
    assert client.post(CHECK, {"_row": entry.pk}).status_code == 404
    client.force_login(make_user("mod", roles=["moderator"]))
    assert client.post(CHECK, {"_row": entry.pk}).status_code == 404
    assert client.post(CHECK, {"_row": ""}).status_code == 404


@pytest.mark.spec("WK-14")
def test_only_an_answer_that_saved_says_so(client, by, entry):
    page = client.get(url_of(entry))
    told = page.context["kept_draft"]
    assert told["name"] == f"{by.pk}:{url_of(entry)}"
    assert not told["refused"]
    data = form_data(page)
    wrong = client.post(url_of(entry), data | {"probability": "300"})
    assert SAVED_COOKIE not in wrong.cookies
    assert wrong.context["kept_draft"]["refused"]
    Entry.objects.filter(pk=entry.pk).update(version=2, content="Theirs.")
    late = client.post(url_of(entry), data | {"content": "Mine."})
    assert (late.status_code, SAVED_COOKIE in late.cookies) == (409, False)
    saved = client.post(url_of(entry), form_data(late))
    assert (saved.status_code, saved.cookies[SAVED_COOKIE].value) == (302, told["name"])
    added = client.post(
        reverse("admin:worldbook_entry_add"),
        form_data(client.get(reverse("admin:worldbook_entry_add")))
        | {"book": entry.book_id, "title": "Lamp"},
    )
    assert added.cookies[SAVED_COOKIE].value == f"{by.pk}:{reverse('admin:worldbook_entry_add')}"


@pytest.mark.spec("WK-14")
def test_a_conflict_of_long_texts_marks_what_differs(client, entry):
    story = "The gate is shut at dusk, and nobody passes without the regent's word. " * 2
    data = form_data(client.get(url_of(entry))) | {"content": story + "The guard sleeps."}
    Entry.objects.filter(pk=entry.pk).update(version=2, content=story + "The guard <b>wakes</b>.")
    page = client.post(url_of(entry), data).content.decode()
    assert "<del>sleeps</del>" in page
    assert "wakes" in page
    assert "<b>wakes" not in page
