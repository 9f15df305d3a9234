"""How Django sees this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TriggersConfig(AppConfig):
    """The triggers app."""

    name = "triggers"
    verbose_name = _("Triggers")
