"""What a turn of the table reads beside the story's state: cards, the way back, rounds by key."""

from dataclasses import dataclass

from sessions_app.models import StoryCharacter, StoryRound
from sessions_app.queries.rounds import rolls_before, round_result
from sessions_app.queries.world import read_world
from sessions_app.rules.steps import RollResult, RoundResult
from sessions_app.rules.world import StoryState

_LOOKED_BACK = 40
"""How many rounds are looked through for the place that the player came from."""


@dataclass(frozen=True, slots=True)
class TableRead:
    """A story as its game master needs it; `came_from` is the key of the player's last place."""

    state: StoryState
    characters: tuple[StoryCharacter, ...]
    came_from: str
    rolls: tuple[RollResult, ...]


def read_table(session_id: int, turn_number: int) -> TableRead:
    """The story as it is now; `rolls` are those that the player made since the turn before."""
    state = read_world(session_id)
    return TableRead(
        state=state,
        characters=tuple(StoryCharacter.objects.filter(session=session_id).order_by("place", "id")),
        came_from=_came_from(state),
        rolls=rolls_before(session_id, turn_number),
    )


def _came_from(state: StoryState) -> str:
    """The place that the player's character left when it came to where it is; "" if unknown."""
    me = state.numbers.characters.get(state.player or "")
    here = state.numbers.locations.get(state.player_place or "")
    places = {n: key for key, n in state.numbers.locations.items()}
    rounds = StoryRound.objects.filter(session=state.session_id).order_by("-id")
    for moved in rounds.values_list("moved", flat=True)[:_LOOKED_BACK]:
        for move in moved:
            if move["who"] == me:
                return places.get(move["from"], "") if move["to"] == here else ""
    return ""


def kept_round(session_id: int, key: str) -> RoundResult | None:
    """The round that was written under a key; None where there is none on the line."""
    row = StoryRound.objects.filter(session=session_id, key=key).first()
    return None if row is None else round_result(row, read_world(session_id))
