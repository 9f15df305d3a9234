"""What a world declares: its time, routines, aims, variables, checks."""

from collections.abc import Iterator, Mapping

from worldbook.rules.almanac import Almanac, almanac_fault, read_almanac
from worldbook.rules.calendar import never_matches
from worldbook.rules.calendar_validate import festivals_fault
from worldbook.rules.checks import check_faults
from worldbook.rules.faults import Fault, inside, under
from worldbook.rules.refusal import Refusal
from worldbook.rules.routines import routine_fault
from worldbook.rules.story_dates import parse_story_date
from worldbook.rules.variable_defs import definition_fault, read_definition
from worldbook.rules.variables import BUILT_IN, MOST_DEFINITIONS, VariableDef
from worldbook.rules.world_document.laws import Row, Sound

_ALMANAC = ("zone", "hemisphere", "festivals", "calendar_names", "day_parts")


def told_faults(sound: Sound) -> Iterator[Fault]:
    """Everything that is wrong with what a world declares."""
    almanac = almanac_of(sound)
    if sound.world is not None:
        yield from _time(sound.world, almanac)
    yield from _routines(sound)
    yield from _aims(sound, almanac)
    yield from _variables(sound)
    yield from _checks(sound)


def almanac_of(sound: Sound) -> Almanac | None:
    """How the world tells its time; None where that is not right."""
    if sound.world is None:
        return None
    found = read_almanac({name: sound.world[name] for name in _ALMANAC})
    return None if isinstance(found, Refusal) else found


def _time(world: Row, almanac: Almanac | None) -> Iterator[Fault]:
    for name in _ALMANAC:
        wrong = under("world", almanac_fault({name: world[name]}))
        if wrong:
            yield wrong
    if festivals_fault(world["festivals"]) is None:
        for name, rule in world["festivals"].items():
            if never_matches(rule):
                yield Fault("never", f"world.festivals.{name}")
    yield from moment_faults(world["starting_time"], "world.starting_time", almanac)


def moment_faults(text: str, path: str, almanac: Almanac | None) -> Iterator[Fault]:
    """Whether a text that may be empty is an instant, ISO or as the world writes its dates."""
    said = parse_story_date(text, almanac) if text and almanac else None
    if isinstance(said, Refusal):
        yield Fault(said.code, path, said.detail)


def _routines(sound: Sound) -> Iterator[Fault]:
    festivals = sound.world["festivals"] if sound.world else None
    for path, row in sound.rows["characters"]:
        for at, routine in enumerate(row["routines"]):
            wrong = under(f"{path}.routines[{at}]", routine_fault(routine, festivals=festivals))
            if wrong:
                yield wrong


def _aims(sound: Sound, almanac: Almanac | None) -> Iterator[Fault]:
    for path, row in sound.rows["characters"]:
        for at, intent in enumerate(row["intents"]):
            here = f"{path}.intents[{at}].deadline"
            yield from moment_faults(intent["deadline"], here, almanac)


def _variables(sound: Sound) -> Iterator[Fault]:
    rows = sound.rows["variables"]
    if len(rows) > MOST_DEFINITIONS:
        yield Fault("too_many", "variables", {"most": MOST_DEFINITIONS})
    for path, row in rows:
        wrong = under(path, definition_fault(row))
        if wrong:
            yield wrong


def _checks(sound: Sound) -> Iterator[Fault]:
    for path, row in sound.rows["checks"]:
        for fault in check_faults(row):
            yield Fault(fault.code, inside(path, fault.path), fault.values)


def definitions(sound: Sound) -> Mapping[str, VariableDef]:
    """The variables of a world that are declared right, and the built-in ones, by key."""
    own = (row for _, row in sound.rows["variables"] if definition_fault(row) is None)
    return {**BUILT_IN, **{row["key"]: read_definition(row) for row in own}}
