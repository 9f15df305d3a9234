"""`manage.py collect_messages`: sources into .po, .po into .mo (`make messages`)."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from rpsite.house.catalog import problems_of, read_po
from rpsite.house.messages import catalogs, collect, compile_all, gettext_installed


class Command(BaseCommand):
    """Collect what is to be translated and compile what is."""

    help = _("Collect messages from the sources and compile the translations.")
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Do both and say how much is left to translate."""
        if not gettext_installed():
            raise CommandError(_("This needs gettext: apt-get install gettext"))
        base = Path(settings.BASE_DIR)
        collect(base)
        compile_all(base)
        for po in catalogs(base, ".po"):
            left = len(problems_of(read_po(po)))
            self.stdout.write(f"{po.relative_to(base)}: {left}")
