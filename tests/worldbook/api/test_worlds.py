"""Worlds over HTTP: whose they are, their document, edits by row, and the check."""

import pytest

from tests.factories import make_user
from tests.worldbook.api.doors import error_of, send
from tests.worldbook.documents import house
from worldbook.actions.world_documents import create_world_document
from worldbook.models import Share, World
from worldbook.rules.world_document import whole_document

pytestmark = pytest.mark.django_db
WORLDS = "/api/worlds/"


@pytest.fixture
def author(client):
    user = make_user("ana", roles=["author"])
    client.force_login(user)
    return user


@pytest.fixture
def world(author):
    return create_world_document(by=author, document=house())


def document_of(world):
    return f"{WORLDS}{world.pk}/document/"


def test_a_document_becomes_a_world(client, author):
    answer = send(client, "POST", WORLDS, document=house(), visibility="public")
    assert answer.status_code == 201
    said = answer.json()
    assert (said["key"], said["owner"], said["may_edit"]) == ("house", "ana", True)
    assert said["visibility"] == "public"
    assert error_of(send(client, "POST", WORLDS, document=house())) == (409, "key_taken")
    read = client.get(f"{WORLDS}{said['id']}/document/").json()
    assert read["document"] == whole_document(house())
    assert [row["key"] for row in client.get(WORLDS).json()["results"]] == ["house"]


def test_every_fault_is_answered_with_its_path(client, author):
    wrong = house()
    wrong["exits"][0]["to"] = "attic"
    wrong["items"][0]["quantity"] = 0
    answer = send(client, "POST", WORLDS, document=wrong)
    assert error_of(answer) == (400, "invalid")
    problems = answer.json()["error"]["problems"]
    told = {problem["path"]: problem["code"] for problem in problems}
    assert told["exits[0].to"] == "not_in_world"
    assert told["items[0].quantity"] == "out_of_range"
    assert not World.objects.exists()
    assert error_of(send(client, "POST", WORLDS, document=[])) == (400, "invalid")


def test_a_document_is_replaced_by_those_who_saw_it(client, world):
    read = client.get(document_of(world)).json()
    mine = read["document"]
    mine["items"][1]["name"] = "Box"
    version = read["document_version"]
    answer = send(client, "PUT", document_of(world), document=mine, expected_version=version)
    assert answer.status_code == 200
    assert answer.json() == {"document": mine, "document_version": version + 1}
    late = whole_document(house())
    late["items"][1]["name"] = "Can"
    answer = send(client, "PUT", document_of(world), document=late, expected_version=version)
    assert error_of(answer) == (409, "edit_conflict")
    (changed,) = answer.json()["error"]["changed"]
    assert (changed["key"], changed["yours"], changed["theirs"]) == ("tin", "Can", "Box")
    assert answer.json()["error"]["latest"] == version + 1


def test_rows_are_edited_one_by_one(client, world):
    edits = [
        {"part": "locations", "values": {"name": "Attic"}},
        {"part": "items", "key": "ring", "values": {"holder": {"kind": "location", "key": "attic"}, "worn": ""}},
        {"part": "items", "key": "tin", "values": {"name": "Box"}, "seen": {"name": "Tin"}},
        {"part": "checks", "key": "luck", "drop": True},
        {"part": "world", "values": {"rules": ["No magic."]}},
    ]  # fmt: skip
    answer = send(client, "PATCH", document_of(world), edits=edits)
    assert answer.status_code == 200
    assert answer.json()["keys"] == ["attic", "ring", "tin", "", ""]
    document = client.get(document_of(world)).json()["document"]
    assert document["items"][2]["holder"] == {"kind": "location", "key": "attic"}
    assert document["checks"] == []
    assert document["world"]["rules"] == ["No magic."]
    answer = send(client, "PATCH", document_of(world), edits=edits[2:3])
    assert answer.status_code == 200, "it says what the row says"
    again = [{"part": "items", "key": "tin", "values": {"name": "Can"}, "seen": {"name": "Tin"}}]
    answer = send(client, "PATCH", document_of(world), edits=again)
    assert error_of(answer) == (409, "edit_conflict")


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"part": "items", "key": "tin", "drop": True}, (409, "in_use")),
        ({"part": "items", "key": "nothing", "drop": True}, (404, "not_found")),
        ({"part": "items", "key": "nothing", "values": {}}, (404, "not_found")),
        ({"part": "items", "drop": True}, (400, "invalid")),
        ({"part": "world", "key": "house", "drop": True}, (400, "invalid")),
        ({"part": "features", "values": {"name": "x"}}, (400, "invalid")),
        ({"part": "items", "values": {"name": "x"}}, (400, "invalid")),
        ({"part": "items", "values": {"nme": "x"}}, (400, "invalid")),
        ({"part": "items", "key": "tin", "values": {"key": "ring"}}, (400, "invalid")),
        ({"part": "world", "values": {"zone": "Mars"}}, (400, "invalid")),
        ({"part": "world", "values": {"name": None}}, (400, "invalid")),
        ({"part": "world", "values": {"size": 1}}, (400, "invalid")),
    ],
)
def test_edits_that_cannot_be_change_nothing(client, world, edit, said):
    before = client.get(document_of(world)).json()
    edits = [{"part": "locations", "values": {"name": "Attic"}}, edit]
    assert error_of(send(client, "PATCH", document_of(world), edits=edits)) == said
    assert client.get(document_of(world)).json() == before


def test_who_may_only_look_gets_no_document(client, author, world):
    World.objects.filter(pk=world.pk).update(visibility="shared")
    reader = make_user("ben", roles=["author"])
    Share.objects.create(world=world, user=reader, access="read")
    client.force_login(reader)
    assert client.get(f"{WORLDS}{world.pk}/").json()["may_edit"] is False
    for method, address in [("GET", document_of(world)), ("GET", f"{WORLDS}{world.pk}/lint/")]:
        assert error_of(send(client, method, address)) == (403, "not_yours")
    answer = send(client, "PUT", document_of(world), document=house(), expected_version=1)
    assert error_of(answer) == (403, "not_yours")
    assert error_of(send(client, "DELETE", f"{WORLDS}{world.pk}/")) == (403, "not_yours")
    client.force_login(make_user("cyn", roles=["author"]))
    assert client.get(f"{WORLDS}{world.pk}/").status_code == 404
    assert error_of(send(client, "GET", document_of(world))) == (404, "not_found")


def test_a_world_is_shown_to_others_and_deleted(client, world):
    address = f"{WORLDS}{world.pk}/"
    version = client.get(address).json()["version"]
    answer = send(client, "PATCH", address, visibility="public", expected_version=version)
    said = answer.json()
    assert (said["visibility"], said["open_to_players"]) == ("public", True)
    closed = send(
        client, "PATCH", address, open_to_players=False, expected_version=said["version"]
    ).json()
    assert (closed["visibility"], closed["open_to_players"]) == ("public", False)
    assert client.get(document_of(world)).json()["document"]["world"]["open_to_players"] is False
    assert send(client, "DELETE", address).status_code == 204
    assert not World.objects.exists()


@pytest.mark.spec("TB-19", "IT-9")
def test_a_world_is_checked_and_a_document_too(client, world):
    said = client.get(f"{WORLDS}{world.pk}/lint/").json()
    assert said["problems"] == []
    assert {(row["code"], row["key"]) for row in said["findings"]} == {("one_sided", "mira")}
    odd = house()
    odd["exits"].pop()
    odd["items"][1]["quantity"] = 0
    said = send(client, "POST", f"{WORLDS}lint/", document=odd).json()
    assert said["problems"][0]["path"] == "items[1].quantity"
    codes = {row["code"] for row in said["findings"]}
    assert {"no_way_out", "one_way", "one_sided"} <= codes
    assert said["error_count"] + said["warning_count"] == len(said["findings"])
    assert all(row["text"] for row in said["findings"])
