"""Short words for selection tests: books, turns, and who is in."""

from worldbook.rules.entries import Book, Entry
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import Message, SelectionRequest, compile_book, select

OPEN = {"prevent_recursion": False, "exclude_recursion": False}


def entry(key_id, *keys, **fields):
    return Entry(key_id, **({"content": "Lore.", "keys": keys} | fields))


def book(*entries, **fields):
    return compile_book(Book(**({"entries": entries} | fields)))


def turn(*texts, **fields):
    """A request; the last text is the query, those before it history, user and model in turn."""
    roles = ("user", "assistant")
    history = tuple(Message(roles[at % 2], text) for at, text in enumerate(texts[:-1]))
    return SelectionRequest(query=texts[-1], **({"messages": history, "budget": 10**6} | fields))


def choose(request, *books, count=len):
    selection = select(request, books, count)
    assert not isinstance(selection, Refusal), selection
    return selection


def ids(selection):
    return [item.key_id for item in selection.selected]


def decisions(selection):
    return {item["key_id"]: item["decision"] for item in selection.dropped}
