"""The instant at which a page of a world looks, read from its address and told in the world's words."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from worldbook.models import World
from worldbook.rules.almanac import Almanac, read_almanac
from worldbook.rules.describing import describe_instant
from worldbook.rules.refusal import Refusal
from worldbook.rules.story_dates import parse_story_date
from worldbook.rules.zones import SECOND, zone_of

PARTS = ("zone", "hemisphere", "festivals", "calendar_names", "day_parts")


@dataclass(frozen=True, slots=True)
class Looked:
    """The instant looked at, its text, and what was wrong with the text that was typed."""

    instant: int
    said: str
    fault: str = ""


def almanac_of(world: World) -> tuple[Almanac, str]:
    """How a world tells its time, and what is wrong with it: then the usual one stands for it."""
    read = read_almanac({name: getattr(world, name) for name in PARTS})
    if not isinstance(read, Refusal):
        return read, ""
    utc = zone_of("UTC")
    if utc is None:
        raise LookupError("the zone data has no UTC")
    return Almanac(zone_of(world.zone) or utc), read.reason


def language() -> str:
    """The language of the page."""
    return get_language() or "en"


def looked_at(request: HttpRequest, world: World, almanac: Almanac) -> Looked:
    """The instant of `?at=`, else when the world's stories begin, else now."""
    typed = request.GET.get("at", "").strip()
    usual = _usual(world, almanac)
    found = parse_story_date(typed, almanac) if typed else usual
    if isinstance(found, Refusal):
        return Looked(usual, typed, _said(found))
    return Looked(found, describe_instant(found, almanac, language()))


def _usual(world: World, almanac: Almanac) -> int:
    begins = parse_story_date(world.starting_time, almanac) if world.starting_time else None
    if isinstance(begins, int):
        return begins
    return int(timezone.now().timestamp()) * SECOND


def _said(refused: Refusal) -> str:
    """Why a text is no time, in the reader's language."""
    said = {
        "not_instant": _("This is no date and time, such as 2026-03-29T14:30."),
        "beyond_calendar": _("The date lies outside the years 1 to 9999."),
    }
    if refused.code == "wrong_weekday":
        return _("That date is another day of the week: %(weekday)s.") % refused.detail
    return said[refused.code]
