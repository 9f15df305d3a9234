"""Dice and checks in a message: what is thrown, which check is meant, against which target."""

import re
from collections.abc import Sequence

from sessions_app.rules.storyteller.master_acts import Act, Reader
from sessions_app.rules.storyteller.master_clauses import Clause
from sessions_app.rules.storyteller.master_names import mentioned, named_by

_DICE = re.compile(
    r"(?<![A-Za-z0-9])(?:\d{0,3}d(?:\d+|%|f)[\w!<>=%]*|adv|dis)(?:\s*[-+*/]\s*\d+(?:d\d+\w*)?)*(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_TARGET = re.compile(
    r"(?:against|versus|vs\.?|dc|target(?: of)?|难度|目标|对抗)\s*(?:是|为)?\s*(-?\d{1,4})"
    r"|[,，]\s*(-?\d{1,4})\s*[.!。！]?$",
    re.IGNORECASE,
)


def roll_act(reader: Reader, clause: Clause) -> Sequence[Act]:
    """Dice as they are written, or the check that is named."""
    dice = _DICE.search(clause.text) or _DICE.search(reader.view.actor.message)
    if dice is not None:
        return [Act("roll", dice=re.sub(r"\s", "", dice[0]), text=clause.text)]
    named = check_act(reader, clause)
    return named if named[0].key else [Act("roll", dice="1d20", text=clause.text)]


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
            target=int(target[1] or target[2]) if target else None,
            text=clause.text,
        )
    ]


def mentioned_names(reader: Reader, text: str) -> list[str]:
    """The name of whoever a text speaks of first, if of anybody."""
    return [person.name for person in mentioned(text, reader.view.people)[:1]]
