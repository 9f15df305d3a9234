"""Dice and checks in a message: what is thrown, which check is meant, against which target."""

import re
from collections.abc import Sequence

from sessions_app.rules.storyteller.master_acts import Act, Reader
from sessions_app.rules.storyteller.master_amounts import number_of
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_names import mentioned, named_by

_DICE = re.compile(
    r"(?<![A-Za-z0-9])(?:\d{0,3}d(?:\d+|%|f)[\w!<>=%]*|adv|dis)(?:\s*[-+*/]\s*\d+(?:d\d+\w*)?)*(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"(?:(?P<many>\d{1,3}|[a-z]+)\s+)?(?:(?P<sides>\d{1,3}|[a-z]+)[- ]sided\s+(?:dice|die)|d(?P<d>\d{1,3})s?)\b"
    r"|(?P<count>\d{1,3}|[一二两三四五六七八九十百]{1,4})?[个枚颗只粒]?(?P<faces>\d{1,3}|[一二两三四五六七八九十百]{1,4})面(?:的)?骰",
    re.IGNORECASE,
)
"""Dice said in words: "two six-sided dice", "three d6", "两个六面骰"."""
_MORE = re.compile(r"子?\s*(?:[+＋]|plus|加(?:上)?)\s*(\d{1,4})", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?P<en>\d{1,3}|[a-z]+) dice\b|(?P<zh>\d{1,3}|[两二三四五六七八九十]{1,3})[个枚颗只粒]骰",
    re.IGNORECASE,
)
"""Several dice of no number of faces are such as lie on any table, with six."""
_TARGET = re.compile(
    r"(?:against|versus|vs\.?|\bdc|target(?: of)?|difficulty(?: of)?|难度|目标值?|对抗)\s*(?:is|是|为)?\s*[:：]?\s*(-?\d{1,4})"
    r"|[,，]\s*(-?\d{1,4})\s*[.!。！]?$|(?:check|test|save|检定|判定)\s*(-?\d{1,4})\s*[.!。！]?$",
    re.IGNORECASE,
)


def roll_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Dice as they are written, or the check that is named."""
    for text in (clause.text, reader.view.actor.message):
        if dice := _dice_in(text):
            return [Act("roll", dice=dice, text=clause.text)]
    named = check_act(reader, clause)
    return named if named[0].key else [Act("roll", dice="1d20", text=clause.text)]


def _dice_in(text: str) -> str:
    """The dice of a text in their notation; "" where there are none."""
    if spoken := _SPOKEN.search(text):
        faces = number_of(spoken["sides"] or spoken["d"] or spoken["faces"])
        many = number_of(spoken["many"] or spoken["count"] or "1") or 1
        if faces and not (spoken["d"] and number_of(spoken["many"] or "") is None):
            more = _MORE.match(text, spoken.end())
            return f"{many}d{faces}" + (f"+{more[1]}" if more else "")
    dice = _DICE.search(text)
    if dice is not None:
        return re.sub(r"\s", "", dice[0])
    several = _SEVERAL.search(text)
    count = number_of(several["en"] or several["zh"]) if several else None
    return f"{count}d6" if count and count > 1 else ""


def check_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """A check of the world by its name; a number that is named with it is the target."""
    text = f"{' '.join(clause.objects)} {clause.text}"
    checks = reader.view.checks
    words = re.sub(
        r"\b(?:check|test|roll|save|make|an?|for)\b|检定|判定|检查|一[次个]|[做进行来掷]", " ", text
    )
    found = mentioned(text, checks) or list(named_by(words, checks))
    target = _TARGET.search(reader.view.actor.message)
    if not found:
        return [Act("check", phrase=words.strip(), trouble="no_check")]
    whom = reader.person(" ".join(mentioned_names(reader, text)))
    return [
        Act(
            "check",
            found[0].key,
            "check",
            to="" if whom.trouble else whom.key,
            to_kind="person",
            target=int(target[1] or target[2] or target[3]) if target else None,
            text=clause.text,
        )
    ]


def mentioned_names(reader: Reader, text: str) -> list[str]:
    """The name of whoever a text speaks of first, if of anybody."""
    return [person.name for person in mentioned(text, reader.view.people)[:1]]
