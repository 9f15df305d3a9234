"""Reads a story's state whole, as the value that rules are given (LN-1).

One query, whatever the story's length (PF-3). What rows refer to by primary key is told by key
here; of knowledge of things the kind (IT-6).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

from memory.rules.knowledge import EXIT, LORE, Known
from memory.rules.knowledge import ITEM as THING
from memory.rules.knowledge import LOCATION as PLACE
from memory.rules.relationships import Relationship
from sessions_app.queries.world_tables import BARE, STATE, Row
from sessions_app.rules.world import (
    Described,
    ItemText,
    Numbers,
    PersonText,
    Placement,
    PlaceText,
    RegionText,
    StoryState,
)
from worldbook.models.story_rows import row_number
from worldbook.rules.agenda import Engagement, Intent, Routine
from worldbook.rules.almanac import Almanac, read_almanac
from worldbook.rules.clock import NONE, Clock
from worldbook.rules.items.state import Exit, Holder, Item, ItemState, with_defaults
from worldbook.rules.refusal import Refusal
from worldbook.rules.variable_defs import read_definition
from worldbook.rules.variable_values import read_value
from worldbook.rules.variables import (
    BUILT_IN,
    CHARACTER,
    ITEM,
    LOCATION,
    THE_WORLD,
    Target,
    Value,
    VariableDef,
    Variables,
)


def read_world(session_id: int, *, texts: bool = True) -> StoryState:
    """The state of a story as it is now; without `texts` there are names, and nothing to read."""
    read = STATE if texts else BARE
    return state_of_rows(session_id, read.read(session_id))


def state_of_rows(session_id: int, rows: Mapping[str, list[Row]]) -> StoryState:
    """The state that rows make, by table as `world_tables.TABLES` names them."""
    return _Reading(session_id, rows).state()


KEYED = ("regions", "locations", "people", "items", "exits", "definitions")
"""Tables whose rows others refer to and that have keys."""


T = TypeVar("T")


class AsAsked(Mapping[str, T]):
    """Values by key that are made of rows when they are looked at: few of a world's are."""

    def __init__(self, rows: Iterable[Row], make: Callable[[Row], T]) -> None:
        self._rows = {row["key"]: row for row in rows}
        self._make = make

    def __getitem__(self, key: str) -> T:
        return self._make(self._rows[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows


class _Reading:
    """One reading: rows by table, and keys by primary key."""

    def __init__(self, session_id: int, rows: Mapping[str, list[Row]]) -> None:
        self.session_id = session_id
        self.rows = rows
        self.keys = {row["id"]: row["key"] for name in KEYED for row in rows[name]}

    def _key(self, pk: int | None) -> str:
        """The key of what is referred to, "" for nothing."""
        return "" if pk is None else self.keys[pk]

    def state(self) -> StoryState:
        rows = self.rows
        world = next(iter(rows["world"]), {})
        return StoryState(
            session_id=self.session_id,
            player=self._key(world.get("player_id")) or None,
            things=self._things(),
            almanac=_almanac(world),
            clock=next((Clock(**row) for row in rows["clock"]), Clock(NONE)),
            rules=tuple(world.get("rules", ())),
            regions={row["key"]: self._region(row) for row in rows["regions"]},
            places=self._places(),
            ways=AsAsked(rows["exits"], _described),
            items=AsAsked(rows["items"], _item_text),
            people={row["key"]: _person_text(row) for row in rows["people"]},
            placements={
                self._key(row["character_id"]): self._placement(row) for row in rows["placements"]
            },
            routines=self._routines(),
            engagements=tuple(self._engagement(row) for row in rows["engagements"]),
            intents=tuple(self._intent(row) for row in rows["intents"]),
            variables=self._variables(),
            checks={row["key"]: _without_id(row) for row in rows["checks"]},
            relationships=self._relationships(),
            knowledge=self._knowledge(),
            numbers=Numbers(
                characters=_numbers(rows["people"]),
                locations=_numbers(rows["locations"]),
                exits=_numbers(rows["exits"]),
                items=_numbers(rows["items"]),
                variables=_numbers(rows["definitions"]),
                checks=_numbers(rows["checks"]),
            ),
        )

    def _things(self) -> ItemState:
        """Where everything is; a character without a row of whereabouts is nowhere."""
        rows = self.rows
        nowhere: dict[str, str | None] = {row["key"]: None for row in rows["people"]}
        placed = {
            self._key(row["character_id"]): self._key(row["location_id"]) or None
            for row in rows["placements"]
        }
        valued = {row["item_id"] for row in rows["values"]}
        return ItemState(
            locations=frozenset(row["key"] for row in rows["locations"]),
            characters=nowhere | placed,
            items={
                row["key"]: self._item(row, own_values=row["id"] in valued) for row in rows["items"]
            },
            exits={row["key"]: self._exit(row) for row in rows["exits"]},
            slots=with_defaults({row["key"]: row["capacity"] for row in rows["slots"]}),
        )

    def _item(self, row: Row, *, own_values: bool) -> Item:
        return Item(
            key=row["key"],
            name=row["name"],
            kind=row["kind"],
            quantity=row["quantity"],
            holder=self._holder(row),
            condition=row["condition"],
            slot=row["slot"],
            container=row["container"],
            opener=row["opener"],
            owner=self._key(row["owner_id"]),
            worn=row["worn"],
            own_values=own_values,
            unique=row["unique"],
            hidden=row["hidden"],
            fixed=row["fixed"],
            notable=row["notable"],
        )

    def _holder(self, row: Row) -> Holder:
        if row["location_id"] is not None:
            return Holder("location", self.keys[row["location_id"]])
        if row["holder_id"] is not None:
            return Holder("character", self.keys[row["holder_id"]])
        return Holder("item", self.keys[row["inside_id"]])

    def _exit(self, row: Row) -> Exit:
        return Exit(
            key=row["key"],
            origin=self.keys[row["origin_id"]],
            target=self.keys[row["target_id"]],
            state=row["state"],
            opener=row["opener"],
            door=row["door"],
            hidden=row["hidden"],
            travel_seconds=row["travel_seconds"] or 0,
            see_through=row["see_through"],
            hear_through=row["hear_through"],
        )

    def _region(self, row: Row) -> RegionText:
        return RegionText(**_text(row), parent=self._key(row["parent_id"]))

    def _places(self) -> Mapping[str, PlaceText]:
        features: dict[int, list[Row]] = defaultdict(list)
        for row in self.rows.get("features", ()):
            features[row["location_id"]].append(row)

        def place(row: Row) -> PlaceText:
            return PlaceText(
                **_text(row),
                tags=tuple(row.get("tags", ())),
                region=self._key(row["region_id"]),
                features=tuple(_described(feature) for feature in features[row["id"]]),
                x=row["x"],
                y=row["y"],
            )

        return AsAsked(self.rows["locations"], place)

    def _placement(self, row: Row) -> Placement:
        return Placement(
            condition=row["condition"],
            follows=self._key(row["follows_id"]),
            activity=row["activity"],
            routine_on=row["routine_on"],
        )

    def _routines(self) -> dict[str, tuple[Routine, ...]]:
        found: dict[str, list[Routine]] = defaultdict(list)
        for row in self.rows["routines"]:
            found[self._key(row["character_id"])].append(
                Routine(
                    start=row["start"],
                    end=row["end"],
                    days=tuple(row["days"]),
                    calendar=row["calendar"] or None,
                    location=self._key(row["location_id"]) or None,
                    activity=row["activity"],
                )
            )
        return {who: tuple(windows) for who, windows in found.items()}

    def _engagement(self, row: Row) -> Engagement:
        character, location = self._key(row.pop("character_id")), self._key(row.pop("location_id"))
        return Engagement(character=character, location=location or None, **row)

    def _intent(self, row: Row) -> Intent:
        return Intent(character=self._key(row.pop("character_id")), **row)

    def _variables(self) -> Variables:
        items, people = self.rows["items"], self.rows["people"]
        declared = {row["key"]: _definition(row) for row in self.rows["definitions"]}
        values = (row for row in self.rows["values"] if self._is_here(row))
        return Variables(
            definitions=declared,
            values=dict(self._value(row, declared) for row in values),
            temperaments={row["key"]: _temperament(row) for row in people},
            item_kinds={row["key"]: row["kind"] for row in items if row["kind"] != row["key"]},
        )

    def _is_here(self, row: Row) -> bool:
        """Whether the row is of nothing that is gone."""
        return row["item_id"] is None or row["item_id"] in self.keys

    def _value(
        self, row: Row, declared: Mapping[str, VariableDef]
    ) -> tuple[tuple[Target, str], Value]:
        name = row["built_in"] or self.keys[row["definition_id"]]
        definition = BUILT_IN.get(name) or declared[name]
        return (self._target(row), name), read_value(definition, row["value"])

    def _target(self, row: Row) -> Target:
        for kind in (CHARACTER, ITEM, LOCATION):
            pk = row[f"{kind}_id"]
            if pk is not None:
                return Target(kind, self.keys[pk])
        return THE_WORLD

    def _relationships(self) -> dict[tuple[str, str], Relationship]:
        found = {}
        for row in self.rows["relationships"]:
            who, other = self.keys[row.pop("character_id")], self.keys[row.pop("other_id")]
            found[who, other] = Relationship(character=who, other=other, **row)
        return found

    def _knowledge(self) -> dict[str, frozenset[Known]]:
        found: dict[str, set[Known]] = defaultdict(set)
        for row in self.rows["knowledge"]:
            found[self.keys[row["character_id"]]].add(self._known(row))
        return {who: frozenset(known) for who, known in found.items()}

    def _known(self, row: Row) -> Known:
        if row["lore"]:
            return LORE, row["lore"]
        if row["item__kind"]:
            return THING, row["item__kind"]
        if row["exit_id"] is not None:
            return EXIT, self.keys[row["exit_id"]]
        return PLACE, self.keys[row["location_id"]]


def _text(row: Row) -> dict[str, Any]:
    """What `Described` takes."""
    return {
        "key": row["key"],
        "name": row["name"],
        "aliases": tuple(row.get("aliases", ())),
        "description": row.get("description", ""),
    }


def _described(row: Row) -> Described:
    return Described(**_text(row))


def _item_text(row: Row) -> ItemText:
    return ItemText(**_text(row), text=row.get("text", ""), tags=tuple(row.get("tags", ())))


def _person_text(row: Row) -> PersonText:
    return PersonText(
        **_text(row),
        nickname=row["nickname"],
        personality=row.get("personality", ""),
        tags=tuple(row.get("tags", ())),
        cast=row["cast"],
        background=row["background"],
        group=row["group"],
        playable=row["playable"],
    )


def _temperament(row: Row) -> dict[str, Decimal]:
    return {name: row[name] for name in BUILT_IN}


def _without_id(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "id"}


@dataclass(frozen=True, slots=True)
class _Declared:
    """A declaration's row, which equals one that reads the same."""

    text: str
    row: Row = field(compare=False)


@lru_cache(maxsize=4_096)
def _definition_of(declared: _Declared) -> VariableDef:
    return read_definition(declared.row)


def _definition(row: Row) -> VariableDef:
    """A declaration; of those that stay as they are, which is nearly all, each is made once."""
    declared = _without_id(row)
    return _definition_of(_Declared(repr(declared), declared))


def _almanac(world: Mapping[str, Any]) -> Almanac:
    """How the story tells its time; a story of before worlds had calendars has the usual one.

    Raises ValueError where the rows hold what the rules would have refused.
    """
    names = ("zone", "hemisphere", "festivals", "calendar_names", "day_parts")
    found = read_almanac({name: world[name] for name in names if name in world})
    if isinstance(found, Refusal):
        raise ValueError(f"the story's calendar: {found.reason}")
    return found


def _numbers(rows: Iterable[Row]) -> dict[str, int]:
    """Rows' numbers by key (ST-0a)."""
    return {row["key"]: row_number(row["id"]) for row in rows}
