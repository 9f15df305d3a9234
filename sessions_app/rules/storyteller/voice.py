"""Who answers, and how that person sounds: taken from the card, never from a prompt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.storyteller.facts import words_of
from sessions_app.rules.storyteller.understanding import understand

_TONES = (
    ("stern", r"angr|harsh|stern|severe|cruel|cold|生气|愤怒|严厉|冷|凶"),
    ("warm", r"kind|warm|gentle|generous|cheer|friendly|sweet|loving|温柔|和善|热情|善良|温和|慈"),
    ("playful", r"playful|boast|bright|mischie|funny|humou?r|joke|witty|俏皮|活泼|机灵|幽默|顽皮"),
    ("proud", r"proud|courteous|haughty|noble|regal|formal|傲|矜持|端庄|威严|高贵"),
    ("dry", r"dry|exact|patient|gruff|blunt|terse|tired|寡言|直|木讷|冷淡|干脆|较真"),
)
_QUOTE = re.compile(r"[\"“「]([^\"”」]{4,160})[\"”」]")
_CHAR_LINE = re.compile(r"^\s*\{\{char\}\}\s*[:：]\s*(.+)$", re.IGNORECASE)
_USER_LINE = re.compile(r"^\s*\{\{user\}\}\s*[:：]\s*(.+)$", re.IGNORECASE)


_HEAD = 300
_TO_SOMEBODY = ("ask", "tell", "greet", "give", "show", "thank", "say")


@dataclass(frozen=True, slots=True)
class Voice:
    """A speaker: short name, possessive and object pronoun, tone, and what it is known to say.

    `sayings` are (what it answers, the saying) from the card's example dialogue.
    """

    name: str
    her: str
    obj: str
    tone: str
    sayings: tuple[tuple[str, str], ...]


def speaker_of(view: ActorView) -> CardView:
    """The member of the cast that answers: whom the player went to or spoke to last."""
    if not view.others:
        return view.char
    said = [view.message, *(m.content for m in reversed(view.history) if m.role == "user")]
    for message in said[:8]:
        found = _addressed(message[:_HEAD], view.char, view.others)
        if found is not None:
            return found
    return view.char


def _addressed(message: str, char: CardView, others: Sequence[CardView]) -> CardView | None:
    """Who a message goes to, if it says so: by name at its head, or by the place it goes to."""
    understood = understand(message)
    cast = (char, *others)
    called = [card for card in cast if _called(message, card)]
    if called:
        return called[0]
    if understood.action == "go":
        return _found_at(message, cast)
    if understood.question or understood.action not in _TO_SOMEBODY:
        return None
    to = re.split(r"\babout\b|关于|打听", message, flags=re.IGNORECASE)[0]
    named = [card for card in cast if _mentions(to, card)]
    return named[0] if len(named) == 1 else None


def _called(message: str, card: CardView) -> bool:
    """Whether a message begins with the card's name as a call, or asks that one something."""
    return any(
        re.match(rf"\W*{re.escape(name)}\s*[,，!！:：、]", message)
        or re.search(rf"\bask {re.escape(name)}\b|(?:问|对|跟|向){re.escape(name)}", message)
        for name in _names(card)
        if name in message
    )


def _names(card: CardView) -> tuple[str, ...]:
    """The names that call a character."""
    return tuple(part for part in (card.name, short_name(card.name)) if len(part) > 1)


def _mentions(text: str, card: CardView) -> bool:
    """Whether a text has one of the card's names as a word."""
    return any(
        re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text)
        for name in _names(card)
        if name in text
    )


def _found_at(message: str, cast: Sequence[CardView]) -> CardView | None:
    """The one whose card places it where the message goes; no answer where it is not clear."""
    wanted = words_of(message)
    scores = [
        10 * _mentions(message, card) + len(words_of(card.scenario) & wanted) for card in cast
    ]
    best = max(scores)
    return cast[scores.index(best)] if best else None


def short_name(name: str) -> str:
    """The first name of a Western name of two words; any other name whole."""
    parts = name.split()
    whole = len(parts) != 2 or not parts[0][:1].isalpha() or not name.isascii()
    return name.strip() if whole else parts[0]


def voice_of(card: CardView, instruction: str, *, chinese: bool) -> Voice:
    """How a card sounds; an instruction of the player may set another tone."""
    name = re.sub(r"[{}<>\n]", "", short_name(card.name)).strip()
    her, obj = _pronouns(f"{card.description} {card.personality}", chinese=chinese)
    fallback = "对方" if chinese else "the other"
    tone = _tone(instruction) or _tone(card.personality) or _tone(card.description) or "plain"
    return Voice(name or fallback, her, obj, tone, _sayings(card.mes_example))


def _pronouns(text: str, *, chinese: bool) -> tuple[str, str]:
    """Possessive and object pronoun, by what the description uses most."""
    if chinese:
        word = "她" if text.count("她") > text.count("他") else "他"
        return word + "的", word
    lower = text.lower()
    she = len(re.findall(r"\b(?:she|her|hers|herself)\b", lower))
    he = len(re.findall(r"\b(?:he|his|him|himself)\b", lower))
    if she == he:
        return "their", "them"
    return ("her", "her") if she > he else ("his", "him")


def _tone(text: str) -> str:
    """The tone whose word stands first in a text."""
    hits = [
        (found.start(), tone)
        for tone, words in _TONES
        if (found := re.search(words, text, re.IGNORECASE))
    ]
    return min(hits)[1] if hits else ""


def _sayings(example: str) -> tuple[tuple[str, str], ...]:
    """(what the player said, what the character answered), from quoted example lines."""
    asked, found = "", []
    for line in example.splitlines():
        if user := _USER_LINE.match(line):
            asked = user[1]
        elif char := _CHAR_LINE.match(line):
            quote = _QUOTE.search(char[1])
            if quote and "{" not in quote[1]:
                found.append((asked, quote[1].strip()))
    return tuple(found)
