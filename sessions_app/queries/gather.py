"""All that a turn reads of its story, at once: it is frozen and nothing is read again (LN-1).

The history is a window of the line, so that a turn costs the same in a long story (PF-3).
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sessions_app.models import Passage, Session, SessionPin, StoryCharacter, Take, Turn
from sessions_app.queries.line import walk_up
from sessions_app.queries.scenarios import effective_scenario
from sessions_app.rules.phases import is_read_by_models
from sessions_app.rules.settings import Effective
from worldbook.rules.refusal import Refusal

HISTORY_TURNS = 60
"""How far back a turn reads; what of it fits into the window is the budget's to say (LN-3)."""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A turn before this one: what the player wrote and what was answered, as models may read it."""

    number: int
    player: str
    answer: str
    speaker: str


@dataclass(frozen=True, slots=True)
class StoryRead:
    """A story as it stands at the beginning of an attempt."""

    session: Session
    scenario: Effective | Refusal
    characters: tuple[StoryCharacter, ...]
    pins: tuple[SessionPin, ...]
    turn: Turn
    take: Take
    past: tuple[PastTurn, ...]
    timed: dict[str, int]


def read_story(session_id: int, take_id: int) -> StoryRead:
    """Read the story of a take: a fixed number of queries, whatever the story's length."""
    session = Session.objects.select_related("owner").get(pk=session_id)
    take = Take.objects.select_related("turn").get(pk=take_id)
    places = walk_up(take.parent_id, HISTORY_TURNS)
    pins = SessionPin.objects.filter(session=session).select_related("book", "revision")
    timed = (
        Turn.objects.filter(pk__in=[place.turn_id for place in places], timed__isnull=False)
        .order_by("-number")
        .values_list("timed", flat=True)
        .first()
    )
    return StoryRead(
        session=session,
        scenario=effective_scenario(session.scenario_id, session.settings),
        characters=tuple(StoryCharacter.objects.filter(session=session).order_by("place", "id")),
        pins=tuple(pins.defer("revision__body").order_by("place", "id")),
        turn=take.turn,
        take=take,
        past=_past([place.take_id for place in reversed(places)]),
        timed=dict(timed or {}),
    )


def _past(take_ids: list[int]) -> tuple[PastTurn, ...]:
    """The turns of these takes, oldest first, without what was deleted or never came to an end."""
    takes = {take.pk: take for take in _light_takes(take_ids)}
    texts: dict[int, list[Passage]] = defaultdict(list)
    for passage in Passage.objects.filter(take_id__in=take_ids).order_by("take_id", "position"):
        texts[passage.take_id].append(passage)
    return tuple(_past_turn(takes[pk], texts[pk]) for pk in take_ids)


def _light_takes(take_ids: list[int]) -> Any:
    heavy = ("selection_input", "selection", "trace", "timed")
    return (
        Take.objects.filter(pk__in=take_ids)
        .select_related("turn")
        .defer(*(f"turn__{name}" for name in heavy))
    )


def _past_turn(take: Take, passages: list[Passage]) -> PastTurn:
    appended = take.mode == Take.Mode.APPEND
    readable = take.deleted_at is None and is_read_by_models(take.status, appended=appended)
    turn = take.turn
    return PastTurn(
        number=turn.number or 0,
        player="" if turn.player_deleted_at else turn.player_text,
        answer="\n\n".join(item.text for item in passages if item.text) if readable else "",
        speaker=passages[0].speaker if passages else "",
    )
