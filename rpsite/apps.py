"""How Django sees this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RpsiteConfig(AppConfig):
    """The rpsite app."""

    name = "rpsite"
    verbose_name = _("RPSite")
