import pytest

from tests.factories import make_user, make_world
from worldbook.actions.errors import ActionRefused
from worldbook.actions.world_map import Connection, connect_places, place_on_map, update_exit
from worldbook.actions.world_parts import create_part
from worldbook.models import Exit, Location

pytestmark = pytest.mark.django_db


@pytest.fixture
def author():
    return make_user("ana", roles=["author"])


@pytest.fixture
def world(author):
    world = make_world(author)
    for key in ("hall", "yard"):
        create_part(
            by=author, world_id=world.pk, part="locations", values={"key": key, "name": key.title()}
        )
    return world


def exits():
    return {
        row.key: (row.origin.key, row.target.key, row.name, row.state, row.door)
        for row in Exit.objects.select_related("origin", "target")
    }


@pytest.mark.spec("PL-1")
def test_a_connection_makes_both_directions_with_one_door(author, world):
    connection = Connection("hall", "yard", name="Oak door", state="closed")
    keys = connect_places(by=author, world_id=world.pk, connection=connection)
    assert keys == ("hall-yard", "yard-hall")
    assert exits() == {
        "hall-yard": ("hall", "yard", "Oak door", "closed", "hall-yard"),
        "yard-hall": ("yard", "hall", "Hall", "closed", "hall-yard"),
    }
    second = Connection("yard", "hall", door=False)
    assert connect_places(by=author, world_id=world.pk, connection=second) == (
        "yard-hall-2",
        "hall-yard-2",
    )
    assert exits()["hall-yard-2"][4] == ""


@pytest.mark.spec("PL-1")
def test_both_sides_of_a_door_are_changed_together(author, world):
    connect_places(by=author, world_id=world.pk, connection=Connection("hall", "yard"))
    create_part(
        by=author,
        world_id=world.pk,
        part="items",
        values={"key": "brass", "name": "Key", "holder": {"kind": "location", "key": "hall"}},
    )
    row = update_exit(
        by=author,
        world_id=world.pk,
        key="hall-yard",
        values={"name": "Gate", "state": "locked", "opener": "brass"},
        seen={"name": "Yard", "state": "open"},
    )
    assert row.name == "Gate"
    assert [(side.state, side.opener) for side in Exit.objects.order_by("key")] == [
        ("locked", "brass"),
        ("locked", "brass"),
    ]
    assert Exit.objects.get(key="yard-hall").name == "Hall"
    with pytest.raises(ActionRefused) as refused:
        update_exit(
            by=author,
            world_id=world.pk,
            key="hall-yard",
            values={"state": "open"},
            seen={"state": "closed"},
        )
    assert refused.value.code == "edit_conflict"


@pytest.mark.spec("PL-9")
def test_a_place_stays_where_it_is_put_until_it_is_let_go(author, world):
    place_on_map(by=author, world_id=world.pk, key="hall", x=40, y=-7_000_000)
    hall = Location.objects.get(key="hall")
    assert (hall.x, hall.y) == (40, -1_000_000)
    place_on_map(by=author, world_id=world.pk, key="hall", x=None, y=None)
    hall.refresh_from_db()
    assert (hall.x, hall.y) == (None, None)


def test_only_who_may_edit_the_world_draws_on_its_map(world):
    other = make_user("ben", roles=["author"])
    for act in (
        lambda: connect_places(by=other, world_id=world.pk, connection=Connection("hall", "yard")),
        lambda: place_on_map(by=other, world_id=world.pk, key="hall", x=0, y=0),
        lambda: update_exit(by=other, world_id=world.pk, key="hall-yard", values={}),
    ):
        with pytest.raises(ActionRefused) as refused:
            act()
        assert refused.value.code == "not_found"


def test_places_that_are_not_there_are_not_connected(author, world):
    for one, other, code in (
        ("hall", "moon", "not_found"),
        ("moon", "hall", "not_found"),
        ("hall", "hall", "invalid"),
    ):
        with pytest.raises(ActionRefused) as refused:
            connect_places(by=author, world_id=world.pk, connection=Connection(one, other))
        assert refused.value.code == code
    assert exits() == {}
