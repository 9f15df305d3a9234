"""Where everyone of a world is at a time of a day, and what their day looks like (AG-1)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from worldbook.admin.world_frame import world_of, world_page, world_path
from worldbook.admin.world_times import almanac_of, language, looked_at
from worldbook.models import Character, Location, Routine, World
from worldbook.rules.agenda import Routine as Window
from worldbook.rules.almanac import Almanac
from worldbook.rules.catch_up import Person
from worldbook.rules.describing import describe_date, describe_time
from worldbook.rules.whereabouts import Stay, Whereabouts, whereabouts
from worldbook.rules.zones import DAY, HOUR, show

HUES = 8
"""How many colours places have (static/worldbook/world_day.css)."""


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [world_path(model_admin, "day/", day, "worldbook_world_day")]


def day(model_admin: Any, request: HttpRequest, world_id: int) -> HttpResponse:
    """`?at=` a date and time; a day's hours lead to it at that hour."""
    world = world_of(model_admin, request, world_id)
    almanac, fault = almanac_of(world)
    looked = looked_at(request, world, almanac)
    rows = list(world.characters.order_by("place", "id").select_related("location"))
    found = whereabouts(_people(world, rows), looked.instant, almanac)
    places = dict(Location.objects.filter(world=world).values_list("key", "name"))
    today = almanac.day(looked.instant)
    begins, ends = (almanac.zone.instant(it * DAY) for it in (today, today + 1))
    drawn = _Drawn(almanac, places, begins, ends)
    return world_page(
        model_admin,
        request,
        world,
        title=_("Daily life in %(world)s") % {"world": world.name},
        template="world_day",
        current="day",
        context={
            "fault": fault,
            "looked": looked,
            "time": describe_time(looked.instant, almanac),
            "date": describe_date(looked.instant, almanac, language()),
            "marker": drawn.share(looked.instant),
            "hours": drawn.hours(),
            "before": _at(almanac, today - 1, looked.instant),
            "after": _at(almanac, today + 1, looked.instant),
            "people": [drawn.row(row, it) for row, it in zip(rows, found, strict=True)],
            "together": drawn.together(rows, found),
        },
    )


def _people(world: World, rows: Iterable[Character]) -> list[Person]:
    windows: dict[int, list[Window]] = {}
    of_world = Routine.objects.filter(character__world=world).select_related("location")
    for row in of_world.order_by("character", "position", "id"):
        windows.setdefault(row.character_id, []).append(
            Window(
                start=row.start,
                end=row.end,
                days=tuple(row.days),
                calendar=row.calendar or None,
                location=None if row.location is None else row.location.key,
                activity=row.activity,
            )
        )
    return [
        Person(
            key=row.key,
            location=None if row.location is None else row.location.key,
            condition=row.condition,
            routine_on=row.routine_on,
            routines=tuple(windows.get(row.pk, ())),
        )
        for row in rows
    ]


def _at(almanac: Almanac, number: int, instant: int) -> str:
    """The query of the same time of another day."""
    time = almanac.zone.wall(instant) % DAY
    return urlencode({"at": _iso(almanac, almanac.zone.instant(number * DAY + time))})


def _iso(almanac: Almanac, instant: int) -> str:
    """An instant as `?at=` reads it, with its offset, so that a fold is no matter."""
    return show(instant, almanac.zone) or ""


class _Drawn:
    """A day as bars: instants become shares of the day in percent."""

    def __init__(self, almanac: Almanac, places: Mapping[str, str], begins: int, ends: int) -> None:
        self._almanac, self._places = almanac, places
        self._begins, self._ends = begins, ends
        self._hues = {key: at % HUES for at, key in enumerate(places)}

    def share(self, instant: int) -> float:
        """How much of the day has passed."""
        return round((instant - self._begins) * 100 / (self._ends - self._begins), 3)

    def hours(self) -> list[dict[str, Any]]:
        """Each real hour of the day, which may have 23 or 25, with its address."""
        return [
            {
                "said": describe_time(at, self._almanac),
                "left": self.share(at),
                "query": urlencode({"at": _iso(self._almanac, at)}),
            }
            for at in range(self._begins, self._ends, HOUR)
        ]

    def row(self, character: Character, found: Whereabouts) -> dict[str, Any]:
        """A character for the template."""
        return {
            "name": character.name,
            "url": reverse("admin:worldbook_character_change", args=[character.pk]),
            "place": self._place(found.place),
            "hue": self._hues.get(found.place or ""),
            "activity": found.now.activity if found.now else "",
            "held": found.now is not None,
            "condition": character.get_condition_display()
            if character.condition != "active"
            else "",
            "off": not character.routine_on,
            "bars": [self._bar(stay) for stay in found.day],
        }

    def _bar(self, stay: Stay) -> dict[str, Any]:
        begins, ends = (describe_time(at, self._almanac) for at in (stay.begins, stay.ends))
        told = [self._place(stay.place), stay.activity]
        return {
            "left": self.share(stay.begins),
            "width": round(self.share(stay.ends) - self.share(stay.begins), 3),
            "hue": self._hues.get(stay.place or ""),
            "label": stay.activity or self._place(stay.place),
            "title": f"{begins}–{ends} " + " · ".join(part for part in told if part),
        }

    def _place(self, key: str | None) -> str:
        return "" if key is None else self._places.get(key, key)

    def together(
        self, rows: Iterable[Character], found: Iterable[Whereabouts]
    ) -> list[dict[str, Any]]:
        """Who is at each place that has anybody, in the order of places; last who is nowhere."""
        there: dict[str | None, list[dict[str, str]]] = {}
        for row, it in zip(rows, found, strict=True):
            doing = it.now.activity if it.now else ""
            there.setdefault(it.place, []).append({"name": row.name, "activity": doing})
        return [
            {
                "place": _("nowhere") if key is None else self._place(key),
                "hue": self._hues.get(key or ""),
                "people": there[key],
            }
            for key in (*self._places, None)
            if key in there
        ]
