"""Measure dice, in this process: distributions, rolls, refusals (DI-G3, DI-G4)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from worldbook.management.benches.dice import RUNS, dice_lines


class Command(BaseCommand):
    """Print a line for each measurement."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """How often each is done; the median is told."""
        parser.add_argument("--runs", type=int, default=RUNS)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure."""
        for line in dice_lines(options["runs"]):
            self.stdout.write(line)
