"""Puts an answer together: a beat, something of the lore, a line of speech, and an open end (TB-23)."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from sessions_app.rules.actor_view import ActorView
from sessions_app.rules.storyteller.facts import Fact, bare, facts_of, relevance, untold, words_of
from sessions_app.rules.storyteller.phrases import Banks, Chooser, phrases_for
from sessions_app.rules.storyteller.understanding import Understood, understand
from sessions_app.rules.storyteller.voice import Voice, speaker_of, voice_of

_REMEMBERED = 12
_SPOKEN_LIMIT = 230
_ROOMY = ("look", "go", "wait", "ask", "open", "unlock", "show", "tell")
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do"}


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one answer is made from."""

    view: ActorView
    said: Understood
    voice: Voice
    banks: Banks
    choose: Chooser
    facts: tuple[Fact, ...]
    heard: str
    size: str


def tell(view: ActorView) -> str:
    """The storyteller's answer; with a kept text, only what follows it.

    The same view gives the same text. Another take of the same turn gives another one.
    """
    kept = view.kept_text
    whole = _answer(_scene(view, view.message, ""))
    if not kept:
        return whole
    if whole.startswith(kept) and len(whole) > len(kept):
        return whole[len(kept) :]
    return _go_on(_scene(view, view.message, kept), kept)


def _scene(view: ActorView, message: str, kept: str) -> Scene:
    """Read the message, decide who speaks, and find what has not been told."""
    banks = phrases_for(view.language)
    chinese = banks.JOIN == ""
    said = understand(message)
    voice = voice_of(speaker_of(view), view.instruction, chinese=chinese)
    answers = [m.content for m in view.history if m.role == "assistant"][-_REMEMBERED:]
    heard = "\n".join((view.greeting, *answers, kept))
    fit = re.search(r"[\u4e00-\u9fff]", said.thing) is not None
    values = {
        "name": voice.name,
        "her": voice.her,
        "obj": voice.obj,
        "thing": said.thing if said.thing and fit == chinese else banks.IT,
        "user": _plain(view.persona_name),
    }
    seed = f"{view.seed}|{view.turn}|{len(kept)}"
    choose = Chooser(seed, view.take, heard, values)
    facts = tuple(untold(facts_of(view.entries, view.language), heard))
    size = next((s for s, words in banks.SAY_AS.items() if _has(words, view.instruction)), "")
    return Scene(view, said, voice, banks, choose, facts, heard, size)


def _has(words: str, text: str) -> bool:
    """Whether a pattern is in a text."""
    return re.search(words, text, re.IGNORECASE) is not None


def _plain(name: str) -> str:
    """A name that may stand in a sentence: no markup, no braces."""
    return re.sub(r"[{}<>\[\]*_`\n]", "", name).strip()[:60]


def _answer(scene: Scene) -> str:
    """A whole answer, from nothing."""
    if scene.said.what_are_you:
        return scene.choose.phrase(scene.banks.WHAT_I_AM)
    if scene.said.outside:
        return scene.choose.phrase(scene.banks.OUTSIDE, topic=_topic(scene, ()))
    paragraphs = _paragraphs(scene)
    if not any(m.role == "assistant" for m in scene.view.history):
        paragraphs.append(scene.banks.INTRODUCTION)
    return "\n\n".join(paragraphs)


def _paragraphs(scene: Scene) -> list[str]:
    """Beat, lore, speech and open end, in one of several orders."""
    told = _chosen(scene)
    beat = _beat(scene)
    lore, speaks = _lore(scene, told)
    speech = "" if speaks else _speech(scene, told)
    if scene.size == "shorter":
        return [_join(scene, lore or beat, speech)]
    end = _hook(scene, told)
    if scene.said.action == "go":
        return [part for part in (beat, lore, _join(scene, speech, end)) if part]
    shapes: tuple[Callable[[], list[str]], ...] = (
        lambda: [beat, lore, _join(scene, speech, end)],
        lambda: [_join(scene, beat, speech), lore, end],
        lambda: [beat, _join(scene, lore, speech), end],
    )
    return [part for part in shapes[scene.choose.index(3)]() if part]


def _join(scene: Scene, *parts: str) -> str:
    """Parts as one paragraph."""
    return scene.banks.JOIN.join(part for part in parts if part)


def _chosen(scene: Scene) -> tuple[Fact, ...]:
    """The facts this answer tells: those that fit the message best, else something to go on with."""
    scores = {fact: _fitness(scene, fact) for fact in scene.facts}
    ranked = sorted(scene.facts, key=lambda fact: (-scores[fact], fact.place))
    fitting = [fact for fact in ranked if scores[fact] > 0]
    if fitting:
        return _with_company(scene, fitting[0], [f for f in fitting[1:] if scores[f] > 1])
    if scene.said.action in ("ask", "thank", "roll") or not ranked:
        return ()
    if scene.said.action in _ROOMY or scene.choose.chance(50):
        return (ranked[scene.choose.index(min(len(ranked), 4))],)
    return ()


def _fitness(scene: Scene, fact: Fact) -> int:
    """How well a fact answers the message; the names of those who talk say nothing of that."""
    talkers = f"{scene.view.char.name} {scene.view.persona_name} {scene.voice.name}"
    return relevance(fact, words_of(scene.view.message) - words_of(talkers))


def _with_company(scene: Scene, first: Fact, others: list[Fact]) -> tuple[Fact, ...]:
    """The first fact and those that go with it, in the order of the book.

    What the message itself called up by another key goes before more of the same entry.
    """
    room = {"longer": 3, "shorter": 1}.get(scene.size, 2)
    called = any(fact.direct and fact.title != first.title for fact in others)
    if len(first.text) > (60 if scene.banks.JOIN == "" else 190) and not called:
        room = max(room - 1, 1)
    told = [first]
    for fact in sorted(others, key=lambda f: _distance(f, first)):
        if len(told) < room and not any(_overlap(fact, other) for other in told):
            told.append(fact)
    same = sorted((f for f in told if f.title == first.title), key=lambda f: f.place)
    return (*same, *(f for f in told if f.title != first.title))


def _distance(fact: Fact, first: Fact) -> int:
    """How far a fact is from being told next."""
    if fact.title == first.title:
        return 1
    return 0 if fact.direct else 2


def _overlap(one: Fact, other: Fact) -> bool:
    """Whether two facts share a sentence."""
    ends = [(fact.after or fact.text) for fact in (one, other)]
    return ends[0] in other.text or ends[1] in one.text


def _beat(scene: Scene) -> str:
    """What the player's act does to the moment."""
    said = scene.said
    if said.action == "roll":
        return _roll(scene)
    beat = scene.choose.phrase(scene.banks.BEATS[said.action])
    early = scene.view.turn <= 3 and said.action in ("tell", "greet", "say")
    if early and scene.choose.values["user"] and scene.choose.chance(60):
        return _join(scene, scene.choose.phrase(scene.banks.NAMING), beat)
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


def _lore(scene: Scene, told: tuple[Fact, ...]) -> tuple[str, bool]:
    """The facts as a paragraph, and whether somebody speaks in it."""
    if not told:
        return _of_you(scene), False
    first = told[0]
    away = scene.said.action == "go"
    if len(told) == 1 and not away and _speakable(scene, first) and scene.choose.chance(55):
        return scene.choose.phrase(scene.banks.SPOKEN_FACTS, fact=first.text), True
    parts = [scene.choose.phrase(scene.banks.FACT_LEADS) + _to_listener(scene, first.text)]
    for before, fact in pairwise(told):
        lead = "" if fact.title == before.title else scene.choose.phrase(scene.banks.SECOND_LEADS)
        follows = fact.after if fact.after and fact.place == before.place + 1 else fact.text
        parts.append(lead + _to_listener(scene, follows))
    return _join(scene, *parts), False


def _of_you(scene: Scene) -> str:
    """Something of the player's own persona, where the talk is of the player and it is untold."""
    if scene.said.action not in ("tell", "say", "greet", "other"):
        return ""
    persona = _Persona(_plain(scene.view.persona_name), scene.view.persona_text)
    known = untold(facts_of((persona,), scene.view.language), scene.heard)
    if not known:
        return ""
    return scene.choose.phrase(scene.banks.OF_YOU, fact=known[0].text)


@dataclass(frozen=True, slots=True)
class _Persona:
    """The persona's text in the shape of an entry."""

    title: str
    text: str
    wrapped: str = ""
    position: str = "before_persona"
    depth: int = 0
    role: str = "system"


def _speakable(scene: Scene, fact: Fact) -> bool:
    """Whether the speaker may say a fact as it stands."""
    names = [name for name in (scene.voice.name, scene.choose.values["user"]) if name]
    mentions = any(name in fact.text for name in names)
    return (
        not mentions and len(fact.text) <= _SPOKEN_LIMIT and not re.search(r"[\"“”「」]", fact.text)
    )


def _to_listener(scene: Scene, text: str) -> str:
    """A fact told to the player it names: "you" where the grammar lets it, the name elsewhere."""
    card = speaker_of(scene.view)
    text = text.replace(card.name, scene.voice.name) if card.name else text
    name = scene.choose.values["user"]
    if not name or name not in text:
        return text
    if scene.banks.JOIN == "":
        return text.replace(name, "你")
    quoted = re.escape(name)
    text = re.sub(rf"\b{quoted}['’]s(?=\s*[,.;:])", "yours", text)
    text = re.sub(rf"\b{quoted}['’]s\b", "your", text)
    text = re.sub(rf"\b{quoted} (is|was|has|does)\b", lambda m: f"you {_VERBS[m[1]]}", text)
    text = re.sub(rf"\b{quoted}\b(?! \w+s\b)", "you", text)
    return text[:1].upper() + text[1:]


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


def _hook(scene: Scene, told: tuple[Fact, ...]) -> str:
    """The open end: a thing to ask about, somebody to see, or simply the player's move."""
    banks, choose = scene.banks, scene.choose
    others = [card.name for card in scene.view.others if _plain(card.name) == card.name]
    others = [name for name in others if name != speaker_of(scene.view).name]
    topic = _topic(scene, told)
    kinds = ["plain", "plain"]
    if topic != banks.NO_TOPIC:
        kinds += ["topic", "topic"]
    if others:
        kinds.append("cast")
    kind = kinds[choose.index(len(kinds))]
    if kind == "topic":
        return choose.phrase(banks.TOPIC_HOOKS, topic=topic)
    if kind == "cast":
        return choose.phrase(banks.CAST_HOOKS, other=others[choose.index(len(others))])
    return choose.phrase(banks.HOOKS)


def _topic(scene: Scene, told: tuple[Fact, ...]) -> str:
    """Something selected and not told yet, as a phrase; the language's NO_TOPIC without one."""
    used = {fact.title for fact in told}
    mentioned = scene.view.message.lower()
    fit = []
    for title in dict.fromkeys(fact.title for fact in scene.facts if fact.topical):
        phrase = _topic_phrase(title, chinese=scene.banks.JOIN == "")
        if phrase and title not in used and phrase.lower() not in mentioned:
            fit.append(phrase)
    return fit[scene.choose.index(len(fit))] if fit else scene.banks.NO_TOPIC


def _topic_phrase(title: str, *, chinese: bool) -> str:
    """A title as something that can be asked about; empty where it is no name of a thing."""
    head = re.split(r"[,，：:（(·]", title)[0].strip()
    if chinese:
        return head if re.fullmatch(r"[\u4e00-\u9fff]{2,8}", head) else ""
    if not re.fullmatch(r"[A-Za-z][A-Za-z' -]{2,40}", head):
        return ""
    if head.startswith(("The ", "A ", "An ")):
        return head[0].lower() + head[1:]
    words = head.split()
    return head if len(words) <= 3 and all(word[0].isupper() for word in words) else ""


def _go_on(scene: Scene, kept: str) -> str:
    """What follows a kept text that is not the beginning of this answer."""
    banks, choose = scene.banks, scene.choose
    ended = re.search(r"[.!?。！？…—*)）\"”」]\s*$", kept)
    joint = "\n\n" if ended else choose.phrase(banks.BREAK_OFF) + "\n\n"
    told = _chosen(scene)
    lore, speaks = _lore(scene, told)
    opening = _join(scene, choose.phrase(banks.AND_THEN), lore)
    speech = "" if speaks else _speech(scene, told)
    parts = [opening, _join(scene, speech, _hook(scene, told))]
    return joint + "\n\n".join(part for part in parts if part)
