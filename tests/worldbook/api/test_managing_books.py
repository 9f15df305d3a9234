"""Making, finding, changing, deleting and sharing books over HTTP (AP-1, AD-2)."""

import pytest

from tests.factories import make_book, make_entry, make_user
from tests.worldbook.api.doors import BOOKS, error_of, send
from worldbook.models import Lorebook

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.mark.spec("AP-1", "WB-1")
def test_a_book_is_made_changed_and_deleted(client, by):
    made = send(client, "POST", BOOKS, name="North tower", tags=["a"], visibility="public")
    assert made.status_code == 201
    book = made.json()
    assert (book["key"], book["owner"], book["visibility"], book["version"]) == (
        "north-tower",
        "ana",
        "public",
        1,
    )
    assert (book["constant_budget_ratio"], book["may_edit"], book["entry_count"]) == (0.35, True, 0)
    address = f"{BOOKS}{book['id']}/"
    changed = send(client, "PATCH", address, expected_version=1, scan_depth=7, key="tower")
    assert changed.status_code == 200
    assert (changed.json()["scan_depth"], changed.json()["key"]) == (7, "tower")
    assert changed.json()["version"] == 2
    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404


@pytest.mark.spec("AP-1", "WK-14")
def test_a_change_from_an_old_version_is_409_with_both_values(client, by):
    book = make_book(by, name="Old")
    address = f"{BOOKS}{book.pk}/"
    send(client, "PATCH", address, expected_version=1, name="Theirs")
    late = send(client, "PATCH", address, expected_version=1, name="Mine", scan_depth=4)
    assert error_of(late) == (409, "edit_conflict")
    error = late.json()["error"]
    assert (error["expected"], error["latest"]) == (1, 2)
    (changed,) = error["changed"]
    assert (changed["field"], changed["yours"], changed["theirs"]) == ("name", "Mine", "Theirs")
    assert send(client, "PATCH", address, expected_version=1, scan_depth=4).status_code == 200


@pytest.mark.spec("WK-24")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, 400),
        ({"name": ""}, 400),
        ({"name": "x", "key": "two words"}, 400),
        ({"name": "x", "visibility": "everyone"}, 400),
        ({"name": "x", "scan_depth": "4"}, 400),
        ({"name": "x", "by": 1}, 400),
        ({"name": "x", "book_id": 1}, 400),
        ({"name": "x", "owner": "ana"}, 400),
        ({"name": "x", "expected_version": 1}, 400),
        ({"name": "x\x00"}, 400),
        ({"name": "x", "key": "taken"}, 409),
    ],
)
def test_what_makes_no_book(client, by, data, code):
    make_book(key="taken")
    answer = send(client, "POST", BOOKS, **data)
    assert answer.status_code == code
    assert answer.json()["error"]["message"]
    assert Lorebook.objects.count() == 1


def test_players_make_no_books(client):
    client.force_login(make_user())
    assert error_of(send(client, "POST", BOOKS, name="x")) == (403, "not_author")


@pytest.mark.spec("AP-1")
def test_the_list_is_found_through_and_paged(client, by):
    other = make_user("ben", roles=["author"])
    mine = make_book(by, name="North", language="en", tags=["tower", "sea"])
    theirs = make_book(other, name="South", language="zh-hans", visibility="public")
    edit = make_book(other, name="West", visibility="shared", description="a northern wind")
    edit.shares.create(user=by, access="edit")
    wanted = {
        "": [mine, theirs, edit],
        "owner=me": [mine],
        "owner=ben": [theirs, edit],
        "may_edit=true": [mine, edit],
        "may_edit=false": [theirs],
        "q=north": [mine, edit],
        "q=north wind": [edit],
        "visibility=public": [theirs],
        "language=zh-hans": [theirs],
        "tag=sea": [mine],
        "ordering=id": [mine, theirs, edit],
    }
    for query, books in wanted.items():
        found = client.get(f"{BOOKS}?{query}").json()
        assert [row["id"] for row in found["results"]] == [book.pk for book in books], query
    page = client.get(f"{BOOKS}?page_size=2").json()
    assert (page["count"], len(page["results"]), page["previous"]) == (3, 2, None)
    last = client.get(page["next"]).json()
    assert [row["id"] for row in last["results"]] == [edit.pk]
    assert error_of(client.get(f"{BOOKS}?page=9")) == (404, "not_found")
    assert error_of(client.get(f"{BOOKS}?ordering=owner")) == (400, "invalid")
    assert error_of(client.get(BOOKS, {"q": "\x00"})) == (400, "not_readable")


@pytest.mark.spec("AD-2")
def test_only_the_owner_gives_a_book_away_shares_it_and_deletes_it(client, by):
    ben = make_user("ben", roles=["author"])
    book = make_book(ben, visibility="shared", entries=[make_entry("a")])
    book.shares.create(user=by, access="edit")
    address = f"{BOOKS}{book.pk}/"
    shares = f"{address}shares/"
    for answer in (
        send(client, "PATCH", address, expected_version=1, owner="ana"),
        send(client, "PATCH", address, expected_version=1, visibility="public"),
        client.delete(address),
        client.get(shares),
        send(client, "PUT", f"{shares}ana/", access="read"),
        client.delete(f"{shares}ana/"),
    ):
        assert error_of(answer) == (403, "not_owner")
    client.force_login(ben)
    assert client.get(shares).json() == [{"access": "edit", "user": "ana"}]
    assert send(client, "PUT", f"{shares}ana/", access="read").json()["access"] == "read"
    assert error_of(send(client, "PUT", f"{shares}nobody/", access="read")) == (404, "no_account")
    assert error_of(send(client, "PUT", f"{shares}ben/", access="read")) == (
        400,
        "share_with_owner",
    )
    assert error_of(send(client, "PUT", f"{shares}ana/", access="rule")) == (400, "invalid")
    assert client.delete(f"{shares}ana/").status_code == 204
    assert client.get(shares).json() == []
    given = send(client, "PATCH", address, expected_version=1, owner="ana")
    assert given.status_code == 204
    assert client.get(address).status_code == 404
    assert Lorebook.objects.get().owner == by


@pytest.mark.spec("AP-1", "WK-10")
def test_who_uses_a_book_is_told_to_those_who_change_it(client, by):
    from tests.sessions_app.stories import make_story  # noqa: PLC0415

    story = make_story()
    book = story.pins.get().book
    address = f"{BOOKS}{book.pk}/used-by/"
    client.force_login(book.owner)
    said = client.get(address).json()
    assert (said["latest_revision"], said["revisions"]) == (
        1,
        [{"number": 1, "stories": 1, "own": 0}],
    )
    assert said["stories"] == []
    assert [row["revision"] for row in said["openings"]] in ([None], [1])
    assert error_of(client.delete(f"{BOOKS}{book.pk}/")) == (409, "book_pinned")
    client.force_login(story.owner)
    assert client.get(address).status_code in (403, 404)


@pytest.mark.spec("AP-3")
def test_what_only_a_moderators_role_opens_is_logged_and_read_only(client, caplog):
    book = make_book(entries=[make_entry("a")])
    public = make_book(visibility="public", entries=[make_entry("a")])
    moderator = make_user("mo", roles=["moderator"])
    client.force_login(moderator)
    assert client.get(f"{BOOKS}{public.pk}/").status_code == 200
    assert "moderator_looked" not in caplog.text
    assert client.get(f"{BOOKS}{book.pk}/revisions/1/").status_code == 200
    (said,) = [row.msg for row in caplog.records if "moderator_looked" in str(row.msg)]
    assert (said["account"], said["kind"], said["id"]) == (moderator.pk, "lorebook", book.pk)
    assert error_of(send(client, "PATCH", f"{BOOKS}{book.pk}/", expected_version=1)) == (
        403,
        "not_yours",
    )
