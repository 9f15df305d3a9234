"""What a phrase of a message names: the best of a view's names and aliases, in both languages."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from sessions_app.rules.master_view import Named, ThingView
from sessions_app.rules.storyteller.master_modifiers import (
    is_true_chinese,
    is_true_english,
    parted,
)
from sessions_app.rules.storyteller.master_spelling import spelled

Thing = TypeVar("Thing", bound=Named)
Words = tuple[str, ...]

_HAN = re.compile(r"[\u3400-\u9fff]")
_EMPTY = frozenset(
    [
        "the",
        "teh",
        "hte",
        "a",
        "an",
        "my",
        "your",
        "his",
        "her",
        "its",
        "their",
        "our",
        "this",
        "that",
        "these",
        "those",
        "some",
        "any",
        "of",
        "very",
        "back",
        "again",
        "up",
        "here",
        "there",
        "now",
        "please",
        "just",
        "own",
        "old",
        "whole",
        "all",
        "both",
        "other",
    ]
)
_MEASURE = "个把张封只枚块支盏本瓶杯碗壶件条根扇座间位名串些颗副双顶套份包盒袋卷片朵匹"
_FRONT = re.compile(
    rf"^(?:了|着|过|起|一下|向|往|到|在|那|这|此|该|[一二两三四五六七八九十半几\d]+)*[{_MEASURE}]?"
    r"(?:我|你|他|她|它)?(?:的(?=.))?"
)
_BACK = re.compile(
    r"(?:里面|里边|里头|上面|下面|外面|那里|那边|这里|这边|旁边|身边|里|上|中|处|边|吧|了|呢|吗|啊|呀|的|都|全)$"
)
_HAN_THERE = re.compile(r"[这那此哪]?(?:里|儿|边|处|地|头|个地方)|[里外上下前后旁][面边头]")
_FURTHER = re.compile(r"\s(?:of|to|for|from|with|in|on|under|that|which|nobody)\s", re.IGNORECASE)
ENOUGH, ENOUGH_FOR_THINGS = 40, 50
_SAME = 100


def is_chinese(text: str) -> bool:
    """Whether a text has Chinese characters."""
    return _HAN.search(text) is not None


@lru_cache(maxsize=8192)
def plain_words(text: str) -> Words:
    """The words of an English name or phrase: lower case, without articles, in the singular."""
    found = re.findall(r"[a-z0-9]+", re.sub(r"['’]s\b|['’]", "", text.lower()))
    words = tuple(_singular(word) for word in found)
    return tuple(word for word in words if word not in _EMPTY) or words


def _singular(word: str) -> str:
    """A plural without its ending, as far as that can be seen."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and re.search(r"(?:x|ch|sh|ss)es$", word):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=8192)
def plain_chinese(text: str) -> str:
    """A Chinese phrase without counts, measure words and what stands behind a place."""
    bare = re.sub(r"[\s“”「」『』《》（）()【】，。！？、·*_~～]", "", text)
    if _HAN_THERE.fullmatch(bare):
        return bare
    front = _FRONT.sub("", bare) or bare
    return _BACK.sub("", front) or front


@lru_cache(maxsize=65536)
def likeness(phrase: str, name: str) -> int:
    """How well a phrase names a name: 100 the same, at least ENOUGH a part of it, 0 not at all."""
    if is_chinese(name):
        return _like_chinese(plain_chinese(phrase), name) if is_chinese(phrase) else 0
    return _like_english(plain_words(phrase), plain_words(name), _heads(name))


@lru_cache(maxsize=8192)
def _heads(name: str) -> Words:
    """The words that name a thing by themselves: "coil" and "rope" of a coil of rope."""
    before = _FURTHER.split(name, maxsplit=1)[0]
    return (*plain_words(before)[-1:], *plain_words(name)[-1:])


def _like_english(phrase: Words, name: Words, heads: Words) -> int:
    if not phrase or not name:
        return 0
    if phrase == name:
        return 100
    if set(name) <= set(phrase):
        return 70 + min(len(name), 5) + (4 if phrase[-1] == name[-1] else 0)
    if set(phrase) <= set(name):
        return 60 + min(len(phrase), 5) if phrase[-1] in heads else 45
    return 0


def _like_chinese(phrase: str, name: str) -> int:
    bare = plain_chinese(name)
    if not phrase:
        return 0
    if phrase in (name, bare):
        return 100
    if len(phrase) > 1 and phrase[-1] in "子儿" and name[-1] not in "子儿":
        return _like_chinese(phrase[:-1], name)
    if len(phrase) > 1 and bare in (phrase + "子", phrase + "儿"):
        return 90
    if len(name) > 1 and name in phrase:
        return 70 + min(len(name), 9)
    if name.endswith(phrase):
        return 60 + min(len(phrase), 5)
    if len(phrase) > 1 and phrase in name:
        return 45
    owner, _, owned = phrase.rpartition("的")
    return max(50, _like_chinese(owned, name) - 20) if owner and _like_chinese(owned, name) else 0


def best_likeness(phrase: str, named: Named) -> int:
    """The likeness of a phrase to a name or any alias; 0 where it says what cannot be true of it."""
    if not _is_alike(phrase, named.name, named.aliases):
        return 0
    return max(_nearness(phrase, name, named) for name in (named.name, *named.aliases))


@lru_cache(maxsize=65536)
def _is_alike(phrase: str, name: str, aliases: Words) -> bool:
    """Whether a phrase has a part of any of these names; most things of a world have none."""
    said = without_how(phrase)
    parts = (phrase, said, _head_and_tail(said)[0])
    return any(likeness(part, each) for each in (name, *aliases) for part in parts if part)


def loose_likeness(phrase: str, named: Named) -> int:
    """The likeness of what a phrase names, whatever else it says of it."""
    head = without_how(parted(phrase)[0])
    tails = [plain_chinese(head)[at:] for at in range(len(head))] if is_chinese(head) else []
    words = [head, *head.split()[-1:], *tails[:_LONGEST_TAIL]]
    return max(likeness(word, name) for word in words for name in (named.name, *named.aliases))


_LONGEST_TAIL = 12
_HOW = re.compile(
    r"(?:\s+(?!holy\b|family\b|jelly\b|lily\b)(?:\w{2,}ly|aloud|away|too|again|now|later|first|please|as well|at once))+\s*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def without_how(phrase: str) -> str:
    """An English phrase without the words behind it that say how or when."""
    return _HOW.sub("", phrase)


@lru_cache(maxsize=1024)
def _head_and_tail(phrase: str) -> tuple[str, str]:
    """An English phrase in its two parts (`parted`); of any other all is what names something."""
    return parted(phrase) if phrase.isascii() else ("", "")


def _nearness(phrase: str, name: str, named: Named) -> int:
    if is_chinese(name):
        score = likeness(phrase, name)
        fits = score and is_true_chinese(plain_chinese(phrase), plain_chinese(name), named)
        return score if fits or score == _SAME else 0
    phrase = without_how(phrase)
    whole = likeness(phrase, name)
    if whole == _SAME:
        return whole
    head, tail = _head_and_tail(phrase)
    if tail and parted(name)[1]:
        head, tail = phrase, ""
    score = likeness(head, name) if tail else whole
    return score if score and is_true_english(head or phrase, tail, name, named, _EMPTY) else 0


def enough_for(item: Named) -> int:
    """How well a name must fit: a letter box is no letter, but Edda Marrow is Edda."""
    return ENOUGH_FOR_THINGS if isinstance(item, ThingView) else ENOUGH


def named_by(
    phrase: str, among: Iterable[Thing], prefer: Callable[[Thing], int] = lambda _: 0
) -> tuple[Thing, ...]:
    """Those that a phrase names best; several where it could be any of them.

    What the player's character perceives goes before what it does not, whatever the wording; then
    the nearer name, then the lower of `prefer`.
    """
    if not phrase.strip():
        return ()
    items = tuple(among)
    fit = _fitting(phrase, items) or _fitting_spelled(phrase, items)
    if not fit:
        return ()
    seen = any(item.seen for _, item in fit)
    rank = {id(item): (-_step(score), prefer(item)) for score, item in fit if item.seen or not seen}
    first = min(rank.values())
    return tuple(item for _, item in fit if rank.get(id(item)) == first)


def _fitting(phrase: str, among: Sequence[Thing]) -> list[tuple[int, Thing]]:
    found = [(best_likeness(phrase, item), item) for item in among]
    return [(score, item) for score, item in found if score >= enough_for(item)]


def _fitting_spelled(phrase: str, among: Sequence[Thing]) -> list[tuple[int, Thing]]:
    """What fits if a word of the phrase was spelled wrongly; of what is perceived only."""
    seen = [item for item in among if item.seen]
    meant = spelled(phrase, [name for item in seen for name in (item.name, *item.aliases)])
    return _fitting(meant, seen) if meant != phrase else []


def almost(phrase: str, among: Iterable[Thing]) -> tuple[Thing, ...]:
    """What is perceived and called so, but is not as the phrase says."""
    seen = [item for item in among if item.seen]
    return tuple(item for item in seen if loose_likeness(phrase, item) >= enough_for(item))


def _step(score: int) -> int:
    """Scores that differ by little say the same."""
    return score if score >= 70 else score // 10


def mentioned(text: str, among: Sequence[Thing]) -> list[Thing]:
    """Those whose whole name or alias stands in a text, in the order in which they stand there."""
    places = [(min(_stands_at(text, item)), item) for item in among if _stands_at(text, item)]
    return [item for _, item in sorted(places, key=lambda pair: pair[0])]


def _stands_at(text: str, item: Named) -> list[int]:
    """Where the names of something stand; first names of two count."""
    names = [name for name in (item.name, *item.aliases) if len(name) > 1]
    parts = item.name.split()
    if len(parts) == 2 and item.name.istitle() and parts[0] not in ("The", "A", "An"):
        names.append(parts[0])
    found = (_find_name(text, name) for name in names)
    return [at for at in found if at >= 0]


def _find_name(text: str, name: str) -> int:
    if is_chinese(name):
        return text.find(name)
    hit = re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text, re.IGNORECASE)
    return hit.start() if hit else -1
