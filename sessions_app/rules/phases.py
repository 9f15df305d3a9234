"""What may follow what: the states of turns and takes, as pure rules (TB-1, TB-3, ST-1).

A *turn* waits, or has takes; the status of a turn is that of the take that answers it on the line.
A *take* goes queued → running → one of `ENDED`; a player's command may queue an ended one again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from worldbook.rules.refusal import Refusal

BUSY = frozenset({"queued", "running"})
ENDED = frozenset({"delivered", "stopped", "failed", "interrupted", "skipped"})
GOES_ON = frozenset({"delivered", "stopped", "skipped"})

MAX_OWN_STARTS = 2

AFTER: Mapping[str, frozenset[str]] = {
    "retry": frozenset({"failed", "interrupted", "stopped"}),
    "resume": frozenset({"failed", "interrupted", "stopped"}),
    "continue": frozenset({"delivered"}),
    "regenerate": frozenset({"delivered", "stopped", "failed", "interrupted", "skipped"}),
    "skip": frozenset({"failed", "interrupted"}),
}


class TakeUp(StrEnum):
    """What a runner that holds the session's lock does with an unfinished take."""

    START = "start"
    INTERRUPT = "interrupt"
    STOP = "stop"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class TakeView:
    """What the rules ask of a take: `is_head` whether the line ends with it."""

    status: str
    turn_number: int
    is_head: bool
    has_text: bool


def refuse_while_busy(head_status: str | None) -> Refusal | None:
    """Whatever moves the head waits for the end of the turn that runs (ST-1)."""
    if head_status in BUSY:
        return Refusal("turn_running", "A turn is running; stop it first.")
    return None


def refuse_on_take(command: str, take: TakeView, head_status: str | None) -> Refusal | None:
    """Why `command` (a key of `AFTER`) cannot be given to this take; None where it can."""
    busy = refuse_while_busy(head_status)
    if busy is not None:
        return busy
    if not take.is_head:
        return Refusal("not_last_answer", "Only the last answer of the story can do this.")
    if take.turn_number == 0:
        return Refusal("greeting_stays", "The greeting was not written by a turn.")
    if take.status not in AFTER[command]:
        return Refusal(
            "wrong_state", f"An answer that is {take.status} cannot do this.", {"is": take.status}
        )
    if command == "resume" and not take.has_text:
        return Refusal("nothing_kept", "There is no text to go on from.")
    return None


def goes_at_once(head_status: str | None, waiting: int) -> bool:
    """Whether a new message is played now: nothing runs, and nobody stands before it (TB-1)."""
    return head_status not in BUSY and waiting == 0


def may_promote(head_status: str | None) -> bool:
    """Whether the next waiting message may be played: not after a failure (TB-3)."""
    return head_status is None or head_status in GOES_ON


def take_up(status: str, own_starts: int, *, stop_requested: bool) -> TakeUp:
    """What to do with a take nobody works on; a running one has lost its process (TB-3).

    `own_starts` counts the attempts since the player last asked; `MAX_OWN_STARTS` start alone.
    """
    if status not in BUSY:
        return TakeUp.LEAVE
    if stop_requested:
        return TakeUp.STOP
    if status == "running" and own_starts >= MAX_OWN_STARTS:
        return TakeUp.INTERRUPT
    return TakeUp.START


def is_read_by_models(status: str, *, appended: bool) -> bool:
    """Whether later turns read an answer: it came to its end, or did before it was continued."""
    return status in ("delivered", "stopped") or (appended and status in ENDED)


def text_after_stop(told: str, kept_before: str, *, keep: bool) -> str:
    """What stays of a stopped attempt: all that was told, or only what stood before it began."""
    return told if keep else kept_before


def merge_text(so_far: str, at: int, piece: str) -> str:
    """A text frame laid over the text so far; `at` counts code points from the beginning."""
    return so_far[:at] + piece
