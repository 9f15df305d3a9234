"""Dates as a world writes them, read back: `Starday, 28 Thawmonth 512 AE, 21:40` (TM-7, TM-11).

What `describing` writes in English or Chinese is read, with or without the weekday, the era and the
time (midnight), and so is ISO 8601, whose years are Gregorian. A world that names its months is
read by its own names only.
"""

import re
import unicodedata
from collections.abc import Sequence

from worldbook.rules.almanac import Almanac
from worldbook.rules.describing import CHINESE, ENGLISH, Words
from worldbook.rules.han_numbers import HAN_NUMERALS, read_han
from worldbook.rules.instants import Written, parse_instant, read_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.zones import HOUR, MINUTE, date_of, wall_at

LONGEST = 300

_TIME = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"


def parse_story_date(text: object, almanac: Almanac, now: int | None = None) -> int | Refusal:
    """The instant that a text means in a world; wall times by the rules of `Zone.instant`.

    Refused: not_instant, wrong_weekday (the date is another day of the week), beyond_calendar.
    """
    if isinstance(text, str) and len(text) <= LONGEST and read_instant(text) is None:
        for words in (ENGLISH, CHINESE):
            found = _shape(words, almanac).fullmatch(_plain(text))
            if found:
                return _instant(found, words, almanac, now)
    return parse_instant(text, almanac.zone, now)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _months(words: Words, almanac: Almanac) -> list[str]:
    return [_plain(name) for name in almanac.names.months or words.months]


def _weekdays(words: Words, almanac: Almanac) -> list[str]:
    return [_plain(name) for name in almanac.names.weekdays or words.weekdays]


def _shape(words: Words, almanac: Almanac) -> re.Pattern[str]:
    month, weekday = _one_of(_months(words, almanac)), _one_of(_weekdays(words, almanac))
    era = re.escape(_plain(almanac.names.era))
    if words is CHINESE:
        return re.compile(
            rf"(?:{era} ?)?(?P<year>-?[0-9{HAN_NUMERALS}]{{1,7}}) ?年 ?(?P<month>{month})"
            rf" ?(?P<day>[0-9{HAN_NUMERALS}]{{1,3}})日"
            rf"(?: ?(?P<weekday>{weekday}))?(?: ?{_TIME})?"
        )
    return re.compile(
        rf"(?:(?P<weekday>{weekday}) ?,? )?(?P<day>[0-9]{{1,2}})\.? (?P<month>{month}) "
        rf"(?P<year>-?[0-9]{{1,7}})(?: {era})?(?: ?,? {_TIME})?"
    )


def _one_of(names: Sequence[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _instant(
    found: re.Match[str], words: Words, almanac: Almanac, now: int | None
) -> int | Refusal:
    told_year, day = read_han(found["year"]), read_han(found["day"])
    if told_year is None or day is None:
        return Refusal("not_instant", f"“{found[0][:40]}” is no date.")
    year = told_year - almanac.names.year_offset
    month = _months(words, almanac).index(found["month"]) + 1
    hour, minute = int(found["hour"] or 0), int(found["minute"] or 0)
    if not 1 <= year <= 9999:
        return _beyond()
    try:
        begins = wall_at(year, month, day)
    except ValueError:
        return Refusal("not_instant", f"There is no day {found['day']} in that month.")
    if hour > 23 or minute > 59:
        return Refusal("not_instant", "A time of day lies between 00:00 and 23:59.")
    weekday = _weekdays(words, almanac)[date_of(begins).weekday()]
    if found["weekday"] not in (None, weekday):
        return Refusal("wrong_weekday", f"That date is {weekday}.", {"weekday": weekday})
    instant = Written(begins + hour * HOUR + minute * MINUTE, None).instant(almanac.zone, now)
    return _beyond() if instant is None else instant


def _beyond() -> Refusal:
    return Refusal("beyond_calendar", "The date lies outside the years 1 to 9999.")
