"""How stories begin: who plays, what is so, and what is done with things before the first word."""

from collections.abc import Iterator

from worldbook.rules.condition_leaves import PLAYER
from worldbook.rules.faults import Fault, inside
from worldbook.rules.items.reading import read_state
from worldbook.rules.items.reading_changes import change_faults, read_change
from worldbook.rules.items.trial import try_changes
from worldbook.rules.variable_values import value_fault
from worldbook.rules.variables import Target, Variables
from worldbook.rules.world_document.laws import Placed, Row, Sound
from worldbook.rules.world_document.laws_told import almanac_of, definitions, moment_faults

_PLAYER = Target("character", PLAYER)
_PERSONA = "persona"


def opening_faults(sound: Sound) -> Iterator[Fault]:
    """Everything that is wrong with openings, but for what cannot be done with things."""
    almanac = almanac_of(sound)
    for path, row in sound.rows["openings"]:
        yield from moment_faults(row["starting_time"], inside(path, "starting_time"), almanac)
        yield from _cast(sound, path, row)
        books = [pin["book"] for pin in row["pins"]]
        for at, book in enumerate(books):
            if book in books[:at]:
                yield Fault("key_taken", f"{path}.pins[{at}].book", {"value": book})
        yield from _values(sound, (path, row))
        for at, change in enumerate(row["item_changes"]):
            yield from change_faults(change, f"{path}.item_changes[{at}]")


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
        if target != _PLAYER and not served.serves(definition, target):
            yield Fault("no_such_variable", inside(here, "of"), {"value": said["variable"]})
        elif name in seen:
            yield Fault("named_twice", inside(here, "variable"), {"value": said["variable"]})
        seen.add(name)
        wrong = value_fault(definition, said["value"], inside(here, "value"))
        if wrong:
            yield wrong


def undoable_faults(sound: Sound) -> Iterator[Fault]:
    """Changes of things that openings name and that cannot be done; for a world without faults."""
    for path, row in sound.rows["openings"]:
        if not row["item_changes"]:
            continue
        player = row["player"] or _PERSONA
        state = read_state(_state_at(sound, row, player))
        changes = [
            read_change({name: _own(value, player) for name, value in change.items()})
            for change in row["item_changes"]
        ]
        for failure in try_changes(state, changes).failures:
            here = f"{path}.item_changes[{failure.index}]"
            yield Fault("cannot_be_done", here, {"reason": failure.refusal.reason})


def _own(value: object, player: str) -> object:
    """A member of a change, with the player's own key for the reserved one."""
    if isinstance(value, dict):
        return {name: player if part == PLAYER else part for name, part in value.items()}
    return player if value == PLAYER else value


def _state_at(sound: Sound, opening: Row, player: str) -> Row:
    """Where things and people are when a story of an opening begins."""
    people = {row["key"]: row["location"] for _, row in sound.rows["characters"]}
    first = people.get(next(iter(opening["characters"]), ""))
    people[player] = opening["location"] or people.get(player) or first
    return {
        "characters": [{"key": key, "at": place} for key, place in people.items()],
        **{
            part: [row for _, row in sound.rows[part]]
            for part in ("locations", "exits", "items", "slots")
        },
    }
