"""Choosing from the demo lorebooks, for their tests."""

from dataclasses import replace

from worldbook.demo.files import FOLDERS, read_demo_world
from worldbook.rules.selection import Message, SelectionRequest, compile_book, select
from worldbook.rules.tokens import estimate

BOOKS = {
    folder: compile_book(replace(read_demo_world(folder).book, revision=1)) for folder in FOLDERS
}
SPEAKER = {"en": "Edda Marrow", "zh": "沈更"}


def choose(folder, query, *history, **fields_):
    """The selection of the book for a message after others (player, character, player …)."""
    roles = ("user", "assistant")
    wanted = {"budget": 6_000, "char": SPEAKER[folder], "user": "Robin", "seed": "demo"} | fields_
    request = SelectionRequest(
        query=query,
        messages=tuple(Message(roles[at % 2], text) for at, text in enumerate(history)),
        **wanted,
    )
    return select(request, [BOOKS[folder]], estimate)


def chosen(folder, query, *history, **fields_):
    """The chosen entries by key_id."""
    return {entry.key_id: entry for entry in choose(folder, query, *history, **fields_).selected}


def decisions(selection):
    return {item["key_id"]: item["decision"] for item in selection.dropped}


def entry_of(folder, key_id):
    return next(entry for entry in BOOKS[folder].entries if entry.key_id == key_id)
