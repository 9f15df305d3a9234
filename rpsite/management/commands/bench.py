"""`manage.py bench NAME`: run one of the measurements (docs/benchmarks.md keeps their numbers)."""

import argparse
from typing import Any

from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

PREFIX = "bench_"


class Command(BaseCommand):
    """Hand over to the command bench_NAME of whichever app has it."""

    help = _("Run a measurement; without a name, list them.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name and whatever that measurement takes."""
        parser.add_argument("name", nargs="?", default="")
        parser.add_argument("arguments", nargs=argparse.REMAINDER)

    def handle(self, *args: Any, name: str, arguments: list[str], **options: Any) -> None:
        """Run it."""
        known = sorted(
            command.removeprefix(PREFIX) for command in get_commands() if command.startswith(PREFIX)
        )
        if not name:
            self.stdout.write("\n".join(known))
            return
        if name not in known:
            raise CommandError(
                _("There is no measurement %(name)s; there are: %(known)s")
                % {"name": name, "known": ", ".join(known)}
            )
        call_command(PREFIX + name, *arguments)
