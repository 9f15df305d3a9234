"""An item edited by hand: one holder, no circles, worn by whom has it (IT-2, IT-3)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count

from sessions_app.actions.edit_plain import invalid, known_pk, write_plain
from sessions_app.models import StoryCharacter, StoryItem, StoryLocation, StorySlot
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import StoryRow, row_range
from worldbook.rules.items.state import CONTAINER_STATES, with_defaults

_HOLDERS: Mapping[str, tuple[str, type[StoryRow]]] = {
    "location": ("location_id", StoryLocation),
    "character": ("holder_id", StoryCharacter),
    "item": ("inside_id", StoryItem),
}


def write_held(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    """Give an item another holder, or none: then it is gone."""
    columns: dict[str, Any] = dict.fromkeys(("location_id", "holder_id", "inside_id"))
    if value is not None:
        column, pk = _holder(write, row, value)
        columns[column] = pk
    elif _has_contents(row):
        raise invalid(field, "not_empty")
    for name, pk in columns.items():
        setattr(row, name, pk)
    row.worn = ""
    row.status = StoryItem.Status.PRESENT if value else StoryItem.Status.GONE
    row.quantity = max(row.quantity, 1) if value else 0
    row.save(update_fields=[*columns, "worn", "status", "quantity"])


def _holder(write: StoryWrite, row: StoryItem, value: Any) -> tuple[str, int]:
    if not isinstance(value, Mapping) or set(value) != {"kind", "key"}:
        raise invalid("held", "wrong_kind")
    if not isinstance(value["kind"], str) or value["kind"] not in _HOLDERS:
        raise invalid("held.kind", "unknown_value", known=", ".join(_HOLDERS))
    column, model = _HOLDERS[value["kind"]]
    pk = known_pk(write, model, "held.key", value["key"])
    if model is StoryItem:
        _check_box(row, StoryItem.objects.get(pk=pk))
    return column, pk


def _check_box(row: StoryItem, box: StoryItem) -> None:
    """Whether an item can be in another: that is one container, there, and not inside it."""
    if box.status == StoryItem.Status.GONE:
        raise invalid("held.key", "gone")
    if box.container == StoryItem.Container.NONE:
        raise invalid("held.key", "not_a_container")
    if box.quantity > 1:
        raise invalid("held.key", "not_one")
    around: StoryItem | None = box
    while around is not None:
        if around.pk == row.pk:
            raise invalid("held.key", "cycle")
        around = around.inside


def _has_contents(row: StoryItem) -> bool:
    return StoryItem.objects.filter(inside=row).exists()


def write_worn(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    """Let an item be worn in a slot that has room, by the character who has it; "": not worn."""
    if value:
        if row.holder_id is None:
            raise invalid(field, "not_carried")
        most = _capacity(write, field, value)
        worn = StoryItem.objects.filter(holder=row.holder_id, worn=value).exclude(pk=row.pk)
        if worn.count() >= most:
            raise invalid(field, "slot_full")
        if row.quantity > 1:
            raise invalid(field, "not_one")
        if not row.slot:
            raise invalid(field, "not_wearable")
    write_plain(write, row, field, value)


def write_slot(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    """Say in which slot of the story an item can be worn; what is worn stays wearable."""
    if row.worn and not value:
        raise invalid(field, "worn")
    if value:
        _capacity(write, field, value)
    write_plain(write, row, field, value)


def write_capacity(write: StoryWrite, row: StorySlot, field: str, value: Any) -> None:
    """Say how many things a slot takes: no fewer than somebody wears there."""
    write_plain(write, row, field, value)
    low, high = row_range(write.session_id)
    worn = StoryItem.objects.filter(pk__gte=low, pk__lt=high, worn=row.key).order_by("holder")
    for counted in worn.values("holder").annotate(count=Count("pk")):
        if counted["count"] > row.capacity:
            raise invalid(field, "slot_full", most=counted["count"])


def _capacity(write: StoryWrite, field: str, slot: Any) -> int:
    """How many things a slot takes."""
    low, high = row_range(write.session_id)
    own = StorySlot.objects.filter(pk__gte=low, pk__lt=high).values_list("key", "capacity")
    slots = with_defaults(dict(own))
    if not isinstance(slot, str) or slot not in slots:
        raise invalid(field, "unknown_key", value=str(slot)[:100])
    return slots[slot]


def write_container(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    """Let an item be a container or none; one with something in it stays one."""
    if value not in CONTAINER_STATES:
        raise invalid(field, "unknown_value", known=", ".join(CONTAINER_STATES))
    if value == "none" and _has_contents(row):
        raise invalid(field, "not_empty")
    write_plain(write, row, field, value)


def write_quantity(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    """Say how many there are; of what is unique, worn or filled there is one, of what is gone none."""
    present = row.status == StoryItem.Status.PRESENT
    if not isinstance(value, int) or isinstance(value, bool) or value < 1 or not present:
        raise invalid(field, "out_of_range", low=1)
    if row.unique and value > 1:
        raise invalid(field, "unique")
    if value > 1 and (row.worn or _has_contents(row)):
        raise invalid(field, "not_one")
    write_plain(write, row, field, value)


def write_unique(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    """Say whether there is only one of it."""
    if value is True and row.quantity > 1:
        raise invalid(field, "not_one")
    write_plain(write, row, field, value)
