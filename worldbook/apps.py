"""How Django sees this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WorldbookConfig(AppConfig):
    """The worldbook app."""

    name = "worldbook"
    verbose_name = _("Worldbook")
