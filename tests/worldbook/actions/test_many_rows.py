"""A world with a thousand things is saved in few statements, whatever has changed."""

from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_user
from worldbook.actions.many_rows import update_rows
from worldbook.actions.world_documents import create_world_document, save_world_document
from worldbook.models import Character, Item, User, VariableDef, World
from worldbook.queries.world_document import read_world_document
from worldbook.rules.world_document import whole_document

pytestmark = pytest.mark.django_db


def _town(size: int) -> dict[str, Any]:
    """A world with so many of everything that lists stand in."""
    people = [{"key": f"c{at}", "name": f"C{at}", "location": f"l{at}"} for at in range(size)]
    for at, one in enumerate(people):
        one["routines"] = [{"start": "08:00", "end": "12:00", "activity": "waits"}]
        one["relationships"] = [{"other": f"c{(at + 1) % size}", "trust": 0.25}]
        one["intents"] = [{"key": "eat", "text": "Eat."}]
    return {
        "world": {"key": "town", "name": "Town"},
        "locations": [
            {"key": f"l{at}", "name": f"L{at}", "features": [{"key": "well", "name": "Well"}]}
            for at in range(size)
        ],
        "characters": people,
        "items": [
            {"key": f"i{at}", "name": f"I{at}", "holder": {"kind": "location", "key": f"l{at}"}}
            for at in range(size)
        ],
        "variables": [
            {"key": f"v{at}", "name": f"V{at}", "minimum": 0, "default": 1} for at in range(size)
        ],
    }


def _changed(document: dict[str, Any]) -> dict[str, Any]:
    """Every row is another: fields, holders, order, and each list inside a row."""
    after = deepcopy(document)
    last = len(after["characters"]) - 1
    for at, place in enumerate(after["locations"]):
        place |= {"description": "Mud.", "x": at}
        place["features"] = [{"key": "tree", "name": "Tree"}, {"key": "well", "name": "Old well"}]
    for at, one in enumerate(after["characters"]):
        one |= {"follows": f"c{at + 1}" if at < last else None, "valence": -0.125}
        one["routines"][0]["activity"] = "works"
        one["relationships"][0]["trust"] = -0.5
        one["intents"] = [{"key": "rest", "text": "Rest."}, {"key": "eat", "text": "Eat."}]
    for at, item in enumerate(after["items"]):
        item |= {"holder": {"kind": "character", "key": f"c{at}"}, "tags": ["a"], "owner": "c0"}
    for variable in after["variables"]:
        variable |= {"minimum": None, "baseline": 0.5, "value_kind": "number"}
    after["items"].reverse()
    return after


def _save(by: User, world: World, document: dict[str, Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        save_world_document(by=by, world_id=world.pk, document=document)
    return len(asked)


def _statements(size: int) -> int:
    by = make_user(roles=["author"])
    world = create_world_document(by=by, document=_town(size))
    ids = set(Character.objects.filter(world=world).values_list("pk", flat=True))
    after = _changed(_town(size))
    asked = _save(by, world, after)
    world.refresh_from_db()
    assert read_world_document(world).document == whole_document(after)
    assert set(Character.objects.filter(world=world).values_list("pk", flat=True)) == ids
    assert set(Character.objects.filter(world=world).values_list("version", flat=True)) == {2}
    _save(by, world, _town(size))
    world.refresh_from_db()
    assert read_world_document(world).document == whole_document(_town(size))
    world.delete()
    return asked


def test_as_many_statements_for_three_of_everything_as_for_twelve() -> None:
    assert _statements(3) == _statements(12)


def test_none_is_null_in_a_json_column_too() -> None:
    world = create_world_document(by=make_user(roles=["author"]), document=_town(2))
    first, second = VariableDef.objects.filter(world=world).order_by("pk")
    update_rows(VariableDef, [{"id": first.pk, "default": None}], ["default"])
    found = VariableDef.objects.filter(world=world, default__isnull=True)
    assert list(found.values_list("pk", flat=True)) == [first.pk]
    second.refresh_from_db()
    assert second.default == 1


def test_no_rows_and_no_columns_are_no_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        update_rows(Item, [], ["name"])
        update_rows(Item, [{"id": 1}], [])
