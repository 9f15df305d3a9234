"""How Django sees this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from rpsite import celery

__all__ = ["RpsiteConfig", "celery"]


class RpsiteConfig(AppConfig):
    """The rpsite app; importing it makes the site's Celery app the current one."""

    name = "rpsite"
    verbose_name = _("RPSite")
