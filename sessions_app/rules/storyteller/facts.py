"""The sentences of the selected entries that may be told, and which of them fit a message."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from worldbook.rules.selection import SelectedEntry

_SENTENCE = re.compile(r"[^.!?]+(?:[.!?]+[\"”’')]*|$)\s*")
_SENTENCE_CHINESE = re.compile(r"[^。！？…]+(?:[。！？…]+[”」』）]*|$)\s*")
_CJK = re.compile(r"[\u4e00-\u9fff]")
_LETTER = re.compile(r"[A-Za-z]")
_ORDER = re.compile(
    r"^\W*(?:write|never|always|do not|don't|keep|leave|let|respond|reply|avoid|use|you (?:are|must|should)"
    r"|remember|note|make sure|describe|speak as|stay in)\b|^\W*(?:请|不要|务必|始终|写|切勿|禁止|让|保持|以第)"
    r"|\b(?:roleplay|AI|prompt|the assistant|tokens?)\b|[{}<>|\[\]]|^\W*$|[:：]\s*$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(It|He|She|They)\b")
_PRONOUN_CHINESE = re.compile(r"^(它|他|她)(?!们)")
_GOES_ON = re.compile(
    r"^(?:This|That|These|Those|One without|Without (?:it|them|that|this)|Neither|Both|Such|Either"
    r"|Then|So|But|And|Or|Yet|Otherwise|Therefore|However|Its|His|Her|Their|Them|The other)\b"
)
_GOES_ON_CHINESE = re.compile(
    r"^(?:这|那|它们|他们|她们|缺了|少了|否则|不然|但|可是|然而|不过|而|所以|因此|于是|两者|其中|此|后者|前者|另一)"
)
_COMMON = frozenset(
    [
        "this",
        "that",
        "with",
        "have",
        "from",
        "what",
        "when",
        "where",
        "which",
        "your",
        "there",
        "their",
        "about",
        "would",
        "could",
        "will",
        "into",
        "they",
        "them",
        "then",
        "than",
        "been",
        "were",
        "does",
        "only",
        "some",
        "just",
        "like",
        "over",
        "know",
        "want",
        "tell",
        "there",
        "here",
        "said",
        "says",
        "much",
        "very",
        "more",
        "most",
        "come",
        "came",
        "goes",
        "going",
    ]
)
_NEAR = 260


@dataclass(frozen=True, slots=True)
class Fact:
    """One or two sentences of an entry that make sense by themselves.

    `after` is the wording that may follow the sentence before it ("It fits …"), where that is
    another; `key` is the key that started the entry, where one did, and `direct` whether it stood
    in the player's message. What is always there (a constant) is no topical fact.
    """

    title: str
    text: str
    place: int
    after: str = ""
    key: str = ""
    direct: bool = False
    topical: bool = True


def facts_of(entries: Sequence[SelectedEntry], language: str) -> list[Fact]:
    """Every tellable stretch of the entries, in their order.

    Notes to the actor (system blocks inside the chat), orders, markup and sentences of another
    language than the session's are left out.
    """
    found: list[Fact] = []
    for entry in entries:
        if entry.position == "at_depth" and entry.role == "system":
            continue
        key, direct = str(entry.cause.get("key", "")), entry.cause.get("in", {}).get("back") == 0
        topical = entry.cause.get("kind") != "constant"
        for text, after in _stretches(entry.text, entry.title, language):
            found.append(Fact(entry.title, text, len(found), after, key, direct, topical))
    return found


def facts_in(title: str, text: str, language: str) -> list[Fact]:
    """Every tellable stretch of a text about something, in order."""
    found = _stretches(text, title, language)
    return [Fact(title, said, place, after) for place, (said, after) in enumerate(found)]


@lru_cache(maxsize=2048)
def _stretches(body: str, title: str, language: str) -> tuple[tuple[str, str], ...]:
    """(a sentence that stands alone, its wording after the one before), in order.

    A pronoun at the head becomes the entry's subject while the sentences are about it; else
    such a sentence, and any that goes on from another, keeps those before it for company.
    """
    chinese = language.startswith("zh")
    found = _pattern(chinese=chinese).findall(body.replace("\n", " "))
    sentences = [part.strip() for part in found]
    subject = _subject(title, sentences[0] if sentences else "", chinese=chinese)
    previous, about_it = "", False
    told: list[tuple[str, str]] = []
    for sentence in sentences:
        if _ORDER.search(sentence) or not _of_language(sentence, chinese=chinese):
            previous, about_it = "", False
            continue
        goes_on = (_GOES_ON_CHINESE if chinese else _GOES_ON).match(sentence)
        leans = (_PRONOUN_CHINESE if chinese else _PRONOUN).match(sentence)
        if not (leans or goes_on):
            about_it = bool(subject) and sentence.startswith(subject)
            previous = sentence
            told.append((previous, ""))
        elif leans and about_it:
            previous = subject + sentence[leans.end() :]
            told.append((previous, sentence))
        else:
            about_it = False
            previous = _in_company(previous, sentence, chinese=chinese)
            if previous:
                told.append((previous, sentence))
    return tuple(told)


def _in_company(previous: str, sentence: str, *, chinese: bool) -> str:
    """A sentence after the one it needs; empty where there is none, or both are too long."""
    near = previous and len(previous) + len(sentence) < _NEAR
    return f"{previous}{'' if chinese else ' '}{sentence}" if near else ""


def _pattern(*, chinese: bool) -> re.Pattern[str]:
    """What a sentence looks like in a language."""
    return _SENTENCE_CHINESE if chinese else _SENTENCE


def _subject(title: str, first: str, *, chinese: bool) -> str:
    """What a pronoun in the body stands for: the title's head, if the body begins with it."""
    head = re.split(r"[,，：:（(·]", title)[0].strip()
    if len(head) < 2 or not first.lower().startswith(head.lower()):
        return ""
    return head if chinese else first[: len(head)]


def _of_language(sentence: str, *, chinese: bool) -> bool:
    """Whether a sentence is in the session's language (mostly; names may be foreign)."""
    han, latin = len(_CJK.findall(sentence)), len(_LETTER.findall(sentence))
    return han >= 4 and han * 2 > latin if chinese else latin >= 8 and han == 0


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """What two texts are compared by: word stems of five letters, and pairs of Han characters."""
    words = re.findall(r"[a-z]{3,}", text.lower())
    stems = {word.removesuffix("s")[:5] for word in words if word not in _COMMON}
    pairs = {
        run[at : at + 2]
        for run in re.findall(r"[\u4e00-\u9fff]+", text)
        for at in range(len(run) - 1)
    }
    return frozenset(stems | pairs)


def relevance(fact: Fact, wanted: frozenset[str]) -> int:
    """How many of the wanted words a fact holds; title and key count more."""
    around = words_of(fact.title) | words_of(fact.key)
    return len(words_of(fact.text) & wanted) + 2 * len(around & wanted) + 2 * fact.direct


def untold(facts: Iterable[Fact], told: str) -> list[Fact]:
    """The facts whose wording does not already stand in `told`."""
    heard = bare(told)
    return [fact for fact in facts if bare(fact.text)[-60:] not in heard]


def bare(text: str) -> str:
    """Letters and digits only, so that a different wrapping of the same words is the same."""
    return re.sub(r"[\W_]+", "", text).lower()
