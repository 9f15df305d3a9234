"""The languages of the pages (UI-4)."""

from django.utils.translation import gettext_lazy as _

LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
