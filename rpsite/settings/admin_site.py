"""How the admin looks: names and colours for django-unfold."""

from typing import Any

from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from rpsite.settings.admin_menu import MENU

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": _("RPSite writing room"),
    "SITE_HEADER": _("RPSite"),
    "SITE_SUBHEADER": _("Worlds, lorebooks and their keepers"),
    "SITE_SYMBOL": "auto_stories",
    "SITE_URL": reverse_lazy("library"),
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": True,
    "SHOW_LANGUAGES": True,
    "BORDER_RADIUS": "8px",
    "SIDEBAR": {"show_search": True, "show_all_applications": False, "navigation": MENU},
}
