"""What a phrase says of a thing beside its name, and whether that can be true of it.

"The golden key" is no copper key, and "the key on a splinter" no key in the hand: a word that is
neither of the thing's names, its looks, nor of where and with whom it is makes it another thing.
"""

import re
from functools import lru_cache

from sessions_app.rules.master_view import Named, ThingView, WayView

_FURTHER = re.compile(
    r"\s(?:on|in|inside|under|behind|by|beside|at|with|from|near|against|upon|within|around)\s",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^(?:\w+ly|\w+ing|then|aloud|away|too|again|once|while|as|because|until|so|if|when|where|which|who|that|for|to"
    r"|into|through|over|across|down|up|along|towards?|out|off|together|first|now|please|and|but|or|quick|nobody|he|she|they|i|we|you|it|open|shut|closed|back|first|still)$"
)
_NUMBERS = re.compile(
    r"^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|couple|few|several|half|each|every"
    r"|first|last|next|another|other|only|single|pair|more|rest|whole|entire)$"
)
_ANYWHERE = frozenset(
    [
        "floor",
        "ground",
        "wall",
        "corner",
        "table",
        "room",
        "place",
        "here",
        "there",
        "front",
        "side",
        "middle",
        "hand",
        "hands",
        "pocket",
        "me",
        "him",
        "her",
        "them",
        "air",
        "world",
        "end",
        "top",
        "bottom",
        "sight",
        "reach",
        "both",
        "two",
        "one",
        "care",
    ]
)
_SMALL = frozenset(
    [
        "to",
        "into",
        "through",
        "over",
        "across",
        "down",
        "up",
        "along",
        "toward",
        "towards",
        "out",
        "off",
        "in",
        "on",
        "at",
        "by",
        "from",
        "near",
    ]
)
_HAN_WHERE = r"(?:手里|手中|手上|身上|怀里|头上|腰上|里面|里边|里头|上面|上边|下面|下边|底下|旁边|边上|身边|前面|后面|背面|正面|侧面|表面|附近|那里|那边|这里|这边|里|中|上|下|旁|边|前|后)"
_BEFORE_HAN = re.compile(rf"^(?P<who>.*?)(?P<where>{_HAN_WHERE})?(?P<of>的)?$")
_AFTER_HAN = re.compile(
    rf"^(?:都|全|们|全部|也)*(?:{_HAN_WHERE}|跟前|面前|门口|那儿|这儿|去|来)*"
    r"(?:的?(?:字|文字|内容|东西|样子|情况|模样|里面))?(?:去|来|看看|看|了|吧)*$"
)
_HAN_FILLERS = re.compile(
    r"^(?:那|这|此|该|一|两|几|半|旧|老|整|所有|全部|每|剩下|剩|其中|\d+|[个把张封只枚块支盏本扇座]|的|我|自己|你|他|她)*$"
)
_HAN_ANYWHERE = re.compile(r"^(?:我|自己|你|他|她|它|这|那|地|桌|桌子|墙|手|屋|房间|眼前|身|旁)*$")


def parted(phrase: str) -> tuple[str, str]:
    """(what names something, what says where or with whom it is) of an English phrase."""
    found = _FURTHER.search(phrase)
    return (phrase[: found.start()], phrase[found.end() :]) if found else (phrase, "")


def words_of(text: str) -> tuple[str, ...]:
    """Lower-case words, without possessive endings."""
    return tuple(re.findall(r"[a-z0-9]+", re.sub(r"['’]s?\b", "", text.lower())))


def known_of(item: Named) -> str:
    """All that is known of something: what it is called, how it looks, where and whose it is."""
    more: tuple[str, ...] = ()
    if isinstance(item, ThingView):
        more = (item.condition, *item.near)
    elif isinstance(item, WayView):
        more = item.around
    return " ".join((item.name, *item.aliases, item.description, *more))


@lru_cache(maxsize=8192)
def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in words_of(text))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def is_true_english(head: str, tail: str, name: str, item: Named, empty: frozenset[str]) -> bool:
    """Whether all that an English phrase adds to a name fits what bears it."""
    named, known = _stems(name), _stems(known_of(item))

    def fits(word: str) -> bool:
        stem = _stem(word)
        return (
            stem in named
            or stem in known
            or word in empty
            or word in _SMALL
            or _NUMBERS.match(word) is not None
        )

    words = words_of(head)
    last = max((at for at, word in enumerate(words) if _stem(word) in named), default=len(words))
    if not all(fits(word) or word.endswith("ly") for word in words[: last + 1]):
        return False
    after = next((word for word in words[last + 1 :] if not fits(word)), "")
    if after:
        return _GOES_ON.match(after) is not None
    around = _stems(_around(item))
    return all(
        fits(word) or word in _ANYWHERE or _stem(word) in around for word in words_of(_said(tail))
    )


def _around(item: Named) -> str:
    return " ".join(item.around) if isinstance(item, ThingView) else ""


def _said(tail: str) -> str:
    """Where something is said to be, without what goes on about the act."""
    return re.split(
        r"[,;:]|\b(?:and|then|while|as|so|because|before|after|to|for)\b", tail, maxsplit=1
    )[0]


def is_true_chinese(phrase: str, name: str, item: Named) -> bool:
    """Whether all that a Chinese phrase adds to a name fits what bears it."""
    if name in phrase:
        before, _, after = (
            phrase.rpartition(name) if phrase.endswith(name) else phrase.partition(name)
        )
    elif "的" in phrase:
        (before, _, _), after = phrase.rpartition("的"), ""
        before += "的"
    else:
        return True
    return _AFTER_HAN.match(after) is not None and _before_fits(before, item)


def _before_fits(before: str, item: Named) -> bool:
    if _HAN_FILLERS.match(before):
        return True
    parts = _BEFORE_HAN.match(before)
    who = re.sub(r"^[那这]?[个把张封只枚块支盏本扇座]?", "", parts["who"]) if parts else before
    plain = before.removesuffix("的")
    known = known_of(item)
    if plain in known or (who and who in known):
        return True
    if parts is None or not (parts["where"] or parts["of"]):
        return False
    return _HAN_ANYWHERE.match(who) is not None or bool(parts["where"] and who in _around(item))
