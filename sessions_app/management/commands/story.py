"""`manage.py story NAME ID …`: look at a story's state, change and move it, as its owner would.

Each part answers with one line of JSON (a dump is written as it is). What is refused is told on
standard error as `CODE: message`, with exit status 1.
"""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sessions_app.management.story_parts import moves, state
from sessions_app.models import Session
from worldbook.actions.errors import ActionRefused

PARTS = {part.name: part for module in (state, moves) for part in module.PARTS}


class Command(BaseCommand):
    """One story, one thing to do with it."""

    help = "Look at a story's state, change and move it."

    def add_arguments(self, parser: CommandParser) -> None:
        """A parser for each part."""
        parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
        for part in PARTS.values():
            own = parts.add_parser(part.name, help=part.help)
            own.add_argument("story", type=int, metavar="ID", help="the story's id")
            part.arguments(own)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Do it and write the answer."""
        story = Session.objects.select_related("owner").filter(pk=options["story"]).first()
        if story is None:
            raise CommandError(f"not_found: there is no story {options['story']}")
        try:
            answer = PARTS[options["part"]].run(story, options)
        except ActionRefused as refusal:
            raise CommandError(_told(refusal)) from refusal
        if isinstance(answer, bytes):
            self.stdout.write(answer.decode(), ending="")
        else:
            self.stdout.write(json.dumps(answer, ensure_ascii=False))


def _told(refusal: ActionRefused) -> str:
    """A refusal in one line, with what explains it."""
    detail = f" {json.dumps(refusal.detail, ensure_ascii=False)}" if refusal.detail else ""
    return f"{refusal.code}: {refusal.message}{detail}"
