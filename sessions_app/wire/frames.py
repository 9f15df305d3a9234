"""The frames a page gets: their types and how each is built (TB-2).

A frame is a JSON object with `type`; the stream adds `id`. `accepted`, `waiting` and `withdrawn`
carry the whole turn (TurnJson), the frames that end an answer the whole take (TakeJson) and the
turn's id; all others name turn and take by id. Offsets count Unicode code points.
"""

from collections.abc import Mapping
from typing import Any, Final

Frame = dict[str, Any]

ACCEPTED: Final = "accepted"
WAITING: Final = "waiting"
PHASE: Final = "phase"
WORLDBOOK: Final = "worldbook"
ROUND: Final = "round"
ROLL: Final = "roll"
TEXT: Final = "text"
REPLACE: Final = "replace"
DELIVERED: Final = "delivered"
CANCELLED: Final = "cancelled"
FAILED: Final = "failed"
INTERRUPTED: Final = "interrupted"
WITHDRAWN: Final = "withdrawn"
CHANGED: Final = "changed"
SNAPSHOT: Final = "snapshot"

PREPARING: Final = "preparing"
WRITING: Final = "writing"
SAVING: Final = "saving"

END_OF: Final[Mapping[str, str]] = {
    "delivered": DELIVERED,
    "stopped": CANCELLED,
    "failed": FAILED,
    "interrupted": INTERRUPTED,
}

TO_RESUME: Final = "resume"
"""The one message a page may send: `{"type": "resume", "after": FRAME_ID}`."""


def accepted(turn: Mapping[str, Any]) -> Frame:
    """A message became a turn that will be played now."""
    return {"type": ACCEPTED, "turn": dict(turn)}


def waiting(turn: Mapping[str, Any]) -> Frame:
    """A message waits for the turns before it."""
    return {"type": WAITING, "turn": dict(turn)}


def withdrawn(turn: Mapping[str, Any]) -> Frame:
    """A waiting message was taken back."""
    return {"type": WITHDRAWN, "turn": dict(turn)}


def changed(what: str, **about: Any) -> Frame:
    """Something the page shows is no longer so; it reads it again."""
    return {"type": CHANGED, "what": what, **about}


class AnswerFrames:
    """Builds the frames of one attempt of one take."""

    def __init__(self, *, turn: int, take: int, attempt: int) -> None:
        self._of = {"turn": turn, "take": take, "attempt": attempt}

    def phase(self, phase: str, who: str) -> Frame:
        """Who is doing what now."""
        return {"type": PHASE, **self._of, "phase": phase, "who": who}

    def worldbook(self, selected: list[Any], hidden: int) -> Frame:
        """What the answer may draw on, before its first word (WB-37)."""
        return {"type": WORLDBOOK, **self._of, "selected": selected, "hidden": hidden}

    def round(self, number: int, begins: int | None, ends: int | None) -> Frame:
        """A round became true, and when it was (UTC milliseconds, or null); the page asks for what
        of it the player may see."""
        told = {"number": number, "begins": begins, "ends": ends}
        return {"type": ROUND, **self._of, "round": told}

    def roll(self, roll: Mapping[str, Any]) -> Frame:
        """Dice fell before everybody's eyes (DC-2)."""
        return {"type": ROLL, **self._of, "roll": dict(roll)}

    def text(self, at: int, text: str) -> Frame:
        """Words that stand from code point `at` of the whole text; laying it twice is the same."""
        return {"type": TEXT, **self._of, "at": at, "text": text}

    def replace(self, text: str) -> Frame:
        """The whole text, where it differs from what was streamed."""
        return {"type": REPLACE, **self._of, "text": text}


def end_of(turn_id: int, take: Mapping[str, Any]) -> Frame:
    """How an attempt ended; the take has its final text, status and error."""
    kind = END_OF[str(take["status"])]
    frame = {"type": kind, "turn": turn_id, "take": dict(take), "attempt": take["attempt"]}
    return {**frame, "error": take["error"]} if kind == FAILED else frame
