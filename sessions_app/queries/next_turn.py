"""What an author has given a story for its next turn, with the titles of the entries (WB-37b)."""

from typing import Any

from sessions_app.models import Session, SessionPin
from sessions_app.rules.next_turn import stored_next_turn
from worldbook.queries.compiled import compiled_books

Json = dict[str, Any]


def pinned_entries(story: Session) -> dict[str, str]:
    """The entries of the revisions a story pins: `book:key_id` to title."""
    pins = SessionPin.objects.filter(session=story).order_by("place", "id")
    return {
        f"{book.book.key}:{entry.key_id}": entry.title or entry.key_id
        for book in compiled_books(list(pins.values_list("revision_id", flat=True)))
        for entry in book.entries
    }


def next_turn_json(story: Session) -> Json:
    """{strategy, budget, force, bar}: None is as in the story; entries as {name, title}.

    An entry that a pin no longer has (the story was pinned to another revision) has no title.
    """
    given = stored_next_turn(story.next_turn)
    titles = pinned_entries(story) if given.force or given.bar else {}

    def named(names: tuple[str, ...]) -> list[Json]:
        return [{"name": name, "title": titles.get(name, "")} for name in names]

    return {
        "strategy": given.strategy,
        "budget": given.budget,
        "force": named(given.force),
        "bar": named(given.bar),
    }
