"""Choose from a lorebook for a chat, without a session: `lorebook_select --json` (WB-42)."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from worldbook.management.json_command import JsonCommand
from worldbook.rules.entries import Book
from worldbook.rules.formats import read
from worldbook.rules.inline_books import import_defaults_of, inline_book, unsaved
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import compile_book, select
from worldbook.rules.selection.explain import undisturbed
from worldbook.rules.selection.requests import answer_of, dropped_item, read_request
from worldbook.rules.tokens import estimate

UNBOUNDED = 10**9


class Command(JsonCommand):
    """Print which entries of a book a chat would bring into the prompt."""

    help = __doc__

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """Read the book, choose, and tell the choice with its milliseconds."""
        wanted = read_request(request)
        if isinstance(wanted, Refusal):
            return wanted
        book = book_of(request)
        if isinstance(book, Refusal):
            return book
        compiled = compile_book(book)
        began = time.perf_counter()
        selection = select(wanted, [compiled], estimate, clock=time.thread_time)
        ms = round((time.perf_counter() - began) * 1000, 3)
        if isinstance(selection, Refusal):
            return selection
        result = answer_of(selection, ms=ms)
        if request.get("all") is True:
            result["dropped"] += map(dropped_item, undisturbed(wanted, selection, compiled))
        return result


def book_of(request: Mapping[str, Any]) -> Book | Refusal:
    """The book that a request holds or names, as an unsaved one."""
    if request.get("book") is not None:
        return inline_book(request, max_entries=UNBOUNDED)
    defaults = import_defaults_of(request)
    if isinstance(defaults, Refusal):
        return defaults
    if not isinstance(request.get("file"), str):
        return Refusal("bad_request", "A request has a `book` or a `file`.", {"at": "book"})
    path = Path(request["file"])
    try:
        data = path.read_bytes()
    except OSError as error:
        return Refusal("no_file", f"{path} cannot be read: {error.strerror}", {"at": "file"})
    return unsaved(read(data, file_name=path.name, import_defaults=defaults, max_entries=UNBOUNDED))
