"""What goes with a turn at the table besides its narration: records of it, waits, rolls, asides."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sessions_app.rules.master_view import MasterView, Named
from sessions_app.rules.steps import SkipResult
from sessions_app.rules.storyteller.master_acts import Act
from sessions_app.rules.storyteller.master_wording import MasterBanks, banks_for, ended, the
from sessions_app.rules.storyteller.telling import tell
from sessions_app.rules.storyteller.understanding import understand
from worldbook.rules.describing import describe_duration

_TIMELESS = ("wait", "roll", "check", "inventory", "exits", "clock", "self", "help", "not")
_UNTRIED = (
    "nothing",
    "which",
    "no_check",
    "unknown",
    "unfit",
    "taker",
    "lidless",
    "bare",
    "unheld",
    "unread",
    "kept",
)
_MOST = 3_900


def needs_round(act: Act) -> bool:
    """Whether an act takes a round: what is only asked of the game master takes none."""
    return act.action not in _TIMELESS and act.trouble not in _UNTRIED


def may_wait(act: Act) -> bool:
    """Whether an act changes nothing, so that it can be looked up where a journey ends."""
    return act.action in ("look", "read", "talk", "other")


def outside_answer(view: MasterView) -> str:
    """The answer to a message that is not part of the story; "" where it is part of it."""
    said = understand(view.actor.message)
    if not (said.outside or said.what_are_you):
        return ""
    present = view.present()
    char = present[0].card if present else view.actor.char
    return tell(replace(view.actor, char=char, others=(), kept_text=""))


def speaker_in(view: MasterView, acts: Sequence[Act]) -> str:
    """Whose words a turn's answer is, by key; "" where the game master tells more than talk."""
    if any(act.action != "talk" for act in acts):
        return ""
    spoken = [act.key for act in acts if act.action == "talk" and not act.trouble]
    present = {person.key for person in view.present()}
    return next((key for key in reversed(spoken) if key in present), "")


def time_proposal(act: Act, view: MasterView) -> dict[str, Any]:
    """A wait as `advance_time` takes it."""
    wait, reason = act.wait, (act.text.strip() or view.actor.message.strip() or "wait")[:200]
    if wait is None or wait.minutes is not None:
        return {"by_minutes": wait.minutes if wait else 1, "reason": reason}
    later = {"days_later": wait.days_later} if wait.days_later else {}
    return {"until_time": wait.until, "reason": reason, **later}


def waited_words(skip: SkipResult, view: MasterView) -> str:
    """How long time was let go by."""
    return describe_duration(skip.ends - skip.begins, view.actor.language)


def outcomes_of(
    view: MasterView,
    acts: Sequence[Act],
    done: Sequence[Act],
    answers: Mapping[int, Sequence[str]],
) -> dict[str, str]:
    """What the round says of everybody who had a part in it, by key; records are made of this.

    `done` are the acts that are proposed; the others were tried. `answers` are by the number of
    the act in `acts`.
    """
    banks = banks_for(chinese=view.chinese)
    lines = [_outcome(view, act, banks) for act in done]
    if len(done) < len(acts):
        lines.append(banks.OUTCOMES["failed"].format(player=view.player_name))
    joint = "" if view.chinese else " "
    found = {view.player: joint.join(dict.fromkeys(lines))[:_MOST]}
    for at, paragraphs in answers.items():
        found[acts[at].key] = "\n\n".join(paragraphs)[:_MOST]
    return {key: text for key, text in found.items() if key and text}


def _outcome(view: MasterView, act: Act, banks: MasterBanks) -> str:
    kind = act.action if act.action in banks.OUTCOMES else "look"
    things: Sequence[Named] = (*view.things, *view.ways, *view.places, *view.spots)
    values = {
        "player": view.player_name,
        "thing": _named(things, act.key) or act.phrase,
        "place": _named(view.places, act.key) or act.phrase,
        "holder": _named(view.things, act.to),
        "who": next((p.name for p in view.people if p.key in (act.to, act.key)), ""),
        "text": ended(act.text),
    }
    return banks.OUTCOMES["failed" if act.trouble else kind].format_map(values)


def _named(among: Sequence[Named], key: str) -> str:
    return next((the(item.name) for item in among if item.key == key), "")
