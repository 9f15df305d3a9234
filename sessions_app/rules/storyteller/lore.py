"""What of the lore an answer tells, and in which words it reaches the player."""

import re
from collections.abc import Sequence
from itertools import pairwise

from sessions_app.rules.storyteller.facts import (
    Fact,
    facts_in,
    facts_of,
    relevance,
    untold,
    words_of,
)
from sessions_app.rules.storyteller.scene import Scene, join, plain_name

_SPOKEN_LIMIT = 230
_LATELY = 3
_ROOMY = ("look", "go", "wait", "ask", "open", "unlock", "show", "tell")
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do"}


def chosen_facts(scene: Scene) -> tuple[Fact, ...]:
    """The facts this answer tells: those that fit the message best, else something to go on with."""
    wanted = _wanted(scene)
    scores = {fact: relevance(fact, wanted) for fact in scene.facts}
    ranked = sorted(scene.facts, key=lambda fact: (-scores[fact], fact.place))
    fitting = [fact for fact in ranked if scores[fact] > 0]
    if fitting:
        return _with_company(scene, fitting[0], [f for f in fitting[1:] if scores[f] > 1])
    if scene.said.action in ("ask", "thank", "roll") or not ranked:
        return ()
    if scene.said.action in _ROOMY or scene.choose.chance(50):
        return (ranked[scene.choose.index(min(len(ranked), 4))],)
    return ()


def _wanted(scene: Scene) -> frozenset[str]:
    """The words a fact should have; the names of those who talk say nothing of that."""
    talkers = f"{scene.view.char.name} {scene.view.persona_name} {scene.voice.name}"
    return words_of(scene.view.message) - words_of(talkers)


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


def lore_of(scene: Scene, told: tuple[Fact, ...]) -> tuple[str, bool]:
    """The facts as a paragraph, and whether somebody speaks in it."""
    if not told:
        return _of_you(scene), False
    first = told[0]
    away = scene.said.action == "go"
    if len(told) == 1 and not away and _speakable(scene, first) and scene.choose.chance(55):
        return scene.choose.phrase(scene.banks.SPOKEN_FACTS, fact=first.text), True
    parts = [_lead(scene, scene.banks.FACT_LEADS, first) + _to_listener(scene, first.text)]
    for before, fact in pairwise(told):
        lead = "" if fact.title == before.title else _lead(scene, scene.banks.SECOND_LEADS, fact)
        follows = fact.after if fact.after and fact.place == before.place + 1 else fact.text
        parts.append(lead + _to_listener(scene, follows))
    return join(scene, *parts), False


def _lead(scene: Scene, bank: Sequence[str], fact: Fact) -> str:
    """Words that lead to a fact; none with a colon where the fact has one itself."""
    if re.search("[:：]", fact.text):
        bank = [text for text in bank if not text.rstrip().endswith((":", "："))]
    return scene.choose.phrase(bank)


def _of_you(scene: Scene) -> str:
    """Something of the player's own persona, where the talk is of the player and it is untold."""
    if scene.said.action not in ("tell", "say", "greet", "other"):
        return ""
    name, about = plain_name(scene.view.persona_name), scene.view.persona_text
    known = untold(facts_in(name, about, scene.view.language), scene.heard)
    if not known:
        return ""
    return scene.choose.phrase(scene.banks.OF_YOU, fact=known[0].text)


def _speakable(scene: Scene, fact: Fact) -> bool:
    """Whether the speaker may say a fact as it stands."""
    names = [name for name in (scene.voice.name, scene.choose.values["user"]) if name]
    mentions = any(name in fact.text for name in names)
    return (
        not mentions and len(fact.text) <= _SPOKEN_LIMIT and not re.search(r"[\"“”「」]", fact.text)
    )


def _to_listener(scene: Scene, text: str) -> str:
    """A fact told to the player it names: "you" where the grammar lets it, the name elsewhere."""
    card = scene.speaker
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


def topic_of(scene: Scene, told: tuple[Fact, ...]) -> str:
    """Something selected that nobody has just asked about or told, as a phrase.

    The language's NO_TOPIC where there is none.
    """
    used = {fact.title for fact in told} | _just_told(scene)
    mentioned = "\n".join((*_lately(scene, "user"), scene.view.message)).lower()
    fit = []
    for title in dict.fromkeys(fact.title for fact in scene.facts if fact.topical):
        phrase = _topic_phrase(title, chinese=scene.banks.JOIN == "")
        if phrase and title not in used and phrase.lower() not in mentioned:
            fit.append(phrase)
    return fit[scene.choose.index(len(fit))] if fit else scene.banks.NO_TOPIC


def _lately(scene: Scene, role: str) -> list[str]:
    """What one side has said in the last turns."""
    return [m.content for m in scene.view.history if m.role == role][-_LATELY:]


def _just_told(scene: Scene) -> set[str]:
    """The titles of which something was told in the last turns, or that the message calls."""
    view = scene.view
    facts = facts_of(view.entries, view.language)
    recent = "\n".join((view.greeting, *_lately(scene, "assistant"))[-_LATELY:])
    new = {fact.place for fact in untold(facts, recent)}
    return {fact.title for fact in facts if fact.direct or fact.place not in new}


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
