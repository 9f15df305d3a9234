"""What a player is told of a refusal: one sentence for each code, in the languages of stories.

A rule's refusal has two reasons (PL-2, TB-7): `reason` is for the game master and may name
everything; `detail["told"]` is `{"code": ..., **values}`, and its values name nothing that the
player's character does not know. Doors and the storyteller say it with `say`.
"""

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

Told = Mapping[str, Any]

_EN: Mapping[str, str] = {
    "refused": "That cannot be done.",
    "unknown_place": "You know of no such place.",
    "unknown_character": "You know of nobody like that.",
    "no_way": "You know no way there.",
    "exit_closed": "The way is closed: {exit}.",
    "exit_locked": "The way is locked: {exit}.",
    "exit_blocked": "The way is blocked: {exit}.",
    "cannot_go": "{who} cannot go anywhere now.",
    "nowhere": "{who} is nowhere to go from.",
    "already_there": "{who} is there already.",
    "not_visible": "There is nothing like that here.",
    "not_present": "There is nobody like that here.",
    "held_by_other": "{item} is in other hands.",
    "fixed": "{item} cannot be moved.",
    "not_carried": "{item} is not in your hands.",
    "not_wearable": "{item} cannot be worn.",
    "not_a_container": "Nothing can be put into {item}.",
    "cycle": "A thing cannot be put into itself.",
    "locked": "{item} is locked.",
    "blocked": "{item} is blocked.",
    "in_closed": "{item} is shut.",
    "not_worn": "{item} is not worn.",
    "wrong_key": "That does not fit {item}.",
    "key_not_in_hand": "There is no key for {item} in your hands.",
    "already": "That is so already: {item}.",
    "already_open": "{item} is open already.",
    "already_close": "{item} is shut already.",
    "already_lock": "{item} is locked already.",
    "already_unlock": "{item} is not locked.",
    "already_wear": "{item} is being worn already.",
    "already_take": "{item} has been taken already.",
    "slot_full": "There is no room left to wear {item}.",
    "not_enough": "There is not enough of that: {item}.",
    "time_stands": "Time does not pass in this story.",
    "time_is_real": "Time passes here as it does outside; it cannot be skipped.",
    "skip_too_long": "At most {days} days can pass at once.",
    "bad_dice": "These dice cannot be read: {dice}.",
    "unknown_check": "There is no such check.",
    "no_band": "This roll has no result for {value}.",
    "needs_target": "This check needs a target.",
    "no_target": "This check has no target.",
    "no_variable": "This check adds a number that your character does not have.",
}

_ZH: Mapping[str, str] = {
    "refused": "这做不到。",
    "unknown_place": "你不知道有这样的地方。",
    "unknown_character": "你不知道有这样的人。",
    "no_way": "你不知道去那里的路。",
    "exit_closed": "路关着：{exit}。",
    "exit_locked": "路锁着：{exit}。",
    "exit_blocked": "路被堵住了：{exit}。",
    "cannot_go": "{who}现在哪里也去不了。",
    "nowhere": "{who}不在任何地方，无从出发。",
    "already_there": "{who}已经在那里了。",
    "not_visible": "这里没有这样的东西。",
    "not_present": "这里没有这样的人。",
    "held_by_other": "{item}在别人手里。",
    "fixed": "{item}搬不动。",
    "not_carried": "{item}不在你手里。",
    "not_wearable": "{item}不能穿戴。",
    "not_a_container": "{item}装不了东西。",
    "cycle": "东西不能放进自己里面。",
    "locked": "{item}锁着。",
    "blocked": "{item}被堵住了。",
    "in_closed": "{item}关着。",
    "not_worn": "{item}没有穿戴着。",
    "wrong_key": "这打不开{item}。",
    "key_not_in_hand": "你手里没有{item}的钥匙。",
    "already": "已经是这样了：{item}。",
    "already_open": "{item}已经开着。",
    "already_close": "{item}已经关着。",
    "already_lock": "{item}已经锁着。",
    "already_unlock": "{item}没有上锁。",
    "already_wear": "{item}已经穿戴着了。",
    "already_take": "{item}已经拿在手里了。",
    "slot_full": "没有地方再穿戴{item}了。",
    "not_enough": "数量不够：{item}。",
    "time_stands": "这个故事里时间不流动。",
    "time_is_real": "这里的时间与外面一同流逝，不能跳过。",
    "skip_too_long": "一次最多只能过{days}天。",
    "bad_dice": "看不懂这个骰式：{dice}。",
    "unknown_check": "没有这样的检定。",
    "no_band": "这次掷骰的{value}没有对应的结果。",
    "needs_target": "这个检定需要一个目标值。",
    "no_target": "这个检定不用目标值。",
    "no_variable": "这个检定要加一个你的角色没有的数值。",
}

PHRASES: Mapping[str, Mapping[str, str]] = {"en": _EN, "zh": _ZH}
"""A sentence by code, by language."""

_NAMELESS: Mapping[str, Mapping[str, str]] = {
    "en": {"who": "That one", "item": "that", "exit": "the way"},
    "zh": {"who": "对方", "item": "那东西", "exit": "那条路"},
}
"""What stands where a name is not known."""


def language_of(code: str) -> str:
    """The language of `PHRASES` for a language code (`zh-hans`, `en-gb`); English for others."""
    return "zh" if code.lower().startswith("zh") else "en"


def say(told: Told, language: str) -> str:
    """What a player reads; a code without a sentence, or without its values, is a plain refusal."""
    spoken = language_of(language)
    phrases = PHRASES[spoken]
    given = {name: value for name, value in told.items() if value not in (None, "")}
    values = {**_NAMELESS[spoken], **given}
    code = str(told.get("code"))
    plain = phrases.get(code, phrases["refused"])
    text = phrases.get(f"{code}_{told.get('op')}", plain)
    if not _slots(text) <= values.keys():
        text = phrases["refused"]
    sentence = text.format_map(values)
    if spoken == "en":
        sentence = _agreeing(sentence, str(values["item"]))
    return sentence[:1].upper() + sentence[1:]


_PLURAL = re.compile(r"[^su]s$", re.IGNORECASE)
_ONE_TO_MANY = {"is": "are", "has": "have"}


def _agreeing(sentence: str, item: str) -> str:
    """An English sentence whose subject is several things: "the crusts are", "have been"."""
    head = re.split(r"\s(?:of|in|for|from|with|on)\s", item, maxsplit=1)[0]
    if not _PLURAL.search(head) or not sentence.lower().startswith(item.lower()):
        return sentence
    rest = re.sub(r"^ (is|has)\b", lambda hit: f" {_ONE_TO_MANY[hit[1]]}", sentence[len(item) :])
    return sentence[: len(item)] + rest


def _slots(text: str) -> set[str]:
    """The names of the values that a sentence has room for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
