"""Measure bulk changes of a draft and their undoing over a large book (WK-3, WK-15).

Makes a database of its own beside the site's and removes it. Beside the time passed it prints the
work of this process and of its database connection, which a busy machine does not make longer.
"""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from worldbook.actions.books import create_book
from worldbook.actions.bulk import (
    BulkDone,
    delete_entries,
    edit_entries,
    replace_in_entries,
    take_entries,
)
from worldbook.actions.many_entries import add_entries
from worldbook.actions.undoing_steps import undo_step
from worldbook.management.bench_books import make_case
from worldbook.management.bench_tools import own_database
from worldbook.models import Lorebook, User
from worldbook.queries.books import entry_columns
from worldbook.queries.bulk import Replacement
from worldbook.queries.entry_selection import EntrySelection
from worldbook.rules.bulk import ChangeList, SetFields
from worldbook.rules.search import Search

_LINE = "{name:<22}{seconds:>8.2f} s {work:>8.2f} s of work"
TICKS_A_SECOND = 100


class Command(BaseCommand):
    """Print one line for each kind of change, and one for undoing it."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """How large the book is."""
        parser.add_argument("--entries", type=int, default=5000)
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Change, then undo, one kind after the other."""
        with own_database():
            by = User.objects.create_superuser("bench")
            book, other = create_book(by=by, name="Bench"), create_book(by=by, name="Other")
            case = make_case(language="en", entries=options["entries"], recursion=True)
            add_entries(book, map(entry_columns, case.book.entries))
            for name, change in _changes(by, book, other).items():
                step = self._tell(name, change, options).step
                if step is not None:
                    undo = partial(undo_step, by=by, book_id=book.pk, step_id=step.pk)
                    self._tell(f"undo {name}", undo, options)

    def _tell(self, name: str, change: Callable[[], Any], options: dict[str, Any]) -> Any:
        began, work = time.perf_counter(), _work()
        done = change()
        row = {
            "name": name,
            "seconds": round(time.perf_counter() - began, 3),
            "work": round(_work() - work, 3),
        }
        self.stdout.write(json.dumps(row) if options["json"] else _LINE.format(**row))
        return done


def _work() -> float:
    """Seconds of CPU that this process and its database connection have used (Linux)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    stat = Path(f"/proc/{pid}/stat")
    used = stat.read_text().rsplit(")", 1)[1].split()[11:13] if stat.exists() else ["0", "0"]
    return time.process_time() + sum(map(int, used)) / TICKS_A_SECOND


def _changes(by: User, book: Lorebook, other: Lorebook) -> dict[str, Callable[[], BulkDone]]:
    """The kinds of changes, each of the whole book."""
    whole: dict[str, Any] = {"by": by, "book_id": book.pk, "selection": EntrySelection()}
    word = Replacement(Search("the", "word"), "that", ("title", "content", "keys"))
    regex = Replacement(Search(r"/\b(the|his) /gi", "regex"), "$1 old ", ("content",))
    return {
        "set fields": lambda: edit_entries(edit=SetFields({"depth": 7, "color": "red"}), **whole),
        "add a tag": lambda: edit_entries(edit=ChangeList("tags", add=("new",)), **whole),
        "replace a word": lambda: replace_in_entries(replacement=word, **whole),
        "replace a regex": lambda: replace_in_entries(replacement=regex, **whole),
        "delete": lambda: delete_entries(**whole),
        "move": lambda: take_entries(to_book_id=other.pk, move=True, **whole),
    }
