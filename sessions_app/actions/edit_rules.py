"""Fields of a story's state that have a law beside their column's, and who writes them by hand.

Each writer gets the open write, the row, the field's name and the wanted JSON value; it refuses
with `value_invalid` or saves.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from sessions_app.actions import edit_items
from sessions_app.actions.edit_plain import invalid, write_plain
from sessions_app.actions.observing import keep_observations
from sessions_app.actions.time import write_mode
from sessions_app.actions.value_words import fault_words
from sessions_app.models import (
    Session,
    StoryClock,
    StoryExit,
    StoryPlacement,
    StoryRegion,
    StoryRoutine,
    StoryWorld,
)
from sessions_app.queries.whereabouts import led_by
from sessions_app.queries.world import read_world
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import StoryRow, row_range
from worldbook.rules.almanac import almanac_fault
from worldbook.rules.chains import CHAIN_REASONS, MOST_LEVELS, chain_fault
from worldbook.rules.faults import Fault
from worldbook.rules.refusal import Refusal
from worldbook.rules.routines import routine_fault
from worldbook.rules.zones import in_calendar

Writer = Callable[[StoryWrite, Any, str, Any], None]


def _faulty(fault: Fault, field: str) -> ActionRefused:
    told = fault_words(fault.code, fault.values, fault.path)
    return invalid(fault.path or field, fault.code, reason=told)


def _same_door(write: StoryWrite, row: StoryExit) -> list[StoryExit]:
    """The other exits with the door of one."""
    if not row.door:
        return []
    low, high = row_range(write.session_id)
    others = StoryExit.objects.filter(door=row.door, pk__gte=low, pk__lt=high)
    return list(others.exclude(pk=row.pk))


def _on_both_sides(write: StoryWrite, row: StoryExit, field: str, value: Any) -> None:
    """State and opener are those of the door (PL-1)."""
    write_plain(write, row, field, value)
    for other in _same_door(write, row):
        if getattr(other, field) != getattr(row, field):
            setattr(other, field, getattr(row, field))
            other.save(update_fields=[field])


def _door(write: StoryWrite, row: StoryExit, field: str, value: Any) -> None:
    """The door of an exit: one that others have is in the state of all, with one opener."""
    write_plain(write, row, field, value)
    for other in _same_door(write, row):
        if (other.state, other.opener) != (row.state, row.opener):
            raise invalid(field, "two_doors")


def _whereabouts(write: StoryWrite, row: StoryPlacement, field: str, value: Any) -> None:
    write_plain(write, row, field, value)
    state = read_world(write.session_id)
    place = state.things.characters[row.character.key]
    keep_observations(write, state, state.present_at(place))


def _region_above(write: StoryWrite, row: StoryRegion, field: str, value: Any) -> None:
    """The region that one lies in: none that lies in it, and not too far down (PL-9)."""
    write_plain(write, row, field, value)
    regions = StoryRegion.objects.filter(session=write.session_id)
    _check_chain(field, dict(regions.values_list("pk", "parent")), row.pk)


def _follows(write: StoryWrite, row: StoryPlacement, field: str, value: Any) -> None:
    """Whom somebody follows: nobody who follows them, at whatever remove (PL-8)."""
    who = row.character
    if value == who.key:
        _check_chain(field, {who.pk: who.pk}, who.pk)
    write_plain(write, row, field, value)
    _check_chain(field, led_by(write.session_id), who.pk)


def _check_chain(field: str, above: Mapping[int, int | None], changed: int) -> None:
    fault = chain_fault(above, changed)
    if fault is not None:
        raise invalid(field, fault, reason=_(CHAIN_REASONS[fault]) % {"most": MOST_LEVELS})


def _almanac(write: StoryWrite, row: StoryWorld, field: str, value: Any) -> None:
    fault = almanac_fault({field: value})
    if fault:
        raise _faulty(fault, field)
    write_plain(write, row, field, value)


def _zone(write: StoryWrite, row: StoryWorld, field: str, value: Any) -> None:
    """A zone in which every instant of the story lies within the calendar (TM-10)."""
    _almanac(write, row, field, value)
    state = read_world(write.session_id)
    instants = (
        state.clock.now,
        state.clock.started,
        *(time for one in state.engagements for time in (one.begins, one.ends)),
        *(one.deadline for one in state.intents),
    )
    zone = state.almanac.zone
    if not all(in_calendar(zone.wall(instant)) for instant in instants if instant is not None):
        raise invalid(field, "beyond_calendar")


def _festivals(write: StoryWrite, row: StoryWorld, field: str, value: Any) -> None:
    """Festivals, with all that routines go by among them."""
    _almanac(write, row, field, value)
    for routine in StoryRoutine.objects.filter(session=write.session_id):
        fault = routine_fault(_parts(routine), festivals=value)
        if fault:
            raise invalid(field, "in_use", reason=fault.refusal(field).reason)


_PARTS = ("start", "end", "days", "calendar", "activity")


def _parts(row: StoryRoutine) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _PARTS}


def _window(write: StoryWrite, row: StoryRoutine, field: str, value: Any) -> None:
    """A part of a routine window, judged with the rest of it."""
    low, high = row_range(write.session_id)
    world = StoryWorld.objects.filter(pk__gte=low, pk__lt=high).first()
    fault = routine_fault(_parts(row) | {field: value}, festivals=world.festivals if world else {})
    if fault:
        raise _faulty(fault, field)
    if field == "calendar":  # One rule, or a list of which one must hold (CA-1).
        row.calendar = value or {}
        row.save(update_fields=[field])
    else:
        write_plain(write, row, field, value)


def _instant(write: StoryWrite, row: StoryRow, field: str, value: Any) -> None:
    """An instant in UTC milliseconds, within the calendar (TM-10)."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole and not in_calendar(read_world(write.session_id).almanac.zone.wall(value)):
        raise invalid(field, "beyond_calendar")
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
    "exits": {"state": _on_both_sides, "opener": _on_both_sides, "door": _door},
    "items": {
        "held": edit_items.write_held,
        "worn": edit_items.write_worn,
        "slot": edit_items.write_slot,
        "container": edit_items.write_container,
        "quantity": edit_items.write_quantity,
        "unique": edit_items.write_unique,
    },
    "slots": {"capacity": edit_items.write_capacity},
    "regions": {"parent": _region_above},
    "placements": {"location": _whereabouts, "follows": _follows},
    "engagements": {"begins": _instant, "ends": _instant},
    "intents": {"deadline": _instant},
    "world": {
        **dict.fromkeys(("hemisphere", "calendar_names", "day_parts"), _almanac),
        "zone": _zone,
        "festivals": _festivals,
    },
    "routines": dict.fromkeys(_PARTS, _window),
}
"""Fields that have a law beside their column's, by table."""
