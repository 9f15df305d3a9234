"""What a page shows of a story: turns and takes as JSON, a window of the line at a time.

The shapes: TurnJson {id, key, number, player, status, created_at, takes, chosen, take_count, traced,
rolls?} and TakeJson {id, number, status, attempt, text, passages, deleted, edited, truncated, error,
instruction, usage, keep, kept_edits}. `key` is what the message was sent under, so that the page
that sent it knows it again. A passage's `speaker` is a name, empty for the first of the cast. A
deleted message comes without its text. `rolls` are the dice that fell in the turn as the player sees
them (PG-26), as the story is now (DC-2).
"""

from collections import defaultdict
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from sessions_app.models import Passage, Session, StoryCharacter, Take, Turn
from sessions_app.queries.failures import error_json
from sessions_app.queries.line import parent_of_turn, walk_up
from sessions_app.queries.rounds import rolls_of
from sessions_app.queries.row_words import column_words, table_words
from sessions_app.rules.phases import BUSY

WINDOW = 30
MAX_WINDOW = 100
HEAVY = ("selection_input", "selection", "trace", "timed")

Json = dict[str, Any]


def light_turns() -> QuerySet[Turn]:
    """Turns without what was frozen for the model; `traced` says whether there is a trace."""
    return Turn.objects.defer(*HEAVY).annotate(
        traced=Q(trace__isnull=False), take_count=Count("takes")
    )


def text_of(passages: list[Passage]) -> str:
    """The whole text of an answer, its passages one after the other."""
    return "\n\n".join(passage.text for passage in passages if passage.text)


def take_json(take: Take, passages: list[Passage]) -> Json:
    """One version of an answer as the page gets it."""
    deleted = take.deleted_at is not None
    shown = [] if deleted else passages
    return {
        "id": take.pk,
        "number": take.number,
        "status": take.status,
        "attempt": take.attempt,
        "text": text_of(shown),
        "passages": [{"speaker": vars(item)["called"], "text": item.text} for item in shown],
        "deleted": deleted,
        "edited": take.edited_at is not None,
        "truncated": take.truncated,
        "error": error_json(take.error),
        "instruction": take.instruction,
        "usage": take.usage,
        "keep": take.keep_partial,
        "kept_edits": [_kept_edit_json(edit) for edit in take.kept_edits],
    }


def _kept_edit_json(edit: Json) -> Json:
    """An edit by hand that met what an attempt had changed, with words for what it was of."""
    labels = column_words(edit["table"], edit["fields"])
    return {**edit, "what": table_words(edit["table"]), "labels": labels}


def _player_json(turn: Turn) -> Json | None:
    if turn.number == 0:
        return None
    deleted = turn.player_deleted_at is not None
    return {
        "text": "" if deleted else turn.player_text,
        "edited": turn.player_edited_at is not None,
        "deleted": deleted,
    }


def new_turn_json(turn: Turn, take: Take | None) -> Json:
    """A turn that was just made, with its first take unless it waits; reads nothing."""
    takes = [] if take is None else [take_json(take, [])]
    return _turn_json(turn, takes, None if take is None else take.pk, len(takes), traced=False)


def turn_json(turn: Turn, takes: list[Json], chosen: int | None) -> Json:
    """A turn (of `light_turns`) with the takes that are shown of it."""
    count, traced = vars(turn)["take_count"], vars(turn)["traced"]
    return _turn_json(turn, takes, chosen, count, traced=traced)


def _turn_json(
    turn: Turn, takes: list[Json], chosen: int | None, count: int, *, traced: bool
) -> Json:
    return {
        "id": turn.pk,
        "key": turn.idempotency_key,
        "number": turn.number,
        "player": _player_json(turn),
        "status": turn.status,
        "created_at": turn.created_at.isoformat(),
        "takes": takes,
        "chosen": chosen,
        "take_count": count,
        "traced": traced,
    }


_CALLED = Coalesce(
    Subquery(
        StoryCharacter.objects.filter(
            session=OuterRef("take__turn__session"), key=OuterRef("speaker")
        ).values("name")[:1]
    ),
    F("speaker"),
)
"""The name of the character that a passage's speaker is the key of; else what stands there."""


def passages_of(take_ids: list[int]) -> dict[int, list[Passage]]:
    """The passages of takes in order, read at once; `called` is the name of who speaks."""
    found: dict[int, list[Passage]] = defaultdict(list)
    rows = Passage.objects.filter(take_id__in=take_ids).annotate(called=_CALLED)
    for passage in rows.order_by("take_id", "position"):
        found[passage.take_id].append(passage)
    return found


def turns_json(chosen: dict[int, int], whole: set[int]) -> list[Json]:
    """Turns by id with the take chosen of each; all takes only of the turns in `whole`."""
    turns = {turn.pk: turn for turn in light_turns().filter(pk__in=chosen)}
    takes = list(
        Take.objects.filter(Q(pk__in=chosen.values()) | Q(turn_id__in=whole)).order_by("number")
    )
    passages = passages_of([take.pk for take in takes])
    of_turn: dict[int, list[Json]] = defaultdict(list)
    for take in takes:
        of_turn[take.turn_id].append(take_json(take, passages[take.pk]))
    return [turn_json(turns[pk], of_turn[pk], take_id) for pk, take_id in chosen.items()]


def window_json(
    session: Session, *, before_turn: int | None, limit: int
) -> tuple[list[Json], bool]:
    """The line's last turns (or those before a turn), oldest first, and whether there are more."""
    limit = max(1, min(limit, MAX_WINDOW))
    start = session.head_id if before_turn is None else parent_of_turn(session, before_turn)
    places = walk_up(start, limit + 1)
    shown = list(reversed(places[:limit]))
    whole = {shown[-1].turn_id} if shown and before_turn is None else set()
    chosen = {place.turn_id: place.take_id for place in shown}
    return _with_rolls(session.pk, turns_json(chosen, whole)), len(places) > limit


def _with_rolls(session_id: int, turns: list[Json]) -> list[Json]:
    """Turns of the line with their rolls as the player sees them, read at once."""
    rolls = rolls_of(session_id, [turn["number"] for turn in turns])
    for turn in turns:
        fallen = rolls.get(turn["number"], ())
        turn["rolls"] = [roll.seen_json() for roll in fallen]
    return turns


def one_turn_json(turn_id: int) -> Json:
    """A turn with all its takes; the newest is taken as chosen, as it is where it runs."""
    turn = light_turns().select_related("session").get(pk=turn_id)
    takes = list(Take.objects.filter(turn_id=turn_id).order_by("number"))
    passages = passages_of([take.pk for take in takes])
    rows = [take_json(take, passages[take.pk]) for take in takes]
    head = turn.session.head_id
    ids = [take.pk for take in takes]
    chosen = head if head in ids else (ids[-1] if ids else None)
    return turn_json(turn, rows, chosen)


def one_take_json(take_id: int) -> Json:
    """A take by id."""
    take = Take.objects.get(pk=take_id)
    return take_json(take, passages_of([take_id])[take_id])


def waiting_json(session: Session) -> list[Json]:
    """The messages that wait, in their order."""
    rows = Turn.objects.filter(session=session, status=Turn.Status.WAITING).order_by("id")
    return [
        {
            "id": row["id"],
            "key": row["idempotency_key"],
            "text": row["player_text"],
            "status": row["status"],
        }
        for row in rows.values("id", "idempotency_key", "player_text", "status")
    ]


def running_take(session: Session) -> Take | None:
    """The take that is being played or is about to be; it is always the head."""
    head = session.head
    return head if head is not None and head.status in BUSY else None


def page_json(session: Session, *, before_turn: int | None = None, limit: int = WINDOW) -> Json:
    """A window of the story and where the story stands; the frame to go on from is added above."""
    turns, more = window_json(session, before_turn=before_turn, limit=limit)
    running = running_take(session)
    return {
        "turns": turns,
        "more": more,
        "waiting": waiting_json(session),
        "head": session.head_id,
        "timeline": session.timeline,
        "running": running.pk if running else None,
    }
