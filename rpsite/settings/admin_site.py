"""How the admin looks: names and colours for django-unfold."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from rpsite.settings.admin_menu import MENU

STEPS = ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950")
WARM_GREY = (
    "98.5% .006 85", "96.5% .010 85", "91.5% .014 82", "85.5% .018 80", "70% .022 78", "55% .022 75",
    "44% .020 72", "36% .018 70", "26.5% .014 68", "20.5% .010 66", "15% .007 64",
)  # fmt: skip
LAMP = (
    "98% .015 80", "95.5% .032 78", "91% .062 76", "85% .096 73", "79% .115 71", "64% .125 60",
    "52% .120 52", "46% .108 50", "40% .092 48", "34% .074 47", "24% .050 46",
)  # fmt: skip
"""The colours of the pages (static/css/rpsite.css) as scales, light to dark, in OKLCH."""


def scale(colours: tuple[str, ...]) -> dict[str, str]:
    """Return a scale as the theme reads it."""
    return {step: f"oklch({colour})" for step, colour in zip(STEPS, colours, strict=True)}


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": _("RPSite writing room"),
    "SITE_HEADER": _("RPSite"),
    "SITE_SUBHEADER": _("Worlds, lorebooks and their keepers"),
    "SITE_SYMBOL": "auto_stories",
    "SITE_URL": reverse_lazy("library"),
    "DASHBOARD_CALLBACK": "rpsite.admin_front.front_page",
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": True,
    "SHOW_LANGUAGES": True,
    "BORDER_RADIUS": "8px",
    "COLORS": {"base": scale(WARM_GREY), "primary": scale(LAMP)},
    "STYLES": [lambda request: static("worldbook/workbench.css")],
    "SCRIPTS": [lambda request: static("worldbook/field_focus.js")],
    "SIDEBAR": {"show_search": True, "show_all_applications": False, "navigation": MENU},
}
