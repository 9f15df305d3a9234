"""Puts an answer together: a beat, something of the lore, a line of speech, and an open end (TB-23)."""

import random
import re
from collections.abc import Callable
from dataclasses import replace

from sessions_app.rules.actor_view import ActorView
from sessions_app.rules.storyteller.facts import Fact, bare, words_of
from sessions_app.rules.storyteller.lore import chosen_facts, lore_of, topic_of
from sessions_app.rules.storyteller.scene import Scene, join, plain_name, scene_of

_CLOSING = ('"', "”", "」")
_SPEECH = re.compile(r"[\"“「]")


def tell(view: ActorView) -> str:
    """The storyteller's answer; with a kept text, only what follows it.

    The same view gives the same text. Another take of the same turn gives another one.
    """
    kept = view.kept_text
    whole = _answer(scene_of(view, ""))
    if not kept:
        return whole
    if whole.startswith(kept) and len(whole) > len(kept):
        return whole[len(kept) :]
    return _go_on(scene_of(view, kept), kept)


def tell_talk(view: ActorView, *, brief: bool) -> list[str]:
    """What the view's character answers, as paragraphs; `brief` where more happens in the turn."""
    scene = _only_said(scene_of(view, ""))
    if not brief:
        return _paragraphs(scene)
    told = chosen_facts(scene)
    lore, speaks = lore_of(scene, told)
    return [join(scene, lore or _beat(scene), "" if speaks else _speech(scene, told))]


_DEEDS = ("unlock", "open", "give", "drop", "wear", "take", "go", "roll")


def _only_said(scene: Scene) -> Scene:
    """Where a table has rules for what is done, words about a deed are words and no deed."""
    said = scene.said
    if said.action not in _DEEDS:
        return scene
    return replace(scene, said=replace(said, action="ask" if said.question else "say"))


def _answer(scene: Scene) -> str:
    """A whole answer, from nothing."""
    if scene.said.what_are_you:
        return scene.choose.phrase(scene.banks.WHAT_I_AM)
    if scene.said.outside:
        return scene.choose.phrase(scene.banks.OUTSIDE, topic=topic_of(scene, ()))
    paragraphs = _paragraphs(scene)
    if not any(m.role == "assistant" for m in scene.view.history):
        paragraphs.append(scene.banks.INTRODUCTION)
    return "\n\n".join(paragraphs)


def _paragraphs(scene: Scene) -> list[str]:
    """Beat, lore, speech and open end, in one of several orders."""
    told = chosen_facts(scene)
    beat = _beat(scene)
    lore, speaks = lore_of(scene, told)
    speech = "" if speaks else _speech(scene, told)
    if scene.size == "shorter":
        return [join(scene, lore or beat, speech)]
    end = _hook(scene, told, silent=_ends_in_speech(speech))
    if scene.said.action == "go":
        return [part for part in (beat, lore, join(scene, speech, end)) if part]
    shapes: tuple[Callable[[], list[str]], ...] = (
        lambda: [beat, lore, join(scene, speech, end)],
        lambda: [join(scene, beat, speech), lore, end],
        lambda: [beat, join(scene, lore, speech), end],
    )
    return [part for part in shapes[scene.choose.index(3)]() if part]


def _beat(scene: Scene) -> str:
    """What the player's act does to the moment."""
    said = scene.said
    if said.action == "roll":
        return _roll(scene)
    beat = scene.choose.phrase(scene.banks.BEATS[said.action])
    early = scene.view.turn <= 3 and said.action in ("tell", "greet", "say")
    if early and scene.choose.values["user"] and scene.choose.chance(60):
        return join(scene, scene.choose.phrase(scene.banks.NAMING), beat)
    return beat


def _roll(scene: Scene) -> str:
    """Throw the dice that were asked for; the same take throws the same."""
    count, faces, plus = scene.said.dice
    view = scene.view
    rng = random.Random(f"{view.seed}|{view.turn}|{view.take}|dice")
    thrown = [rng.randint(1, faces) for _ in range(count)]
    listed = scene.banks.DICE_JOIN.join(str(value) for value in thrown)
    shown = f"{count}d{faces}" + (f"+{plus}" if plus else "")
    if count > 1 or plus:
        shown += f" → {listed}"
    return scene.choose.phrase(scene.banks.BEATS["roll"], dice=shown, total=str(sum(thrown) + plus))


def _speech(scene: Scene, told: tuple[Fact, ...]) -> str:
    """A line in the speaker's voice: the card's own where it answers the message, else a fit one."""
    own = _own_saying(scene)
    banks = scene.banks
    action = "greet" if scene.said.action == "go" else scene.said.action
    pool = banks.AFTER_FACTS if told and action in ("ask", "look") else banks.LINES[action]
    line = own or scene.choose.phrase(pool)
    gesture = scene.choose.phrase(banks.GESTURES[scene.voice.tone])
    said = scene.choose.phrase(banks.SAYINGS, line=line, gesture=gesture)
    return re.sub(r"\.(\" says )", r",\1", said)


def _own_saying(scene: Scene) -> str:
    """What the card's example dialogue answers to a message like this one, if not yet said."""
    wanted = words_of(scene.view.message)
    best, best_score = "", 0
    for asked, saying in scene.voice.sayings:
        words = words_of(asked)
        score = len(words & wanted)
        if bare(saying) not in bare(scene.heard) and score > best_score and score * 2 >= len(words):
            best, best_score = saying, score
    return best


def _ends_in_speech(text: str) -> bool:
    """Whether somebody has just spoken: what follows is then no speech, or two would be read as one."""
    return text.endswith(_CLOSING)


def _hook(scene: Scene, told: tuple[Fact, ...], *, silent: bool) -> str:
    """The open end: a thing to ask about, somebody to see, or simply the player's move.

    A silent one has no speech in it.
    """
    banks, choose = scene.banks, scene.choose
    pools = {"plain": banks.HOOKS, "topic": banks.TOPIC_HOOKS, "cast": banks.CAST_HOOKS}
    if silent:
        pools = {
            kind: tuple(text for text in pool if _SPEECH.search(text) is None)
            for kind, pool in pools.items()
        }
    others = [card.name for card in scene.view.others if plain_name(card.name) == card.name]
    others = [name for name in others if name != scene.speaker.name]
    topic = topic_of(scene, told)
    kinds = ["plain", "plain"]
    if topic != banks.NO_TOPIC:
        kinds += ["topic", "topic"]
    if others:
        kinds.append("cast")
    kind = kinds[choose.index(len(kinds))]
    other = others[choose.index(len(others))] if kind == "cast" else ""
    return choose.phrase(pools[kind], topic=topic, other=other)


def _go_on(scene: Scene, kept: str) -> str:
    """What follows a kept text that is not the beginning of this answer."""
    banks, choose = scene.banks, scene.choose
    ended = re.search(r"[.!?。！？…—*)）\"”」]\s*$", kept)
    joint = "\n\n" if ended else choose.phrase(banks.BREAK_OFF) + "\n\n"
    told = chosen_facts(scene)
    lore, speaks = lore_of(scene, told)
    opening = join(scene, choose.phrase(banks.AND_THEN), lore)
    speech = "" if speaks else _speech(scene, told)
    hook = _hook(scene, told, silent=_ends_in_speech(speech))
    parts = [opening, join(scene, speech, hook)]
    return joint + "\n\n".join(part for part in parts if part)
