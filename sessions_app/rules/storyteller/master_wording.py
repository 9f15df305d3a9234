"""How names stand in the game master's sentences: articles, lists, counts, capitals."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import ModuleType

from sessions_app.rules.master_view import ThingView
from sessions_app.rules.storyteller import master_phrases_en, master_phrases_zh

Bank = Sequence[str]


@dataclass(frozen=True, slots=True)
class MasterBanks:
    """The game master's sentences of one language; `master_phrases_en` says what the slots mean."""

    DONE: Mapping[str, Bank]
    OUTCOMES: Mapping[str, str]
    STATES: Mapping[str, str]
    CONDITIONS: Mapping[str, str]
    SPOTS: Bank
    PEOPLE_ONE: Bank
    PEOPLE: Bank
    THINGS: Bank
    NOTHING_SPECIAL: Bank
    LOOK_LEADS: Bank
    READS: Bank
    UNWRITTEN: Bank
    TIME_IS: Bank
    WAITED: Bank
    WAITED_UNTIL: Bank
    CAME: Bank
    CAME_MANY: Bank
    LEFT: Bank
    LEFT_MANY: Bank
    CAME_ALONG: Bank
    CAME_ALONG_MANY: Bank
    ROLLED: Bank
    NO_TARGET: str
    CHECKED: Bank
    NOBODY: Bank
    NOTED: Bank
    STILL: Bank
    INSIDE_NOW: str
    EMPTY_NOW: str
    HERE: str
    WAYS: str
    NO_WAYS: str
    DARK: str
    WAY_LEADS: str
    STATE_OF: str
    CONDITION_OF: str
    CONDITION_OF_MANY: str
    LOOK_COURSE: str
    WORN_BY: str
    LEADS_TO: str
    HOLDING: str
    DOES: str
    CARRYING: str
    WEARING: str
    EMPTY_HANDED: str
    NO_TIME: str
    NO_SUCH: str
    NO_SUCH_BUT: str
    NO_THING: str
    STAYS: str
    NO_TAKER: str
    UNHELD: str
    UNREAD: str
    KEPT: str
    NOT_WORN: str
    NO_DOOR: str
    LID_VERBS: Mapping[str, str]
    NO_LOCK: str
    BARE_HERE: str
    BARE_HANDS: str
    UNKNOWN: str
    REFRAINED: Bank
    IDLED: str
    YOU_ARE: str
    WHICH: str
    ABSENT: str
    UNMOVED: str
    NOT_FOOD: str
    NO_CHECK: str
    NO_CHECKS: str
    NOTHING_TO: str
    LATER: str
    AND: str
    COMMA: str
    COUNT: str
    OR: str
    ONE_OF: str
    AWAY: str
    THREW: str
    THREW_MANY: str
    NO_LID: str
    INTRODUCTION: str


def _banks(module: ModuleType) -> MasterBanks:
    return MasterBanks(**{field.name: getattr(module, field.name) for field in fields(MasterBanks)})


ENGLISH, CHINESE = _banks(master_phrases_en), _banks(master_phrases_zh)

_DETERMINED = re.compile(r"^(?:the|a|an|my|your|his|her|its|their|our|some)\s", re.IGNORECASE)
_INDEFINITE = re.compile(r"^(?:a|an)\s+", re.IGNORECASE)
_COURSE = re.compile(
    r"^(?:up|down|across|out|over|home|into|in|through|along|back|under|around|round|past|towards?|off|onto|by"
    r"|behind|beyond|north|south|east|west|outside|inside|upstairs|downstairs|ashore|aboard)\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"[^su]s$|(?:people|clothes|scissors|trousers)$", re.IGNORECASE)
_MASS = re.compile(
    r"\b(?:bread|water|wine|ale|beer|milk|tea|money|gold|silver|iron|paper|salt|sand|cloth|wool|honey|cheese"
    r"|meat|soup|flour|oil|ink|wax|chalk|fruit|string|twine|food)$",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"(?:\s+(?:\w+ly|back|again|too|away|up|down|now|please|aloud|there|here|later|first|as well))+$"
)
_LAST = re.compile(r"\s(?:of|in|to|for|from|with|on)\s.*$", re.IGNORECASE)


def banks_for(*, chinese: bool) -> MasterBanks:
    """The sentences of a language."""
    return CHINESE if chinese else ENGLISH


def the(name: str) -> str:
    """A thing's name as it stands in a sentence after it was named: with an article in English."""
    if not name.isascii() or not name or is_course(name):
        return name if not name.isascii() else _lower(name)
    if _DETERMINED.match(name):
        return _lower(_INDEFINITE.sub("the ", name))
    return f"the {_lower(name)}"


def some(name: str) -> str:
    """A thing's name where it is first seen: "a lamp", "an apple", "trousers"."""
    if not name.isascii() or not name or is_course(name):
        return the(name)
    if _DETERMINED.match(name):
        return _lower(name)
    if _is_proper(name):
        return the(name)
    if _PLURAL.search(_LAST.sub("", name)) or _MASS.search(_LAST.sub("", name)):
        return _lower(name)
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {_lower(name)}"


def place_name(name: str) -> str:
    """A place's name in a sentence: one of its own stays ("Bell Lane"), others have an article."""
    proper = _is_proper(name) or (" " not in name and name[:1].isupper())
    return name if proper and not _DETERMINED.match(name) else the(name)


def is_course(name: str) -> bool:
    """Whether a way is called by how it runs ("Down the lane", "路对面") and not by what it is."""
    if name.isascii():
        return _COURSE.match(name) is not None
    return name[-1] not in "门路梯道板桥洞口巷窗墙绳栏坡井径廊街河孔缝阶子"


def _is_proper(name: str) -> bool:
    """Whether a name is one of its own ("Tide Bell") and not a word with a capital."""
    words = [word for word in name.split() if word.lower() not in ("of", "the", "and")]
    return len(words) > 1 and all(word[0].isupper() for word in words)


def _lower(name: str) -> str:
    """The name with a small letter, unless it is a name of its own or an abbreviation."""
    head, _, rest = name.partition(" ")
    if _DETERMINED.match(name) and rest:
        return f"{head.lower()} {rest}"
    return name if _is_proper(name) or head[1:2].isupper() else name[:1].lower() + name[1:]


def capital(text: str) -> str:
    """A sentence with a capital."""
    return text[:1].upper() + text[1:]


def listed(names: Iterable[str], banks: MasterBanks) -> str:
    """Names in a row: "a lamp, a rope and a letter"."""
    found = list(names)
    if len(found) < 2:
        return "".join(found)
    return banks.COMMA.join(found[:-1]) + banks.AND + found[-1]


def either(names: Iterable[str], banks: MasterBanks) -> str:
    """Names to choose from: "the oak door or the hatch"."""
    found = list(names)
    if len(found) < 2:
        return "".join(found)
    return banks.COMMA.join(found[:-1]) + banks.OR + found[-1]


def counted(thing: ThingView, name: str, banks: MasterBanks) -> str:
    """What there is of a thing: its name, or how many where there are several."""
    return many(thing.name, thing.quantity, banks) if thing.quantity > 1 else name


def many(name: str, number: int, banks: MasterBanks) -> str:
    """Several of a thing: "12 silver coins"; of a mass how many there are of it."""
    if not name.isascii():
        return banks.COUNT.format(name=name, n=number)
    bare = re.sub(r"^(?:the|a|an)\s+", "", name, flags=re.IGNORECASE)
    if _MASS.search(_LAST.sub("", bare)):
        return f"{_lower(bare)} ({number})"
    return banks.COUNT.format(name=_plural(bare), n=number)


def one_of(name: str, banks: MasterBanks) -> str:
    """One of a stack: "one of the silver coins"."""
    bare = re.sub(r"^(?:the|a|an)\s+", "", name, flags=re.IGNORECASE)
    return banks.ONE_OF.format(name=_plural(bare) if name.isascii() else name)


def is_singular(phrase: str) -> bool:
    """Whether an English phrase wants one of a thing that can be counted."""
    bare = _LAST.sub("", _HOW.sub("", phrase.strip()))
    plain = re.fullmatch(r"[A-Za-z' -]+", bare) is not None
    return plain and not (_PLURAL.search(bare) or _MASS.search(bare))


def _plural(name: str) -> str:
    """An English name in the plural, as far as that can be made by its ending."""
    tail = _LAST.search(name)
    head, rest = (name[: tail.start()], tail[0]) if tail else (name, "")
    if _PLURAL.search(head):
        return _lower(name)
    if re.search(r"[^aeiou]y$", head):
        return _lower(head[:-1] + "ies" + rest)
    return _lower(head + ("es" if re.search(r"(?:s|x|ch|sh)$", head) else "s") + rest)


_TURNED = {
    "my": "your", "me": "you", "myself": "yourself", "mine": "yours", "i": "you", "am": "are",
}  # fmt: skip
_FORMS = re.compile(r"^(?!sing\b)(?:[a-z]+(?:ed|ing)|sat|stood|knelt|[a-z]+[^s]s)\b", re.IGNORECASE)


def turned(text: str) -> str:
    """What a player writes of the own character, said to it; "" where the verb has another form."""
    plain = text.strip(" .。!！*_~")
    if re.search(r"[\u4e00-\u9fff]", plain):
        return plain.replace("我", "你")
    if _FORMS.match(plain) or len(plain) > 60:
        return ""
    plain = plain[:1].lower() + plain[1:]
    return re.sub(r"[A-Za-z]+", lambda hit: _TURNED.get(hit[0].lower(), hit[0]), plain)


def ended(text: str) -> str:
    """A text with a stop behind it."""
    plain = text.strip()
    if not plain or plain[-1] in '.!?。！？…”"’)）':
        return plain
    return plain + ("。" if re.search(r"[\u4e00-\u9fff]", plain[-1]) else ".")
