"""Books and chats of any size for measuring: made up word by word from a seed (WB-43)."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from worldbook.rules.entries import Book, Entry
from worldbook.rules.selection import Message, SelectionRequest

KEYS, BODY, HISTORY, WORDS = 3, 200, 20, 100
NAMED_IN_CHAT = 12

_STARTS = (
    "b",
    "br",
    "c",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "h",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
)
_MIDDLES = ("a", "e", "i", "o", "u", "ae", "ai", "ea", "ou")
_ENDS = ("n", "r", "l", "s", "th", "nd", "rk", "m", "x", "ck")
_COMMON = (
    *("the", "and", "of", "to", "in", "he", "she", "it", "was", "with", "his", "her", "at", "on"),
    *("for", "that", "had", "from", "they", "said", "by", "not", "were", "but", "as", "there"),
    *("their", "or", "when", "out", "then", "up", "one", "into", "so", "what", "all", "no", "if"),
)
# Common characters: level one of GB 2312.
_HAN = [
    bytes((row, cell)).decode("gb2312") for row in range(0xB0, 0xD7) for cell in range(0xA1, 0xFF)
]


@dataclass(frozen=True)
class Case:
    """A book and the chat it is chosen for."""

    book: Book
    request: SelectionRequest


def make_case(*, language: str, entries: int, recursion: bool, seed: int = 1) -> Case:
    """A book with three keys and a body of 200 characters an entry, and 21 messages of 100 words.

    The chat names NAMED_IN_CHAT entries, whatever the size of the book. With recursion every
    fifth body names another entry, and bodies are scanned; without, they name none.
    """
    rng = Random(f"{language} {entries} {seed}")
    word = _english if language == "en" else _chinese
    keys = [[word(rng) for _ in range(KEYS)] for _ in range(entries)]
    made = tuple(
        Entry(
            key_id=f"e{at}",
            title=keys[at][0],
            keys=tuple(keys[at]),
            content=_body(rng, language, rng.choice(keys)[0] if recursion and at % 5 == 0 else ""),
            prevent_recursion=not recursion,
            exclude_recursion=not recursion,
            place=at,
            source_id=str(at),
        )
        for at in range(entries)
    )
    named = [rng.choice(made).keys[0] for _ in range(NAMED_IN_CHAT)]
    texts = [_prose(rng, language, WORDS) for _ in range(HISTORY + 1)]
    texts[-1] = _joined(language, [texts[-1], *named])
    roles = ("user", "assistant")
    history = tuple(Message(roles[at % 2], text) for at, text in enumerate(texts[:-1]))
    request = SelectionRequest(query=texts[-1], messages=history, budget=2400, seed=str(seed))
    return Case(Book(key=f"bench-{language}", revision=1, entries=made), request)


def _english(rng: Random) -> str:
    parts = [rng.choice(_STARTS) + rng.choice(_MIDDLES) for _ in range(rng.randint(2, 3))]
    return "".join(parts) + rng.choice(_ENDS)


def _chinese(rng: Random) -> str:
    return "".join(rng.choice(_HAN) for _ in range(rng.randint(2, 4)))


def _prose(rng: Random, language: str, words: int) -> str:
    if language == "en":
        return " ".join(rng.choice(_COMMON) for _ in range(words))
    return "".join(rng.choice(_HAN[:600]) for _ in range(words * 3 // 2))


def _body(rng: Random, language: str, named: str) -> str:
    size = BODY - len(named) - 1
    text = _prose(rng, language, BODY)[:size]
    return _joined(language, [text, named]) if named else text


def _joined(language: str, parts: list[str]) -> str:
    return (" " if language == "en" else "，").join(parts)


def world_info_file(entries: int) -> bytes:
    """A file as SillyTavern writes it, with all the fields that it gives each entry."""
    book = make_case(language="en", entries=entries, recursion=True).book
    told = {
        str(at): {"uid": at, "key": list(entry.keys), "comment": entry.title}
        | {"content": entry.content, "displayIndex": at, **_AS_SILLYTAVERN}
        for at, entry in enumerate(book.entries)
    }
    return json.dumps({"entries": told}).encode()


_AS_SILLYTAVERN: dict[str, Any] = {
    **dict.fromkeys(("constant", "vectorized", "disable", "excludeRecursion"), False),
    **dict.fromkeys(("preventRecursion", "delayUntilRecursion", "groupOverride"), False),
    **dict.fromkeys(("selective", "addMemo", "useProbability"), True),
    **dict.fromkeys(("selectiveLogic", "position", "sticky", "cooldown", "delay"), 0),
    **dict.fromkeys(("order", "probability", "groupWeight"), 100),
    **dict.fromkeys(("scanDepth", "caseSensitive", "matchWholeWords", "useGroupScoring"), None),
    **dict.fromkeys(("group", "automationId"), ""),
    "keysecondary": [],
    "role": None,
    "depth": 4,
}
