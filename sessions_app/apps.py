"""How Django sees this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SessionsConfig(AppConfig):
    """The sessions_app app."""

    name = "sessions_app"
    verbose_name = _("Stories")
