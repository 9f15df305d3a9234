"""All that one answer is made from: who speaks, what was said, what has not been told yet."""

import re
from dataclasses import dataclass

from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.storyteller.facts import Fact, facts_of, untold
from sessions_app.rules.storyteller.phrases import Banks, Chooser, phrases_for
from sessions_app.rules.storyteller.understanding import Understood, understand
from sessions_app.rules.storyteller.voice import Voice, speaker_of, voice_of

_REMEMBERED = 12


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one answer is made from."""

    view: ActorView
    said: Understood
    speaker: CardView
    voice: Voice
    banks: Banks
    choose: Chooser
    facts: tuple[Fact, ...]
    heard: str
    size: str


def scene_of(view: ActorView, kept: str) -> Scene:
    """Read the message, decide who speaks, and find what has not been told."""
    banks = phrases_for(view.language)
    chinese = banks.JOIN == ""
    said = understand(view.message)
    speaker = speaker_of(view)
    voice = voice_of(speaker, view.instruction, chinese=chinese)
    answers = [m.content for m in view.history if m.role == "assistant"][-_REMEMBERED:]
    heard = "\n".join((view.greeting, *answers, kept))
    fit = re.search(r"[\u4e00-\u9fff]", said.thing) is not None
    values = {
        "name": voice.name,
        "her": voice.her,
        "obj": voice.obj,
        "thing": said.thing if said.thing and fit == chinese else banks.IT,
        "user": plain_name(view.persona_name),
    }
    seed = f"{view.seed}|{view.turn}|{len(kept)}"
    choose = Chooser(seed, view.take, heard, values)
    facts = tuple(untold(facts_of(view.entries, view.language), heard))
    size = next((s for s, words in banks.SAY_AS.items() if _has(words, view.instruction)), "")
    return Scene(view, said, speaker, voice, banks, choose, facts, heard, size)


def _has(words: str, text: str) -> bool:
    """Whether a pattern is in a text."""
    return re.search(words, text, re.IGNORECASE) is not None


def plain_name(name: str) -> str:
    """A name that may stand in a sentence: no markup, no braces."""
    return re.sub(r"[{}<>\[\]*_`\n]", "", name).strip()[:60]


def join(scene: Scene, *parts: str) -> str:
    """Parts as one paragraph."""
    return scene.banks.JOIN.join(part for part in parts if part)
