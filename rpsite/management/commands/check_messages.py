"""`manage.py check_messages`: fails when something the pages say is not said in Chinese."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from rpsite.house.messages import gettext_installed, problems


class Command(BaseCommand):
    """Compare sources, .po and .mo files."""

    help = _("Check that every message is translated and compiled.")
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what is wrong, and fail if something is."""
        if not gettext_installed():
            self.stdout.write(
                _("gettext is not installed: sources are not read, only .po against .mo.")
            )
        found = problems(Path(settings.BASE_DIR))
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write(_("Every message is translated."))
