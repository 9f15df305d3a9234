"""Measure how a story in a large world begins, in this process and a database of its own."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sessions_app.management.benches.starting import RUNS, start_lines
from worldbook.management.bench_tools import own_database


class Command(BaseCommand):
    """Print a line for each measurement."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """How often each is done; the median is told."""
        parser.add_argument("--runs", type=int, default=RUNS)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure."""
        with own_database():
            for line in start_lines(options["runs"]):
                self.stdout.write(line)
