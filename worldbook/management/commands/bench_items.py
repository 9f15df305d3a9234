"""Measure changes of things and ways over a map, in this process (IC-1, PL-2)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from worldbook.management.benches.items import RUNS, item_lines


class Command(BaseCommand):
    """Print a line for each measurement."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """How often each is done; the median is told."""
        parser.add_argument("--runs", type=int, default=RUNS)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure."""
        for line in item_lines(options["runs"]):
            self.stdout.write(line)
