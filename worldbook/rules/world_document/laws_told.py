"""What a world declares: its time, routines, aims, variables, checks, and how stories begin."""

from collections.abc import Iterator, Mapping

from worldbook.rules.almanac import almanac_fault
from worldbook.rules.calendar import never_matches
from worldbook.rules.calendar_validate import festivals_fault
from worldbook.rules.faults import Fault, inside, under
from worldbook.rules.instants import read_instant
from worldbook.rules.routines import routine_fault
from worldbook.rules.variable_defs import definition_fault, read_definition
from worldbook.rules.variable_values import value_fault
from worldbook.rules.variables import BUILT_IN, MOST_DEFINITIONS, Target, VariableDef, Variables
from worldbook.rules.world_document.laws import Placed, Row, Sound
from worldbook.rules.zones import Zone, zone_of

_ALMANAC = ("zone", "hemisphere", "festivals", "calendar_names", "day_parts")


def told_faults(sound: Sound) -> Iterator[Fault]:
    """Everything that is wrong with what a world declares."""
    zone = zone_of(sound.world["zone"]) if sound.world else None
    if sound.world is not None:
        yield from _time(sound.world, zone)
    yield from _routines(sound)
    yield from _aims(sound, zone)
    yield from _variables(sound)
    yield from _openings(sound, zone)


def _time(world: Row, zone: Zone | None) -> Iterator[Fault]:
    for name in _ALMANAC:
        wrong = under("world", almanac_fault({name: world[name]}))
        if wrong:
            yield wrong
    if festivals_fault(world["festivals"]) is None:
        for name, rule in world["festivals"].items():
            if never_matches(rule):
                yield Fault("never", f"world.festivals.{name}")
    yield from _moment(world["starting_time"], "world.starting_time", zone)


def _moment(text: str, path: str, zone: Zone | None) -> Iterator[Fault]:
    """Whether a text that may be empty is an instant; without offset it is in the zone."""
    if not text:
        return
    written = read_instant(text)
    if written is None:
        yield Fault("not_instant", path)
    elif (zone is not None or written.offset is not None) and written.instant(zone) is None:
        yield Fault("beyond_calendar", path)


def _routines(sound: Sound) -> Iterator[Fault]:
    festivals = sound.world["festivals"] if sound.world else None
    for path, row in sound.rows["characters"]:
        for at, routine in enumerate(row["routines"]):
            wrong = under(f"{path}.routines[{at}]", routine_fault(routine, festivals=festivals))
            if wrong:
                yield wrong


def _aims(sound: Sound, zone: Zone | None) -> Iterator[Fault]:
    for path, row in sound.rows["characters"]:
        for at, intent in enumerate(row["intents"]):
            yield from _moment(intent["deadline"], f"{path}.intents[{at}].deadline", zone)


def _variables(sound: Sound) -> Iterator[Fault]:
    rows = sound.rows["variables"]
    if len(rows) > MOST_DEFINITIONS:
        yield Fault("too_many", "variables", {"most": MOST_DEFINITIONS})
    for path, row in rows:
        wrong = under(path, definition_fault(row))
        if wrong:
            yield wrong


def definitions(sound: Sound) -> Mapping[str, VariableDef]:
    """The variables of a world that are declared right, and the built-in ones, by key."""
    own = (row for _, row in sound.rows["variables"] if definition_fault(row) is None)
    return {**BUILT_IN, **{row["key"]: read_definition(row) for row in own}}


def _openings(sound: Sound, zone: Zone | None) -> Iterator[Fault]:
    for path, row in sound.rows["openings"]:
        yield from _moment(row["starting_time"], inside(path, "starting_time"), zone)
        yield from _cast(sound, path, row)
        books = [pin["book"] for pin in row["pins"]]
        for at, book in enumerate(books):
            if book in books[:at]:
                yield Fault("key_taken", f"{path}.pins[{at}].book", {"value": book})
        yield from _values(sound, (path, row))


def _cast(sound: Sound, path: str, row: Row) -> Iterator[Fault]:
    cast = row["characters"]
    for at, key in enumerate(cast):
        if key in cast[:at]:
            yield Fault("named_twice", f"{path}.characters[{at}]", {"value": key})
    player = sound.by_key["characters"].get(row["player"] or "")
    if player is not None and not player["playable"]:
        yield Fault("not_playable", inside(path, "player"), {"value": row["player"]})


def _values(sound: Sound, placed: Placed) -> Iterator[Fault]:
    """Whether what is named has the variable, and it may have the value; each said once."""
    path, row = placed
    known = definitions(sound)
    served = Variables(
        definitions=known,
        item_kinds={item["key"]: item["kind"] or item["key"] for _, item in sound.rows["items"]},
    )
    seen: set[tuple[str, str, str]] = set()
    for at, said in enumerate(row["variable_values"]):
        definition, here = known.get(said["variable"]), f"{path}.variable_values[{at}]"
        if definition is None:
            continue
        target = Target(said["of"]["kind"], said["of"]["key"])
        name = (target.kind, target.key, definition.key)
        if not served.serves(definition, target):
            yield Fault("no_such_variable", inside(here, "of"), {"value": said["variable"]})
        elif name in seen:
            yield Fault("named_twice", inside(here, "variable"), {"value": said["variable"]})
        seen.add(name)
        wrong = value_fault(definition, said["value"], inside(here, "value"))
        if wrong:
            yield wrong
