"""What an author has given a story for its next turn, with the titles of the entries (WB-37b)."""

from collections.abc import Iterable
from typing import Any

from sessions_app.models import Session, SessionPin
from sessions_app.queries.pins import reach_into
from sessions_app.rules.next_turn import stored_next_turn
from worldbook.models import User
from worldbook.queries.compiled import compiled_books
from worldbook.rules.open_part import Reach, is_open

Json = dict[str, Any]


def entries_named(user: User, story: Session, names: Iterable[str]) -> dict[str, str]:
    """Of these entries (`book:key_id`) those that are pinned and open to the reader, with titles.

    Author view of a story opens no lorebook (WB-37a): what may not be read is as if it were not.
    """
    wanted = set(names)
    books = {name.partition(":")[0] for name in wanted}
    pins = SessionPin.objects.filter(session=story, book__key__in=books).order_by("place", "id")
    ids = dict(pins.values_list("book_id", "revision_id"))
    found = {}
    for book_id, compiled in zip(ids, compiled_books(list(ids.values())), strict=True):
        reach = reach_into(user, story, book_id, compiled.book)
        for entry in compiled.entries if reach is not Reach.NOTHING else ():
            name = f"{compiled.book.key}:{entry.key_id}"
            if name in wanted and (reach is Reach.ALL or is_open(entry)):
                found[name] = entry.title or entry.key_id
    return found


def next_turn_json(user: User, story: Session) -> Json:
    """{strategy, budget, force, bar}: None is as in the story; entries as {name, title}.

    An entry that a pin no longer has (the story was pinned to another revision), or that the reader
    may not read, has no title.
    """
    given = stored_next_turn(story.next_turn)
    titles = entries_named(user, story, (*given.force, *given.bar))

    def named(names: tuple[str, ...]) -> list[Json]:
        return [{"name": name, "title": titles.get(name, "")} for name in names]

    return {
        "strategy": given.strategy,
        "budget": given.budget,
        "force": named(given.force),
        "bar": named(given.bar),
    }
