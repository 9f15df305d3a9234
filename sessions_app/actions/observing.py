"""What characters come to know by being where they are is kept (KN-2, KN-4).

Inside a `story_write`, with the state as it is then. An observation only adds: edges to what is
seen, and a neutral acquaintance with whom one meets.
"""

from collections.abc import Iterable, Iterator, Mapping

from memory.models import EntityKnowledge, Relationship
from memory.rules.knowledge import EXIT, ITEM, LOCATION, Known, learnt, observe
from memory.rules.relationships import acquaintances
from sessions_app.rules.world import StoryState
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import row_id
from worldbook.rules.items.parting import parted

AWAKE = frozenset({"active", "captive"})
"""In these conditions a character perceives what is around it (PL-8)."""

NOBODY_CAME: Mapping[str, tuple[str, ...]] = {}


def keep_observations(
    write: StoryWrite,
    state: StoryState,
    who: Iterable[str] | None = None,
    passed: Mapping[str, tuple[str, ...]] = NOBODY_CAME,
) -> tuple[int, int]:
    """Let characters (all where none are named) know what they see; how many edges and meetings.

    `state` is as the rows are: what it holds as known is not written again. `passed`: the exits
    that somebody took to come here; they and the places on the way are known to it.
    """
    edges: list[EntityKnowledge] = []
    meetings: list[Relationship] = []
    parts, numbers = parted(state.things), _numbers(state)
    for key in state.people if who is None else who:
        if state.placements[key].condition not in AWAKE:
            continue
        known = state.known_by(key)
        seen = observe(parts[state.things.characters[key]], key, known)
        me = row_id(state.session_id, state.numbers.characters[key])
        found = learnt(seen, known) | (_on_the_way(state, passed.get(key, ())) - known)
        edges.extend(_edges(state.session_id, numbers, me, found))
        meetings.extend(_meetings(state, key, me, seen.people))
    rows = (*edges, *meetings)
    for row, pk in zip(rows, write.new_ids(len(rows)), strict=True):
        row.pk = pk
    EntityKnowledge.objects.bulk_create(edges)
    Relationship.objects.bulk_create(meetings)
    return len(edges), len(meetings)


def _on_the_way(state: StoryState, exits: Iterable[str]) -> frozenset[Known]:
    """The exits that somebody took, and the places between them."""
    ways = [state.things.exits[key] for key in exits]
    return frozenset(
        edge
        for way in ways
        for edge in ((EXIT, way.key), (LOCATION, way.origin), (LOCATION, way.target))
    )


def _numbers(state: StoryState) -> Mapping[str, tuple[str, Mapping[str, int]]]:
    """By kind of what is known: its column, and numbers of rows by key; a thing's are by kind."""
    first_of_kind: dict[str, int] = {}
    for thing, item in state.things.items.items():
        first_of_kind.setdefault(item.kind, state.numbers.items[thing])
    return {
        LOCATION: ("location_id", state.numbers.locations),
        EXIT: ("exit_id", state.numbers.exits),
        ITEM: ("item_id", first_of_kind),
    }


def _edges(
    session_id: int,
    numbers: Mapping[str, tuple[str, Mapping[str, int]]],
    me: int,
    known: frozenset[Known],
) -> Iterator[EntityKnowledge]:
    """Rows for edges, in the order of their names."""
    for kind, key in sorted(known):
        column, of = numbers[kind]
        target = {column: row_id(session_id, of[key])}
        yield EntityKnowledge(session_id=session_id, character_id=me, **target)


def _meetings(
    state: StoryState, key: str, me: int, people: frozenset[str]
) -> Iterator[Relationship]:
    for new in acquaintances(state.relationships, key, sorted(people)):
        yield Relationship(
            session_id=state.session_id,
            character_id=me,
            other_id=row_id(state.session_id, state.numbers.characters[new.other]),
            label=new.label,
        )
