"""`manage.py bench state`: dice, things, the start of a story, rounds, moves, and long stories.

In this process and a database of its own; a line for each measurement, with what it may take.
"""

from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sessions_app.management.benches.long_story import LATE, long_story_lines
from sessions_app.management.benches.moves import move_lines
from sessions_app.management.benches.starting import start_lines
from worldbook.management.bench_tools import own_database
from worldbook.management.benches.dice import dice_lines
from worldbook.management.benches.items import item_lines


class Command(BaseCommand):
    """Print a line for each measurement."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """How far the long story is played."""
        parser.add_argument("--turns", type=int, default=LATE, help="the late turn of PF-3")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure."""
        for line in chain(dice_lines(), item_lines()):
            self.stdout.write(line)
        with own_database():
            for lines in (start_lines(), move_lines(), long_story_lines(options["turns"])):
                for line in lines:
                    self.stdout.write(line)
                    self.stdout.flush()
