"""Rounds, skips and rolls as they were recorded, told by keys (PL-3, DC-2)."""

from collections.abc import Iterable, Mapping
from typing import Any

from sessions_app.models import DiceRoll, StoryRound, TimeLog
from sessions_app.queries.world import read_world
from sessions_app.rules.steps import Moved, RollResult, RoundResult, SkipResult
from sessions_app.rules.world import StoryState
from worldbook.models.story_rows import row_id, row_number

Json = dict[str, Any]
Row = Mapping[str, Any]


def _keys(numbers: Mapping[str, int]) -> dict[int, str]:
    return {n: key for key, n in numbers.items()}


def round_result(row: StoryRound, state: StoryState) -> RoundResult:
    """A recorded round, told by the keys of the story's state."""
    people, places = _keys(state.numbers.characters), _keys(state.numbers.locations)
    return RoundResult(
        number=row.number,
        location=None if row.location_id is None else places[row_number(row.location_id)],
        at={people[int(who)]: places[place] for who, place in row.at.items()},
        moved=_moves(row.moved, state),
        outcomes={people[int(who)]: text for who, text in row.outcomes.items()},
        item_changes=tuple(row.item_changes),
        variable_changes=tuple(row.variable_changes),
        character_changes=tuple(_person(change, people) for change in row.character_changes),
        left_out=tuple(row.left_out),
        begins=row.begins,
        ends=row.ends,
        new_phase=row.new_phase,
    )


def _person(change: Row, people: Mapping[int, str]) -> Row:
    follows = change["follows"]
    return {**change, "who": people[change["who"]], "follows": people.get(follows, "")}


def _moves(rows: Iterable[Row], state: StoryState) -> tuple[Moved, ...]:
    """Moves as rows keep them, by keys."""
    people, places = _keys(state.numbers.characters), _keys(state.numbers.locations)
    exits = _keys(state.numbers.exits)
    return tuple(
        Moved(
            who=people[row["who"]],
            origin=places.get(row["from"]),
            target=places[row["to"]],
            how=row["how"],
            exits=tuple(exits[n] for n in row["exits"]),
            seconds=row["seconds"],
        )
        for row in rows
    )


def skip_result(row: TimeLog, state: StoryState) -> SkipResult:
    """A recorded skip."""
    return SkipResult(row.begins, row.ends, row.reason, _moves(row.moved, state))


def roll_result(row: DiceRoll) -> RollResult:
    """A recorded roll; reads its check and character where they were not selected with it."""
    check, who = row.dice_check, row.character
    return RollResult(
        n=row.n,
        turn=row.turn,
        round=row.round,
        expression=row.expression,
        dice=tuple(row.dice),
        total=row.total,
        value=row.value,
        check=None if check is None else check.key,
        name="" if check is None else check.name,
        modifiers=tuple(row.modifiers),
        target=row.target,
        band=row.band,
        outcome=row.outcome,
        reason=row.reason,
        character=None if who is None else who.key,
        hidden=row.hidden,
        asked_by=row.asked_by,
        rolled_when=row.rolled_when,
        truncated=row.truncated,
    )


def recorded_rounds(session_id: int, *, before: int | None, limit: int) -> list[Json]:
    """The last rounds of a story, newest first, each {n, turn, cause, pending, ...the record}.

    `before`: only those with a smaller number `n`.
    """
    rows = StoryRound.objects.filter(session=session_id, **_before(session_id, before))
    state = read_world(session_id, texts=False)
    return [
        {
            "n": row.n,
            "turn": row.turn,
            "cause": row.cause,
            "pending": row.pending,
            **round_result(row, state).to_json(),
        }
        for row in rows.order_by("-id")[:limit]
    ]


def time_log(session_id: int, *, before: int | None, limit: int) -> list[Json]:
    """The last steps of a story's time, newest first: {n, kind, turn, round, begins, ends, ...}."""
    rows = TimeLog.objects.filter(session=session_id, **_before(session_id, before))
    state = read_world(session_id, texts=False)
    return [
        {
            "n": row.n,
            "kind": row.kind,
            "turn": row.turn,
            "round": row.round,
            **skip_result(row, state).to_json(),
        }
        for row in rows.order_by("-id")[:limit]
    ]


def _before(session_id: int, n: int | None) -> dict[str, int]:
    return {} if n is None else {"pk__lt": row_id(session_id, n)}


def rolls_before(session_id: int, turn_number: int) -> tuple[RollResult, ...]:
    """What the player threw since the answer before a turn, to be told in it (DC-5): one query."""
    rolls = rolls_of(session_id, [turn_number - 1]).get(turn_number - 1, [])
    return tuple(roll for roll in rolls if roll.asked_by == "player" and not roll.hidden)


def rolls_of(session_id: int, turns: Iterable[int]) -> dict[int, list[RollResult]]:
    """The rolls of some turns (by number on the line) in the order they were made: one query."""
    rows = DiceRoll.objects.filter(session=session_id, turn__in=list(turns))
    found: dict[int, list[RollResult]] = {}
    for row in rows.select_related("dice_check", "character").order_by("id"):
        found.setdefault(row.turn, []).append(roll_result(row))
    return found
