"""How many and how long: counts, durations and times of day in a player's words, in both languages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_WORDS = {
    "zero": 0, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "couple": 2, "few": 3, "several": 3, "dozen": 12,
}  # fmt: skip
_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7,
           "八": 8, "九": 9, "几": 3}  # fmt: skip
_HAN_NUMBER = "零〇一二两三四五六七八九十百几"
_NUMBER = rf"(?:\d{{1,4}}|[{_HAN_NUMBER}]{{1,5}}|(?:{'|'.join(_WORDS)}))"

EVERYTHING = re.compile(
    r"^(?:(?:everything|all of (?:it|them|that)|all (?:the|my) (?:things|stuff|items)|all|every ?thing|the lot|both)"
    r"(?:\s+(?:here|I have|I carry|there|else))?(?:\s+(?:but|except(?: for)?|apart from|save)\s+(?P<but>.+))?"
    r"|(?:除了?(?P<han>.+?)(?:以外|之外)?(?:的)?)?(?:其他|其余|别的|剩下)?(?:的)?"
    r"(?:我的?|身上|这里)?的?(?:所有(?:的)?(?:东西|物品)?|全部(?:的?(?:东西|物品))?|一切|每样东西|都|东西都))$",
    re.IGNORECASE,
)
CONTENTS = re.compile(r"^(.{0,20}?)里[面头边]?的?(?:所有|全部)?的?(?:东西|物品)$")
_UNITS: tuple[tuple[str, float], ...] = (
    (r"minutes?|mins?|分钟|分", 1),
    (r"quarters? of an hour|刻钟|刻", 15),
    (r"hours?|hrs?|个?半?小时|个?半?钟头", 60),
    (r"个?半?时辰", 120),
    (r"days?|天|日", 1440),
    (r"weeks?|周|个?星期|个?礼拜", 10_080),
    (r"seconds?|secs?|秒钟?", 1 / 60),
)
_HALVES: tuple[tuple[str, int], ...] = (
    (r"(?:an|one) hour and a half|one and a half hours|1\.5 hours", 90),
    (r"(?:an|one) hour and a quarter", 75),
    (r"half an hour|(?<!个)半个?小时|(?<!个)半个?钟头", 30),
    (r"half a day|半天|半日", 720),
    (r"half a minute|半分钟", 1),
    (r"(?<!个)半个?时辰", 60),
    (r"a quarter of an hour|a quarter[- ]hour", 15),
)
_VAGUE: tuple[tuple[str, int], ...] = (
    (r"(?:a|one) (?:moment|second|bit|minute|instant)|片刻|一下|一小会儿?", 2),
    (r"(?:for )?(?:a (?:little )?while|some time)|一会儿?|一阵子?|会儿", 15),
    (r"(?:a|the) (?:long time|good while)|许久|好久|很久", 120),
)
_PART_WORDS: Mapping[str, tuple[str, ...]] = {
    "morning": (r"dawn|sunrise|daybreak|(?:the )?(?:next )?morning|first light", r"天亮|黎明|清晨|早晨|早上|拂晓|日出|明早"),
    "noon": (r"noon|midday|lunch", r"中午|正午|晌午|午间"),
    "afternoon": (r"(?:the )?afternoon", r"下午|午后"),
    "evening": (r"evening|dusk|sunset|nightfall", r"傍晚|黄昏|天黑|日落|晚上|入夜|入暮"),
    "night": (r"night|late|dark", r"夜里|深夜|夜晚"),
}  # fmt: skip
_PARTS_BEGIN = {
    "morning": "05:00",
    "noon": "11:00",
    "afternoon": "14:00",
    "evening": "18:00",
    "night": "22:00",
}
_ENGLISH_TIME = re.compile(
    r"\b(?:until|till|to|at)\s+(?:about\s+)?(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|o['’]clock)?\b|\b(\d{1,2}):(\d\d)\b",
    re.IGNORECASE,
)
_SPOKEN_TIME = re.compile(
    r"\b(until|till|to|at|by)\s+(?:about\s+|around\s+)?"
    r"(?:(half|(?:a\s+)?quarter|five|ten|twenty(?:[- ]five)?|\d{1,2})(?:\s+minutes?)?\s+(past|to)\s+)?"
    r"(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\b"
    r"(?!\s+(?:more|minutes?|mins?|hours?|days?|of)\b)(\s*o['’]clock)?\s*(am\b|pm\b)?",
    re.IGNORECASE,
)
_SPOKEN_MINUTES = {"half": 30, "quarter": 15, "twenty-five": 25}
_CHINESE_TIME = re.compile(
    rf"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|夜里|深夜)?\s*(?P<hour>\d{{1,2}}|[{_HAN_NUMBER}]{{1,3}})\s*(?P<sign>点钟?|时|：|:)\s*(?P<minute>半|一刻|三刻|\d{{1,2}}分?|[{_HAN_NUMBER}]{{1,3}}分)?(?!间|辰)"
)
_HOUR = re.compile(rf"[\d{_HAN_NUMBER}]点(?!钟头)")
_TOMORROW = re.compile(r"\btomorrow\b|\bnext day\b|明天|明日|明早|次日|第二天", re.IGNORECASE)
_LONGEST_DAYS = 365
USUAL_MINUTES = 15


@dataclass(frozen=True, slots=True)
class Wait:
    """How long to wait: `minutes`, or until the next `until` ("HH:MM") and so many days later."""

    minutes: int | None = None
    until: str = ""
    days_later: int = 0


def number_of(word: str) -> int | None:
    """A number in digits, English or Chinese; None where it is none."""
    if word.isdigit():
        return int(word)
    lower = word.lower()
    if lower in _WORDS:
        return _WORDS[lower]
    return _chinese_number(word) if word and all(c in _HAN_NUMBER for c in word) else None


def _chinese_number(word: str) -> int:
    hundreds, _, rest = word.rpartition("百")
    tens, ten, ones = rest.rpartition("十")
    total = _DIGITS.get(hundreds, 1) * 100 if "百" in word else 0
    total += (_DIGITS.get(tens, 1) if tens else 1) * 10 if ten else 0
    return total + (_DIGITS.get(ones[-1:], 0) if ones else 0)


_A_FEW = re.compile(r"^\s*an?\s+(?=few\b|couple\b|dozen\b)", re.IGNORECASE)


def count_in(phrase: str) -> int | None:
    """How many of a thing a phrase wants; None where it does not say."""
    phrase = _A_FEW.sub("", phrase)
    english = re.match(rf"\s*({_NUMBER})\b", phrase, re.IGNORECASE)
    if english and (found := number_of(english[1])) is not None and english[1].isascii():
        return found
    chinese = re.match(
        rf"\s*([{_HAN_NUMBER}\d]{{1,5}})[个把张封只枚块支盏本瓶杯碗壶件条根串颗副份包盒片朵两]",
        phrase,
    )
    return number_of(chinese[1]) if chinese else None


def without_count(phrase: str) -> str:
    """A phrase without the number before it ("three of the coins" is "the coins")."""
    bare = _A_FEW.sub("", phrase)
    rest = re.sub(rf"^\s*{_NUMBER}\b(?:\s+more\b)?(?:\s+of\b)?\s*", "", bare, flags=re.IGNORECASE)
    return rest if phrase.isascii() and rest else phrase


def wait_of(text: str, local_time: str, day_parts: Mapping[str, str]) -> Wait:
    """How long somebody wants to wait; a usual while where the words say nothing.

    `local_time` is "HH:MM" or ""; `day_parts` says when each part of a day begins.
    """
    spoken = _spoken_time(text, local_time)
    minutes = None if spoken or _HOUR.search(text) else _minutes(text)
    if minutes is not None:
        return Wait(minutes=minutes)
    until = spoken or _time_of_day(text, local_time) or _part_of_day(text, day_parts)
    if not until:
        return Wait(minutes=1440) if _TOMORROW.search(text) else Wait(minutes=USUAL_MINUTES)
    later = bool(_TOMORROW.search(text)) and bool(local_time) and until > local_time
    return Wait(until=until, days_later=int(later))


def _minutes(text: str) -> int | None:
    total: float = 0
    for pattern, minutes in _HALVES:
        if re.search(pattern, text, re.IGNORECASE):
            return minutes
    for pattern, unit in _UNITS:
        for hit in re.finditer(
            rf"({_NUMBER})(?:\s+more)?\s*(?:{pattern})(?![a-z点])",
            text,
            re.IGNORECASE,
        ):
            total += (number_of(hit[1]) or 0) * unit + (unit / 2 if "半" in hit[0] else 0)
    if total:
        return max(1, min(round(total), _LONGEST_DAYS * 1440))
    return next((m for pattern, m in _VAGUE if re.search(pattern, text, re.IGNORECASE)), None)


def _part_of_day(text: str, day_parts: Mapping[str, str]) -> str:
    """When the part of the day that is named begins; midnight by itself."""
    if re.search(r"\bmidnight\b|午夜|子夜|零点|半夜", text, re.IGNORECASE):
        return "00:00"
    for label, begins in sorted(day_parts.items(), key=lambda part: -len(part[0])):
        if label and label.lower() in text.lower():
            return begins
    for part, words in _PART_WORDS.items():
        if re.search(rf"\b(?:{words[0]})\b", text, re.IGNORECASE) or re.search(words[1], text):
            return day_parts.get(part, _PARTS_BEGIN[part])
    return ""


def _time_of_day(text: str, local_time: str) -> str:
    """A time in figures or in Chinese: of either half of the day where it is not said, the next one."""
    chinese = _CHINESE_TIME.search(text)
    if chinese:
        hour, minute = number_of(chinese["hour"]), _chinese_minutes(chinese["minute"] or "")
        figures = chinese["hour"] if chinese["sign"] in ":：" else ""
        half = _half(chinese["part"] or "")
        exact = chinese["part"] or not hour or _is_exact(figures, text)
    else:
        hit = _ENGLISH_TIME.search(text)
        if hit is None:
            return ""
        half = (hit[3] or "").lower()
        half = half if half in ("am", "pm") else _said_half(text)
        hour, minute = int(hit[1] or hit[4]), int(hit[2] or hit[5] or 0)
        figures = (hit[1] or hit[4]) if hit[2] or hit[5] else ""
        exact = half or _AM.search(text) or _is_exact(figures, text)
    return _clock(hour, minute, half) if exact else _next(hour, minute, local_time)


def _is_exact(figures: str, text: str) -> bool:
    """Whether an hour is of the whole day: "08:30" and "20:00" are, "8:30" may be of either half."""
    return len(figures) > 1 or _TOMORROW.search(text) is not None


_AM = re.compile(r"\bin the morning\b|\bmorning\b|\bdawn\b", re.IGNORECASE)


def _next(hour: int | None, minute: int, local_time: str) -> str:
    """An hour that may be of either half of the day: the next that comes."""
    if hour is None or hour > 12 or not local_time:
        return _clock(hour, minute, "")
    both = [_clock(hour % 12, minute, ""), _clock(hour % 12 + 12, minute, "")]
    return next((time for time in both if time > local_time), both[0])


def _spoken_time(text: str, local_time: str) -> str:
    """A time in words ("until half past three"); one of either half of the day is the next one."""
    hit = _SPOKEN_TIME.search(text)
    if hit is None or not (
        hit[2] or hit[5] or (hit[1].lower() in ("until", "till") and not hit[4].isdigit())
    ):
        return ""
    hour, minute = number_of(hit[4]) or 0, 0
    if hit[2]:
        word = re.sub(r"^a\s+", "", hit[2].lower()).replace(" ", "-")
        minute = _SPOKEN_MINUTES.get(word) or number_of(word) or 0
    if minute and hit[3].lower() == "to":
        hour, minute = (hour or 24) - 1, 60 - minute
    half = (hit[6] or "").lower() or _said_half(text)
    if re.search(r"in the morning|tomorrow morning", text, re.IGNORECASE):
        half = "am"
    if (hour < 6 or hour == 12) and re.search(r"\bat night\b", text, re.IGNORECASE):
        half = "am"
    return _clock(hour, minute, half) if half else _next(hour, minute, local_time)


def _said_half(text: str) -> str:
    """Whether the words around an hour put it after noon."""
    return (
        "pm"
        if re.search(r"in the (?:afternoon|evening)|at night|tonight", text, re.IGNORECASE)
        else ""
    )


def _half(word: str) -> str:
    if word in ("下午", "傍晚", "晚上", "今晚", "夜里", "深夜"):
        return "pm"
    return "noon" if word == "中午" else ""


def _chinese_minutes(word: str) -> int:
    named = {"半": 30, "一刻": 15, "三刻": 45, "": 0}
    return named[word] if word in named else number_of(word.removesuffix("分")) or 0


def _clock(hour: int | None, minute: int, half: str) -> str:
    """ "HH:MM"; "" where there is no such time."""
    if hour is None or hour > 24 or minute > 59:
        return ""
    if (half == "pm" and hour < 12) or (half == "noon" and hour < 3):
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    return f"{hour % 24:02d}:{minute:02d}"
