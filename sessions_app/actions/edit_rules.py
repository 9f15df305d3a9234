"""How a value edited by hand is judged and written: plain fields, and those with a law of their own.

Each writer gets the open write, the row, the field's name and the wanted JSON value; it refuses
with `value_invalid` or saves.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from sessions_app.actions.applying_items import ids_by_key
from sessions_app.actions.refusals import refused
from sessions_app.actions.time import write_mode
from sessions_app.models import (
    Session,
    StoryCharacter,
    StoryClock,
    StoryExit,
    StoryItem,
    StoryLocation,
    StoryRoutine,
    StorySlot,
    StoryWorld,
)
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import StoryRow, row_range
from worldbook.rules.almanac import almanac_fault
from worldbook.rules.faults import Fault
from worldbook.rules.items.state import CONTAINER_STATES, DEFAULT_SLOTS
from worldbook.rules.refusal import Refusal
from worldbook.rules.routines import routine_fault

Writer = Callable[[StoryWrite, Any, str, Any], None]


def invalid(path: str, problem: str, **values: Any) -> ActionRefused:
    """The refusal of a value; the caller raises it."""
    return refused("value_invalid", path=path, problem=problem, **values)


def _faulty(fault: Fault, field: str) -> ActionRefused:
    told = fault.refusal(field)
    return invalid(fault.path or field, fault.code, reason=told.reason)


def write_plain(write: StoryWrite, row: StoryRow, field: str, value: Any) -> None:
    """Save a field that has no law beside its column's: kind, choices, length, reference."""
    column = row._meta.get_field(field)
    if isinstance(column, models.ForeignKey):
        setattr(row, column.attname, _reference(write, column, value))
    else:
        setattr(row, field, _cleaned(column, row, value))
    row.save(update_fields=[field])


def _reference(write: StoryWrite, column: Any, value: Any) -> int | None:
    """The primary key of what a key names."""
    if value is None and column.null:
        return None
    return _known(write, column.related_model, column.name, value)


def _known(write: StoryWrite, model: type[StoryRow], field: str, key: Any) -> int:
    found = ids_by_key(write.session_id, model, [key] if isinstance(key, str) else [])
    if key not in found:
        raise invalid(field, "unknown_key", value=str(key)[:100])
    return found[key]


_KINDS: Mapping[type[Any], tuple[type, ...]] = {
    models.BooleanField: (bool,),
    models.CharField: (str,),
    models.TextField: (str,),
    models.IntegerField: (int,),
    models.DecimalField: (int, float),
}


def _cleaned(column: Any, row: StoryRow, value: Any) -> Any:
    """A JSON value as the column keeps it."""
    if value is None and column.null:
        return None
    wanted = next((kinds for base, kinds in _KINDS.items() if isinstance(column, base)), None)
    if isinstance(column, models.JSONField):
        wanted = (type(column.get_default()),)
    if wanted is None or not isinstance(value, wanted):
        raise invalid(column.name, "wrong_kind")
    if isinstance(value, bool) and bool not in wanted:
        raise invalid(column.name, "wrong_kind")
    if isinstance(value, list) and not all(isinstance(word, str) for word in value):
        raise invalid(column.name, "not_texts")
    if isinstance(column, models.DecimalField):
        value = Decimal(str(value))
    try:
        return column.clean(value, row)
    except ValidationError as error:
        raise invalid(column.name, "not_possible", reason=" ".join(error.messages)) from error


# Exits: those of one door are one (PL-1).


def _exit_state(write: StoryWrite, row: StoryExit, field: str, value: Any) -> None:
    write_plain(write, row, field, value)
    if not row.door:
        return
    low, high = row_range(write.session_id)
    others = StoryExit.objects.filter(door=row.door, pk__gte=low, pk__lt=high)
    for other in others.exclude(pk=row.pk).exclude(state=row.state):
        other.state = row.state
        other.save(update_fields=["state"])


# Items: one holder, no circles, worn by whom has it (IT-2, IT-3).

_HOLDERS: Mapping[str, tuple[str, type[StoryRow]]] = {
    "location": ("location_id", StoryLocation),
    "character": ("holder_id", StoryCharacter),
    "item": ("inside_id", StoryItem),
}


def _held(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
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
    if value["kind"] not in _HOLDERS:
        raise invalid("held.kind", "unknown_value", known=", ".join(_HOLDERS))
    column, model = _HOLDERS[value["kind"]]
    pk = _known(write, model, "held.key", value["key"])
    if model is StoryItem:
        _check_box(row, StoryItem.objects.get(pk=pk))
    return column, pk


def _check_box(row: StoryItem, box: StoryItem) -> None:
    """Whether an item can be in another: that is a container, there, and not inside it."""
    if box.status == StoryItem.Status.GONE:
        raise invalid("held.key", "gone")
    if box.container == StoryItem.Container.NONE:
        raise invalid("held.key", "not_a_container")
    around: StoryItem | None = box
    while around is not None:
        if around.pk == row.pk:
            raise invalid("held.key", "cycle")
        around = around.inside


def _has_contents(row: StoryItem) -> bool:
    return StoryItem.objects.filter(inside=row).exists()


def _worn(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    if value and row.holder_id is None:
        raise invalid(field, "not_carried")
    low, high = row_range(write.session_id)
    own = StorySlot.objects.filter(pk__gte=low, pk__lt=high).values_list("key", flat=True)
    if value and value not in (*DEFAULT_SLOTS, *own):
        raise invalid(field, "unknown_key", value=str(value)[:100])
    write_plain(write, row, field, value)


def _container(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    if value not in CONTAINER_STATES:
        raise invalid(field, "unknown_value", known=", ".join(CONTAINER_STATES))
    if value == "none" and _has_contents(row):
        raise invalid(field, "not_empty")
    write_plain(write, row, field, value)


def _quantity(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    present = row.status == StoryItem.Status.PRESENT
    if not isinstance(value, int) or isinstance(value, bool) or value < 1 or not present:
        raise invalid(field, "out_of_range", low=1)
    if row.unique and value > 1:
        raise invalid(field, "unique")
    write_plain(write, row, field, value)


def _unique(write: StoryWrite, row: StoryItem, field: str, value: Any) -> None:
    if value is True and row.quantity > 1:
        raise invalid(field, "not_one")
    write_plain(write, row, field, value)


# Calendar and routines: values with a grammar.


def _almanac(write: StoryWrite, row: StoryWorld, field: str, value: Any) -> None:
    fault = almanac_fault({field: value})
    if fault:
        raise _faulty(fault, field)
    write_plain(write, row, field, value)


def _window(write: StoryWrite, row: StoryRoutine, field: str, value: Any) -> None:
    """A part of a routine window, judged with the rest of it."""
    names = ("start", "end", "days", "calendar", "activity")
    low, high = row_range(write.session_id)
    world = StoryWorld.objects.filter(pk__gte=low, pk__lt=high).first()
    whole = {name: getattr(row, name) for name in names} | {field: value}
    fault = routine_fault(whole, festivals=world.festivals if world else {})
    if fault:
        raise _faulty(fault, field)
    write_plain(write, row, field, value)


def _clock_mode(write: StoryWrite, row: StoryClock, field: str, value: Any) -> None:
    """What moves the clock (TM-2); a real clock begins, or goes on, at once."""
    wall = int(timezone.now().timestamp() * 1000)
    head = Session.objects.values_list("head__turn__number", flat=True).get(pk=write.session_id)
    mode = value if isinstance(value, str) else ""
    clock = write_mode(write, mode, wall=wall, turn=head or 0)
    if isinstance(clock, Refusal):
        raise invalid(field, clock.code, reason=clock.reason)


RULES: Mapping[str, Mapping[str, Writer]] = {
    "clock": {"mode": _clock_mode},
    "exits": {"state": _exit_state},
    "items": {
        "held": _held,
        "worn": _worn,
        "container": _container,
        "quantity": _quantity,
        "unique": _unique,
    },
    "world": dict.fromkeys(
        ("zone", "hemisphere", "festivals", "calendar_names", "day_parts"), _almanac
    ),
    "routines": dict.fromkeys(("start", "end", "days", "calendar", "activity"), _window),
}
"""Fields that have a law beside their column's, by table."""
