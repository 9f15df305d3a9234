"""Saving whole worlds and single rows of them: what is written, and what is refused."""

from typing import Any

import pytest

from tests.factories import make_book, make_entry, make_user, make_world
from tests.worldbook.documents import house
from worldbook.actions.errors import ActionRefused
from worldbook.actions.world_documents import create_world_document, save_world_document
from worldbook.actions.world_parts import (
    Drop,
    Put,
    create_part,
    delete_part,
    edit_world,
    update_part,
)
from worldbook.models import Character, Item, Location, Share, User, World
from worldbook.queries.world_document import read_world_document
from worldbook.rules.world_document import whole_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def author() -> User:
    return make_user(roles=["author"])


@pytest.fixture
def world(author: User) -> World:
    return create_world_document(by=author, document=house())


def said(world: World) -> dict[str, Any]:
    return read_world_document(World.objects.get(pk=world.pk)).document


def row(world: World, part: str, key: str) -> dict[str, Any]:
    return next(row for row in said(world)[part] if row["key"] == key)


def test_a_world_says_what_its_document_said(world: World) -> None:
    assert said(world) == whole_document(house())


def test_reading_a_world_takes_one_query_a_table(world: World, django_assert_num_queries) -> None:
    with django_assert_num_queries(16):
        read_world_document(world)


def test_saving_the_same_changes_nothing(author: User, world: World) -> None:
    before = Character.objects.get(world=world, key="mira")
    seen = world.document_version
    saved = save_world_document(by=author, world_id=world.pk, document=house(), seen=seen)
    assert saved.document_version == seen
    assert Character.objects.get(world=world, key="mira").version == before.version


def test_rows_keep_their_identity_and_the_rest_follows(author: User, world: World) -> None:
    hall = Location.objects.get(world=world, key="hall")
    document = house()
    document["locations"][0]["name"] = "Great hall"
    document["locations"][0]["features"] = [{"key": "stove", "name": "Cold stove"}]
    document["locations"].insert(0, {"key": "yard", "name": "Yard"})
    document["items"][0]["holder"] = {"kind": "character", "key": "tom"}
    del document["items"][1]
    document["characters"][1]["follows"] = None
    document["openings"][0]["characters"] = ["tom"]
    save_world_document(by=author, world_id=world.pk, document=document)
    assert said(world) == whole_document(document)
    hall.refresh_from_db()
    assert hall.name == "Great hall"


def test_lists_inside_rows_stand_as_they_were_put_and_keep_their_rows(
    author: User, world: World
) -> None:
    mira = Character.objects.get(world=world, key="mira")
    known = list(mira.knowledge.order_by("id").values_list("target_key", "pk"))
    document = house()
    document["characters"][0]["knowledge"].append({"kind": "exit", "key": "up"})
    del document["characters"][0]["knowledge"][0]
    save_world_document(by=author, world_id=world.pk, document=document)
    assert list(mira.knowledge.order_by("id").values_list("target_key", "pk"))[:2] == known[1:]
    document["characters"][0]["knowledge"].reverse()
    document["characters"][0]["routines"] *= 2
    save_world_document(by=author, world_id=world.pk, document=document)
    assert said(world) == whole_document(document)


@pytest.mark.spec("AD-5")
def test_a_document_read_before_anothers_change_is_refused(author: User, world: World) -> None:
    seen = world.document_version
    update_part(by=author, world_id=world.pk, part="items", key="tin", values={"name": "Box"})
    mine = house()
    mine["items"][1]["name"] = "Can"
    with pytest.raises(ActionRefused) as refused:
        save_world_document(by=author, world_id=world.pk, document=mine, seen=seen)
    assert refused.value.code == "edit_conflict"
    assert refused.value.detail["changed"] == [
        {
            "part": "items",
            "key": "tin",
            "kind": "changed",
            "field": "name",
            "yours": "Can",
            "theirs": "Box",
        }
    ]
    assert row(world, "items", "tin")["name"] == "Box"


def test_every_fault_is_told_and_nothing_is_saved(author: User, world: World) -> None:
    document = house()
    document["exits"][0]["to"] = "attic"
    document["items"][1]["quantity"] = 0
    document["world"]["name"] = "Another"
    with pytest.raises(ActionRefused) as refused:
        save_world_document(by=author, world_id=world.pk, document=document)
    assert refused.value.status == 400
    paths = {problem["path"] for problem in refused.value.detail["problems"]}
    assert {"exits[0].to", "items[1].quantity"} <= paths
    assert said(world) == whole_document(house())


def test_strangers_may_not_save(world: World) -> None:
    stranger = make_user(roles=["author"])
    with pytest.raises(ActionRefused, match="not yours"):
        save_world_document(by=stranger, world_id=world.pk, document=house())


@pytest.mark.spec("AD-2")
def test_whether_players_see_all_of_a_world_is_its_owners_to_say(
    author: User, world: World
) -> None:
    editor = make_user(roles=["author"])
    World.objects.update(visibility="shared")
    Share.objects.create(user=editor, world=world, access="edit")
    document = house()
    document["world"] |= {"name": "Another", "open_to_players": not world.open_to_players}
    edits = [Put("world", document["world"])]
    for write in (
        lambda: save_world_document(by=editor, world_id=world.pk, document=document),
        lambda: edit_world(by=editor, world_id=world.pk, edits=edits),
    ):
        with pytest.raises(ActionRefused) as refused:
            write()
        assert (refused.value.code, World.objects.get().name) == ("not_owner", world.name)
    document["world"]["open_to_players"] = world.open_to_players
    assert save_world_document(by=editor, world_id=world.pk, document=document).name == "Another"
    document["world"]["open_to_players"] = not world.open_to_players
    saved = save_world_document(by=author, world_id=world.pk, document=document)
    assert saved.open_to_players is not world.open_to_players


def test_a_book_that_may_not_be_read_cannot_be_named(author: User, world: World) -> None:
    book = make_book(make_user(roles=["author"]), entries=[make_entry("jars")])
    document = house()
    document["openings"][0]["pins"] = [{"book": book.key}]
    with pytest.raises(ActionRefused) as refused:
        save_world_document(by=author, world_id=world.pk, document=document)
    assert refused.value.detail["problems"][0]["path"] == "openings[0].pins[0].book"
    own = make_book(author, entries=[make_entry("jars")])
    document["openings"][0]["pins"] = [{"book": own.key, "revision": 2}]
    with pytest.raises(ActionRefused, match="revision"):
        save_world_document(by=author, world_id=world.pk, document=document)
    document["openings"][0]["pins"] = [{"book": own.key, "revision": 1}]
    save_world_document(by=author, world_id=world.pk, document=document)
    assert row(world, "openings", "evening")["pins"] == [{"book": own.key, "revision": 1}]


def test_a_new_row_gets_a_key_and_the_last_place(author: User, world: World) -> None:
    values = {"name": "Tin", "holder": {"kind": "location", "key": "cellar"}}
    made = create_part(by=author, world_id=world.pk, part="items", values=values)
    assert made.key == "tin-2"
    assert [item["key"] for item in said(world)["items"]][-1] == "tin-2"


def test_a_new_key_is_told_to_all_who_name_the_row(author: User, world: World) -> None:
    pk = Item.objects.get(world=world, key="iron-key").pk
    update_part(
        by=author, world_id=world.pk, part="items", key="iron-key", values={"key": "old-key"}
    )
    assert Item.objects.get(world=world, key="old-key").pk == pk
    document = said(world)
    assert [way["opener"] for way in document["exits"]] == ["old-key", "old-key"]
    assert {"kind": "item", "key": "old-key"} in document["characters"][0]["knowledge"]
    update_part(by=author, world_id=world.pk, part="characters", key="tom", values={"key": "t"})
    document = said(world)
    assert document["openings"][0]["player"] == "t"
    assert document["variables"][1]["targets"] == ["t"]


@pytest.mark.spec("AD-5")
def test_an_edit_carries_what_it_saw(author: User, world: World) -> None:
    seen = {"name": "Tin", "quantity": 1}
    edit = {"name": "Tin box", "quantity": 1}
    update_part(by=author, world_id=world.pk, part="items", key="tin", values={"name": "Can"})
    with pytest.raises(ActionRefused) as refused:
        update_part(by=author, world_id=world.pk, part="items", key="tin", values=edit, seen=seen)
    assert refused.value.detail["changed"] == [
        {"field": "name", "label": "name", "yours": "Tin box", "theirs": "Can"}
    ]
    other = {"name": "Tin", "condition": "dented"}
    update_part(
        by=author,
        world_id=world.pk,
        part="items",
        key="tin",
        values=other,
        seen={"name": "Tin", "condition": ""},
    )
    assert row(world, "items", "tin")["name"] == "Can"
    assert row(world, "items", "tin")["condition"] == "dented"


def test_what_something_stands_on_cannot_go(author: User, world: World) -> None:
    with pytest.raises(ActionRefused) as refused:
        delete_part(by=author, world_id=world.pk, part="items", key="tin")
    assert refused.value.code == "in_use"
    assert "Iron key" in refused.value.message
    with pytest.raises(ActionRefused, match="Mira"):
        delete_part(by=author, world_id=world.pk, part="locations", key="hall")
    delete_part(by=author, world_id=world.pk, part="locations", key="cellar")
    document = said(world)
    assert document["exits"] == []
    assert document["characters"][0]["routines"][0]["location"] is None
    assert {"kind": "location", "key": "cellar"} not in document["characters"][0]["knowledge"]


def test_several_edits_are_one(author: User, world: World) -> None:
    edits = [
        Put("locations", {"key": "attic", "name": "Attic"}),
        Put("items", {"holder": {"kind": "location", "key": "attic"}}, key="tin"),
        Drop("items", "ring"),
    ]
    version = world.document_version
    assert edit_world(by=author, world_id=world.pk, edits=edits) == ("attic", "tin", "")
    world.refresh_from_db()
    assert world.document_version == version + 1
    assert row(world, "items", "tin")["holder"] == {"kind": "location", "key": "attic"}


def test_what_was_wrong_before_does_not_stand_in_the_way(author: User, world: World) -> None:
    Location.objects.filter(world=world, key="hall").update(region=None, key="town")
    update_part(by=author, world_id=world.pk, part="items", key="tin", values={"name": "Can"})
    with pytest.raises(ActionRefused) as refused:
        update_part(by=author, world_id=world.pk, part="items", key="tin", values={"worn": "head"})
    assert {problem["field"] for problem in refused.value.detail["problems"]} == {"worn"}


def test_a_whole_world_can_be_deleted(author: User, world: World) -> None:
    World.objects.get(pk=world.pk).delete()
    assert not Item.objects.exists()


def test_an_empty_world_has_an_empty_document(author: User) -> None:
    world = make_world(author)
    document = said(world)
    assert document["items"] == []
    save_world_document(by=author, world_id=world.pk, document=document)
    assert said(world) == document
