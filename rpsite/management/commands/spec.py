"""`manage.py spec`: each requirement and how many tests show it; fails on unknown ids."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from rpsite.house.spec import read_markers, read_pages, read_partial, report


class Command(BaseCommand):
    """Print a line for each requirement and a sum for each page."""

    help = _("Show which requirements tests cover.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether to print the sums only."""
        parser.add_argument("--quiet", action="store_true", help=_("sums only"))

    def handle(self, *args: Any, quiet: bool, **options: Any) -> None:
        """Print the report."""
        base = Path(settings.BASE_DIR)
        requirements = base / "docs" / "requirements"
        found = report(
            read_pages(requirements),
            read_markers(base / "tests"),
            read_partial(requirements / "partial.txt"),
        )
        for line in (() if quiet else found.lines) + found.sums:
            self.stdout.write(line)
        if found.errors:
            raise CommandError("\n".join(found.errors))
