"""English said in another form, put into the usual one: short commands, the passive, slips of a verb."""

import re

from sessions_app.rules.storyteller.master_spelling import is_slip
from sessions_app.rules.storyteller.master_verbs_en import COMMON, VERBS

_SHORT = (
    (re.compile(r"^\s*(?:i|inv)\s*[.!]?\s*$", re.IGNORECASE), "inventory"),
    (re.compile(r"^\s*l\s*[.!]?\s*$", re.IGNORECASE), "look"),
    (re.compile(r"^\s*(?:x|ex)\s+(?=\w|[\ue000-\uefff])", re.IGNORECASE), "examine "),
    (re.compile(r"^\s*z\s*[.!]?\s*$", re.IGNORECASE), "wait"),
    (
        re.compile(
            r"^\s*(n|s|e|w|north|south|east|west|up|down|in|out)\s*[.!]?\s*$", re.IGNORECASE
        ),
        r"go \1",
    ),
)
_BY_LEAVE = re.compile(
    r",?\s*\b(?:if (?:(?:it is |that is |it['’]s )?(?:possible|necessary|all right|okay)|need be|you please|I may|(?:I|you) can"
    r"|you (?:do not|don['’]?t) mind)|(?:when|as soon as) (?:(?:I|you)(?: am| are|['’]m|['’]re) ready|(?:I|you) can))\b"
    r"(?=\s*(?:[.,;!]|$)),?",
    re.IGNORECASE,
)
"""What is only polite, and no condition."""
_ALL_BUT = re.compile(
    r"\b(everything|all(?: of (?:it|them))?)\s*,?\s+but\s+(?:(?:do not|don['’]t|never)\s+\w+|not)\s+",
    re.IGNORECASE,
)
_COURSES = {"go n": "go north", "go s": "go south", "go e": "go east", "go w": "go west"}
_PASSIVE = re.compile(
    r"^\s*(?P<what>(?:(?:the|a|an|my|all)\b|[\ue000-\uefff])[^,.;]*?)\s+(?:is|are|gets?|was|were)\s+(?:now\s+|then\s+)?"
    r"(?P<verb>taken|picked up|dropped|put down|laid down|opened|closed|shut|locked|unlocked|read|eaten|drunk|worn|put on"
    r"|given to|handed to|put in|put into|placed in)\b(?:\s+by me\b)?(?!\s+by\b)\s*(?P<rest>[^,;]*)$",
    re.IGNORECASE,
)
_ACTIVE = {
    "taken": "take", "picked up": "take", "dropped": "drop", "put down": "drop", "laid down": "drop",
    "opened": "open", "closed": "close", "shut": "close", "locked": "lock", "unlocked": "unlock", "read": "read",
    "eaten": "eat", "drunk": "drink", "worn": "wear", "put on": "wear", "given to": "give to", "handed to": "give to",
    "put in": "put in", "put into": "put in", "placed in": "put in",
}  # fmt: skip
_KNOWN = re.compile("|".join(words for _, words in VERBS), re.IGNORECASE)
_LONG = 6
"""Shorter verbs are guessed only where two letters changed places: "make" is no slip of "take"."""
_FIRST = re.compile(
    r"^(?P<lead>\s*(?:(?:please|I|then|now)\s+)*)(?P<verb>[a-z]{4,12})(?=\s|$)", re.IGNORECASE
)


def reworded(text: str) -> str:
    """A message with its short forms spelled out, and otherwise as it is."""
    text = re.sub(r"^\s*[>/\\]+\s*", "", text)
    for pattern, words in _SHORT:
        text = pattern.sub(words, text)
    text = re.sub(r"\b(?:except for|apart from|other than)\b", "except", text, flags=re.IGNORECASE)
    text = _BY_LEAVE.sub("", text)
    text = _ALL_BUT.sub(r"\1 except ", text)
    text = _COURSES.get(text.strip().lower(), text)
    text = re.sub(r"\bbefore I (?:\w+ ){1,4}?(?=I\b)", "", text, flags=re.IGNORECASE)
    return _active(_spelled(text))


def _spelled(text: str) -> str:
    first = _FIRST.match(text)
    if first is None or _KNOWN.fullmatch(first["verb"]):
        return text
    word = first["verb"].lower()
    meant = [
        verb
        for verb in COMMON
        if is_slip(word, verb) and (len(verb) >= _LONG or sorted(word) == sorted(verb))
    ]
    return f"{first['lead']}{meant[0]}{text[first.end() :]}" if len(meant) == 1 else text


def _active(text: str) -> str:
    """ "The key is given to Edda" as "give the key to Edda"."""
    said = _PASSIVE.match(text.strip().rstrip("."))
    if said is None:
        return text
    verb, _, joint = _ACTIVE[said["verb"].lower()].partition(" ")
    return " ".join(part for part in (verb, said["what"], joint, said["rest"]) if part)
