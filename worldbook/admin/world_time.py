"""The calendar of a world: its months with their festivals, what comes next, and a rule to try (TM-8)."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from worldbook.admin.world_frame import world_of, world_page, world_path
from worldbook.admin.world_times import Looked, almanac_of, language, looked_at
from worldbook.models import World
from worldbook.rules.almanac import Almanac
from worldbook.rules.calendar import Calendar, never_matches
from worldbook.rules.calendar_month import beside, coming_stretches, month_sheet
from worldbook.rules.calendar_validate import SEASONS, rule_fault
from worldbook.rules.describing import (
    describe_day,
    describe_day_part,
    describe_month,
    weekday_names,
    words_of,
)
from worldbook.rules.faults import MESSAGES, Fault
from worldbook.rules.zones import DAY, MINUTE, date_of

NEXT = 3
"""How many coming times of a festival are told."""
TRIED = 6


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [world_path(model_admin, "calendar/", calendar, "worldbook_world_calendar")]


def calendar(model_admin: Any, request: HttpRequest, world_id: int) -> HttpResponse:
    """`?at=` a date and time, `?rule=` a calendar rule to try."""
    world = world_of(model_admin, request, world_id)
    almanac, fault = almanac_of(world)
    looked = looked_at(request, world, almanac)
    reader, today = almanac.calendar, date_of(almanac.zone.wall(looked.instant))
    return world_page(
        model_admin,
        request,
        world,
        title=_("Calendar of %(world)s") % {"world": world.name},
        template="world_calendar",
        current="calendar",
        context={
            "fault": fault,
            "looked": looked,
            "now": _now(almanac, reader, today, looked),
            "parts": list(_parts(almanac)),
            "month": _month(almanac, reader, today),
            "festivals": [
                _coming(almanac, reader, name, rule, today)
                for name, rule in almanac.festivals.items()
            ],
            "tried": _tried(request, world, almanac, today),
        },
    )


def _now(almanac: Almanac, reader: Calendar, today: date, looked: Looked) -> dict[str, str]:
    """The season and the part of the day at the instant looked at."""
    season = next(name for name in SEASONS if reader.matches({"season": name}, today))
    said = {
        "spring": _("spring"),
        "summer": _("summer"),
        "autumn": _("autumn"),
        "winter": _("winter"),
    }
    part = describe_day_part(looked.instant, almanac, language())
    return {"season": said[season], "part": part, "zone": almanac.zone.name}


def _parts(almanac: Almanac) -> Iterator[dict[str, Any]]:
    """The parts of a day in the order of the clock, each with its share of the day in percent."""
    words, parts = words_of(language()), sorted(almanac.day_parts, key=lambda part: part.begins)
    ends = [*(part.begins for part in parts[1:]), parts[0].begins + DAY]
    usual = Almanac(almanac.zone).day_parts is almanac.day_parts
    for part, end in zip(parts, ends, strict=True):
        yield {
            "name": words.parts.get(part.name, part.name) if usual else part.name,
            "from": _clock(part.begins),
            "to": _clock(end % DAY),
            "share": round((end - part.begins) * 100 / DAY, 2),
        }


def _clock(time: int) -> str:
    minutes = time // MINUTE
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _month(almanac: Almanac, reader: Calendar, today: date) -> dict[str, Any]:
    """The sheet of the month, with the ways to the ones beside it."""
    weeks = month_sheet(reader, almanac.festivals, today.year, today.month)
    return {
        "title": describe_month(today.year, today.month, almanac, language()),
        "weekdays": weekday_names(almanac, language()),
        "weeks": [
            [
                cell
                and {
                    "number": cell.day.day,
                    "festivals": cell.festivals,
                    "today": cell.day == today,
                    "query": _at(cell.day),
                }
                for cell in week
            ]
            for week in weeks
        ],
        "before": _beside(today, -1),
        "after": _beside(today, 1),
        "year_before": _beside(today, -12),
        "year_after": _beside(today, 12),
    }


def _beside(today: date, months: int) -> str:
    """The query of the first day of another month, "" beyond the calendar."""
    found = beside(today.year, today.month, months)
    return _at(date(*found, 1)) if found else ""


def _at(day: date) -> str:
    return urlencode({"at": day.isoformat()})


def _coming(
    almanac: Almanac, reader: Calendar, name: str, rule: Any, today: date
) -> dict[str, Any]:
    stretches = coming_stretches(reader, rule, today, NEXT)
    return {
        "name": name,
        "rule": json.dumps(rule, ensure_ascii=False),
        "today": bool(stretches) and stretches[0][0] <= today,
        "next": [_stretch(almanac, *stretch) for stretch in stretches],
    }


def _stretch(almanac: Almanac, first: date, last: date) -> dict[str, str]:
    begins, ends = (describe_day(day, almanac, language()) for day in (first, last))
    said = begins if first == last else f"{begins} – {ends}"
    return {"said": said, "query": _at(first)}


def _tried(request: HttpRequest, world: World, almanac: Almanac, today: date) -> dict[str, Any]:
    """What a rule that was typed comes to: `{text, fault?, matches?, next?, previous?}`."""
    text = request.GET.get("rule", "").strip()
    if not text:
        return {"text": ""}
    try:
        rule = json.loads(text)
    except (ValueError, RecursionError):
        return {"text": text, "fault": _("This is no JSON.")}
    fault = rule_fault(rule, festivals=almanac.festivals)
    if fault is None and never_matches(rule):
        fault = Fault("never", "")
    if fault is not None:
        said = _(MESSAGES[fault.code]) % fault.values
        return {"text": text, "fault": f"{fault.path} {said}".strip()}
    reader = almanac.calendar
    before = reader.previous(rule, today)
    return {
        "text": text,
        "matches": reader.matches(rule, today),
        "next": [_stretch(almanac, *it) for it in coming_stretches(reader, rule, today, TRIED)],
        "previous": _stretch(almanac, before, before) if before else None,
    }
