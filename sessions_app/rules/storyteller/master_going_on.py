"""Goes on from a text that was kept (resume, continue): nothing happens a second time (TB-3)."""

import re

from sessions_app.rules.master_view import MasterView
from sessions_app.rules.steps import RoundResult
from sessions_app.rules.storyteller.facts import bare
from sessions_app.rules.storyteller.master_acts import Act
from sessions_app.rules.storyteller.master_deeds import Happened
from sessions_app.rules.storyteller.master_plan import HANDLING
from sessions_app.rules.storyteller.master_telling import narrate
from sessions_app.rules.storyteller.master_wording import banks_for

_ENDED = re.compile(r"[.!?。！？…*)）\"”」]\s*$")


def go_on(view: MasterView, kept: RoundResult | None) -> str:
    """What follows the kept text: of its round what was not told yet, and how things stand."""
    told = bare(view.actor.kept_text)
    acts = (*_acts_of(view, kept), Act("look"))
    whole = narrate(Happened(acts=acts, before=view, after=view))
    parts = [part for part in _new_parts(whole, told) if part]
    if not parts:
        still = banks_for(chinese=view.chinese).STILL
        parts = [still[len(told) % len(still)]]
    joint = "\n\n" if _ENDED.search(view.actor.kept_text) else " …\n\n"
    return joint + "\n\n".join(parts)


def _acts_of(view: MasterView, kept: RoundResult | None) -> list[Act]:
    """The acts of the player's character that became true in a round."""
    if kept is None:
        return []
    acts = [
        Act(
            change["op"],
            change.get("item") or change.get("exit") or "",
            "exit" if change.get("exit") else "item",
            to=(change.get("to") or {}).get("key", ""),
            to_kind="person" if change["op"] == "give" else "",
            quantity=change.get("quantity"),
        )
        for change in kept.item_changes
        if change.get("actor") == view.player and change["op"] in HANDLING
    ]
    return [act for act in acts if _known(view, act)]


def _known(view: MasterView, act: Act) -> bool:
    """Whether a thing that was handled still has a name to be told by."""
    return any(item.key == act.key for item in (*view.things, *view.ways))


def _new_parts(whole: str, told: str) -> list[str]:
    """Paragraphs without the sentences that the kept text has already."""
    found = []
    for paragraph in whole.split("\n\n"):
        sentences = re.findall(r"[^.!?。！？]+[.!?。！？]*[”\"’)）*]*\s*", paragraph)
        new = [part for part in sentences if bare(part) and bare(part) not in told]
        found.append("".join(new).strip())
    return found
