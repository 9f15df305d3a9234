"""Instants and lengths of story time in words, English or Chinese (TM-6, TM-7, TM-11).

The long form is `Monday, 28 March 1312, 21:40` or `1312年3月28日 星期一 21:40`; with a world's own
names `Starday, 28 Thawmonth 512 AE, 21:40`. A Chinese date whose months have names of their own
(`腊月`) is in Chinese numerals throughout: `一三一二年腊月二十八日`. `story_dates` reads what is written
here.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from worldbook.rules.almanac import Almanac
from worldbook.rules.calendar_names import CalendarNames
from worldbook.rules.day_parts import DAY_PARTS
from worldbook.rules.han_numbers import han_digits, han_number, is_han
from worldbook.rules.zones import DAY, HOUR, MINUTE, SECOND, date_of


@dataclass(frozen=True, slots=True)
class Words:
    """How a language writes dates and lengths.

    `instant`, `date`, `month`: formats of weekday, day, month, year and time; `units`: weeks to seconds, one
    and many; `parts`: the usual parts of the day.
    """

    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    date: str
    month: str
    instant: str
    units: tuple[tuple[int, str, str], ...]
    joint: str
    parts: Mapping[str, str]


ENGLISH = Words(
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    date="{weekday}, {day} {month} {year}",
    month="{month} {year}",
    instant="{date}, {time}",
    units=(
        (DAY, "{n} day", "{n} days"),
        (HOUR, "{n} hour", "{n} hours"),
        (MINUTE, "{n} minute", "{n} minutes"),
        (SECOND, "{n} second", "{n} seconds"),
    ),
    joint=" ",
    parts={part.name: part.name for part in DAY_PARTS},
)

CHINESE = Words(
    months=tuple(f"{number}月" for number in range(1, 13)),
    weekdays=tuple(f"星期{sign}" for sign in "一二三四五六日"),
    date="{year}年{month}{day}日 {weekday}",
    month="{year}年{month}",
    instant="{date} {time}",
    units=(
        (DAY, "{n}天", "{n}天"),
        (HOUR, "{n}小时", "{n}小时"),
        (MINUTE, "{n}分钟", "{n}分钟"),
        (SECOND, "{n}秒", "{n}秒"),
    ),
    joint="",
    parts={
        "morning": "早晨",
        "noon": "中午",
        "afternoon": "下午",
        "evening": "傍晚",
        "night": "夜里",
    },
)


def words_of(language: str) -> Words:
    """The words of a language code; English where there are none."""
    return CHINESE if language.lower().startswith("zh") else ENGLISH


def describe_instant(instant: int, almanac: Almanac, language: str = "en") -> str:
    """The full date and time to the minute, as a world writes them."""
    date, time = describe_date(instant, almanac, language), describe_time(instant, almanac)
    return words_of(language).instant.format(date=date, time=time)


def describe_date(instant: int, almanac: Almanac, language: str = "en") -> str:
    """The weekday and the date at an instant, as a world writes them."""
    return describe_day(date_of(almanac.zone.wall(instant)), almanac, language)


def describe_day(day: date, almanac: Almanac, language: str = "en") -> str:
    """The weekday and the date of a day of the calendar, as a world writes them."""
    words, names = words_of(language), almanac.names
    told: dict[str, Any] = {
        "weekday": weekday_names(almanac, language)[day.weekday()],
        "month": _month(day.month, almanac, words),
        "day": han_number(day.day) if _in_numerals(words, names) else day.day,
        "year": _year(day.year, words, names),
    }
    return words.date.format(**told)


def describe_month(year: int, month: int, almanac: Almanac, language: str = "en") -> str:
    """The name of a month with its year, as a world writes them."""
    words = words_of(language)
    told = {"year": _year(year, words, almanac.names), "month": _month(month, almanac, words)}
    return words.month.format(**told).rstrip()


def _month(month: int, almanac: Almanac, words: Words) -> str:
    """The name of a month in a date; among Chinese signs a Latin one stands apart."""
    name = (almanac.names.months or words.months)[month - 1]
    if words is not CHINESE or not almanac.names.months:
        return name
    return f"{' ' if _is_latin(name[0]) else ''}{name}{_gap_after(name)}"


def _gap_after(name: str) -> str:
    """The space between a name in Latin letters and a number or a Chinese sign behind it."""
    return " " if name and (_is_latin(name[-1]) or name[-1].isdecimal()) else ""


def _is_latin(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("LATIN ")


def month_names(almanac: Almanac, language: str = "en") -> tuple[str, ...]:
    """The names of the twelve months."""
    return almanac.names.months or words_of(language).months


def weekday_names(almanac: Almanac, language: str = "en") -> tuple[str, ...]:
    """The names of the seven days, Monday first."""
    return almanac.names.weekdays or words_of(language).weekdays


def _year(year: int, words: Words, names: CalendarNames) -> str:
    told = f"{year + names.year_offset}"
    if _in_numerals(words, names):
        told = han_digits(told)
    return (
        f"{told} {names.era}"
        if names.era and words is ENGLISH
        else f"{names.era}{_gap_after(names.era)}{told}"
    )


def _in_numerals(words: Words, names: CalendarNames) -> bool:
    """Whether dates are in Chinese numerals: where the months have names of their own, in Han."""
    return words is CHINESE and bool(names.months) and all(map(is_han, names.months))


def describe_time(instant: int, almanac: Almanac) -> str:
    """What the wall clock shows, HH:MM."""
    minutes = almanac.zone.wall(instant) % DAY // MINUTE
    return f"{minutes // 60:02}:{minutes % 60:02}"


def describe_duration(milliseconds: int, language: str = "en") -> str:
    """A length by its two greatest units, `2 days 6 hours`; days have 24 hours.

    Less than a second is `0 seconds`.
    """
    words, left = words_of(language), max(milliseconds, 0)
    found: list[str] = []
    for size, one, many in words.units:
        number, rest = divmod(left, size)
        if found and not number:
            break
        if number:
            found.append((one if number == 1 else many).format(n=number))
            left = rest
        if len(found) == _UNITS_TOLD:
            break
    return words.joint.join(found) or words.units[-1][2].format(n=0)


_UNITS_TOLD = 2


def describe_day_part(instant: int, almanac: Almanac, language: str = "en") -> str:
    """The part of the day; a world's own names are told as they are."""
    name = almanac.day_part(instant)
    return words_of(language).parts.get(name, name) if almanac.day_parts is DAY_PARTS else name
