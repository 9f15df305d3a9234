"""Who may enter the writing room, and what each sees there (AD-2)."""

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from tests.factories import make_book, make_character, make_opening, make_user, make_world
from worldbook.actions.accounts import create_account
from worldbook.actions.entries import create_entry
from worldbook.models import Entry, Lorebook, Persona, User, World

pytestmark = [pytest.mark.django_db, pytest.mark.spec("AD-2")]


def change_url(row):
    return reverse(f"admin:worldbook_{row._meta.model_name}_change", args=[row.pk])


def everything_of(owner, **fields):
    """One of each kind that belongs to somebody."""
    book = make_book(owner, **fields)
    entry = create_entry(by=owner, book_id=book.pk, title="Gate", content="secret of the gate")
    world = make_world(owner, **fields)
    return [book, entry, world, make_character(world), make_opening(world)]


def test_the_four_roles_are_groups_from_the_migration():
    names = set(Group.objects.values_list("name", flat=True))
    assert names == {"author", "player", "moderator", "administrator"}
    author = Group.objects.get(name="author").permissions.values_list("codename", flat=True)
    assert {"add_lorebook", "change_entry", "view_revision"} <= set(author)
    assert not {"add_user", "change_user", "change_revision"} & set(author)


def test_players_do_not_enter(client):
    client.force_login(make_user())
    for url in (reverse("admin:index"), reverse("admin:worldbook_lorebook_changelist")):
        answer = client.get(url)
        assert answer.status_code == 302
        assert "login" in answer.url


def test_an_author_sees_own_and_shared_rows_only(client):
    ana, ben = make_user("ana", roles=["author"]), make_user("ben", roles=["author"])
    own, hidden = everything_of(ana), everything_of(ben)
    public = everything_of(ben, visibility="public")
    shared = everything_of(ben, visibility="shared")
    shared[0].shares.create(user=ana, access="read")
    shared[2].shares.create(user=ana, access="edit")
    client.force_login(ana)
    for mine, his, open_to_all, given in zip(own, hidden, public, shared, strict=True):
        model = mine._meta.model_name
        rows = client.get(reverse(f"admin:worldbook_{model}_changelist")).context["cl"].result_list
        assert {row.pk for row in rows} == {mine.pk, given.pk}
        assert client.get(change_url(mine)).status_code == 200
        assert client.get(change_url(given)).status_code == 200
        assert client.get(change_url(his)).status_code == 302
        assert client.get(change_url(open_to_all)).status_code == 302


def test_a_read_share_shows_and_does_not_change(client):
    ana, ben = make_user("ana", roles=["author"]), make_user("ben", roles=["author"])
    book, entry, *_rest = everything_of(ben, visibility="shared")
    book.shares.create(user=ana, access="read")
    client.force_login(ana)
    assert client.post(change_url(book), {"name": "Mine now"}).status_code == 403
    assert client.post(change_url(entry), {"title": "Mine now"}).status_code == 403
    publish = reverse("admin:worldbook_lorebook_publish", args=[book.pk])
    assert client.post(publish, {"expected_revision": 0}).status_code == 404
    delete = reverse("admin:worldbook_lorebook_delete", args=[book.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    book.refresh_from_db()
    assert (book.name, book.latest_revision) == (f"Book {book.key.split('-')[1]}", 0)


def test_an_edit_share_changes_and_neither_deletes_nor_shares(client):
    ana, ben = make_user("ana", roles=["author"]), make_user("ben", roles=["author"])
    book = make_book(ben, visibility="shared")
    book.shares.create(user=ana, access="edit")
    client.force_login(ana)
    page = client.get(change_url(book))
    assert "visibility" not in page.context["adminform"].form.fields
    delete = reverse("admin:worldbook_lorebook_delete", args=[book.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert Lorebook.objects.filter(pk=book.pk).exists()


def test_bulk_deletion_reaches_own_rows_only(client):
    ana, ben = make_user("ana", roles=["author"]), make_user("ben", roles=["author"])
    mine, his = make_book(ana), make_book(ben)
    client.force_login(ana)
    url = reverse("admin:worldbook_lorebook_changelist")
    data = {"action": "delete_selected", "_selected_action": [mine.pk, his.pk], "post": "yes"}
    client.post(url, data)
    assert list(Lorebook.objects.all()) == [his]


def test_a_moderator_reads_everything_and_changes_nothing(client):
    rows = everything_of(make_user(roles=["author"]))
    client.force_login(make_user(roles=["moderator"]))
    for row in rows:
        assert client.get(change_url(row)).status_code == 200
        assert client.post(change_url(row), {}).status_code == 403
    assert client.get(reverse("admin:worldbook_lorebook_add")).status_code == 403
    assert client.get(reverse("admin:worldbook_lorebook_import")).status_code == 403


def test_an_administrator_changes_everything(client):
    book, entry, world, *_rest = everything_of(make_user(roles=["author"]))
    administrator = create_account(username="root", password="x", roles=["administrator"])
    client.force_login(administrator)
    for row in (book, entry, world):
        page = client.get(change_url(row))
        assert page.status_code == 200
        assert page.context["has_change_permission"]
    assert client.get(reverse("admin:worldbook_user_changelist")).status_code == 200


def test_authors_do_not_see_accounts(client):
    client.force_login(make_user(roles=["author"]))
    assert client.get(reverse("admin:worldbook_user_changelist")).status_code == 403


def test_an_administrator_makes_accounts_with_roles(client):
    client.force_login(create_account(username="root", password="x", roles=["administrator"]))
    data = {
        "username": "cleo",
        "usable_password": "true",
        "password1": "a long enough word",
        "password2": "a long enough word",
        "roles": ["author", "player"],
    }
    answer = client.post(reverse("admin:worldbook_user_add"), data)
    assert answer.status_code == 302, answer.context["errors"]
    cleo = User.objects.get(username="cleo")
    assert (cleo.is_staff, cleo.is_superuser) == (True, False)
    assert set(cleo.groups.values_list("name", flat=True)) == {"author", "player"}
    page = client.get(change_url(cleo)).context["adminform"].form
    data = {
        "username": "cleo",
        "roles": ["player"],
        "is_active": "on",
        "theme": "dark",
        "text_size": "120",
        "enter_sends": "on",
        "language": "zh-hans",
        **{f"{name}": "" for name in ("first_name", "last_name", "email")},
    }
    assert set(page.fields["roles"].initial) == {"author", "player"}
    answer = client.post(change_url(cleo), data)
    assert answer.status_code == 302, answer.context["errors"]
    cleo.refresh_from_db()
    assert (cleo.is_staff, cleo.theme, cleo.language, cleo.text_size) == (
        False,
        "dark",
        "zh-hans",
        120,
    )


def test_the_last_administrator_stays_one(client):
    root = create_account(username="root", password="x", roles=["administrator"])
    client.force_login(root)
    data = {
        "username": "root",
        "roles": ["player"],
        "is_active": "on",
        "theme": "dark",
        "text_size": "100",
        "language": "",
        "first_name": "",
        "last_name": "",
        "email": "",
    }
    answer = client.post(change_url(root), data)
    assert answer.status_code == 409
    assert "last administrator" in answer.content.decode()
    root.refresh_from_db()
    assert root.is_superuser
    assert root.theme == "system"


def test_personas_are_their_owners(client):
    ana, ben = make_user("ana", roles=["author"]), make_user("ben", roles=["author"])
    his = Persona.objects.create(owner=ben, name="Traveller")
    client.force_login(ana)
    assert client.get(change_url(his)).status_code == 302
    assert (
        client.post(reverse("admin:worldbook_persona_add"), {"name": "Me", "text": "x"}).status_code
        == 302
    )
    assert Persona.objects.get(owner=ana).name == "Me"


def test_sharing_by_the_page_lets_the_other_in(client):
    ana, ben = make_user("ana", roles=["author"]), make_user("ben", roles=["author"])
    world = make_world(ana)
    client.force_login(ana)
    data = {
        "name": world.name,
        "description": "",
        "language": "en",
        "zone": "UTC",
        "hemisphere": "north",
        "clock_mode": "simulated",
        "visibility": "private",
        "key": world.key,
        "seen_version": "1",
        "shares-TOTAL_FORMS": "1",
        "shares-INITIAL_FORMS": "0",
        "shares-0-account": "ben",
        "shares-0-access": "edit",
    }
    answer = client.post(change_url(world), data)
    assert answer.status_code == 302, answer.context["errors"]
    world.refresh_from_db()
    assert (world.visibility, world.open_to_players) == ("shared", False)
    client.force_login(ben)
    assert client.get(change_url(world)).status_code == 200
    assert list(World.objects.filter(shares__user=ben)) == [world]


def test_no_account_of_that_name_is_said_beside_the_field(client):
    ana = make_user("ana", roles=["author"])
    world = make_world(ana)
    client.force_login(ana)
    data = {
        "name": world.name,
        "language": "en",
        "visibility": "private",
        "key": world.key,
        "seen_version": "1",
        "shares-TOTAL_FORMS": "1",
        "shares-INITIAL_FORMS": "0",
        "shares-0-account": "nobody",
        "shares-0-access": "edit",
    }
    answer = client.post(change_url(world), data)
    assert answer.status_code == 200
    assert "no account of that name" in answer.content.decode()


def test_an_entry_is_not_put_into_somebody_elses_book(client):
    ana, ben = make_user("ana", roles=["author"]), make_user("ben", roles=["author"])
    his = make_book(ben, visibility="public")
    make_book(ana)
    client.force_login(ana)
    answer = client.post(reverse("admin:worldbook_entry_add"), {"book": his.pk, "title": "x"})
    assert answer.status_code == 200
    assert "book" in answer.context["adminform"].form.errors
    assert not Entry.objects.exists()
