"""The menu of the writing room: what belongs together, for those who may see it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def _may(permission: str) -> Callable[[HttpRequest], bool]:
    return lambda request: request.user.has_perm(permission)


def _item(title: Any, icon: str, app: str, model: str) -> dict[str, Any]:
    return {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(f"admin:{app}_{model}_changelist"),
        "permission": _may(f"{app}.view_{model}"),
    }


MENU: list[dict[str, Any]] = [
    {
        "title": _("Lore"),
        "separator": False,
        "items": [
            _item(_("Lorebooks"), "menu_book", "worldbook", "lorebook"),
            _item(_("Entries"), "notes", "worldbook", "entry"),
            _item(_("Notices"), "notifications", "worldbook", "entrynotice"),
        ],
    },
    {
        "title": _("Worlds"),
        "separator": True,
        "items": [
            _item(_("Worlds"), "public", "worldbook", "world"),
            _item(_("Characters"), "groups", "worldbook", "character"),
            _item(_("Places"), "location_on", "worldbook", "location"),
            _item(_("Exits"), "meeting_room", "worldbook", "exit"),
            _item(_("Regions"), "map", "worldbook", "region"),
            _item(_("Items"), "category", "worldbook", "item"),
            _item(_("Wear slots"), "checkroom", "worldbook", "wearslot"),
            _item(_("Variables"), "tune", "worldbook", "variabledef"),
            _item(_("Dice checks"), "casino", "worldbook", "dicecheck"),
            _item(_("Openings"), "door_open", "worldbook", "opening"),
            _item(_("Personas"), "person", "worldbook", "persona"),
        ],
    },
    {
        "title": _("Play"),
        "separator": True,
        "items": [
            _item(_("Stories"), "auto_stories", "sessions_app", "session"),
            _item(_("Scenarios"), "tune", "sessions_app", "scenario"),
            _item(_("Providers"), "dns", "sessions_app", "provider"),
            _item(_("Model routes"), "alt_route", "sessions_app", "modelroute"),
            _item(_("Model calls"), "receipt_long", "sessions_app", "modelcall"),
        ],
    },
    {
        "title": _("Site"),
        "separator": True,
        "items": [
            _item(_("Accounts"), "badge", "worldbook", "user"),
            _item(_("API keys"), "key", "worldbook", "apikey"),
            _item(_("Jobs"), "pending_actions", "worldbook", "job"),
        ],
    },
]
