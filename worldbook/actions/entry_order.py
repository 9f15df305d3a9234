"""Putting entries of a draft into another order, by compare-and-set on the order seen (WK-4)."""

from collections.abc import Iterable, Mapping

from django.db import connection, transaction
from django.utils.translation import gettext as _

from worldbook.actions.draft_steps import record_step
from worldbook.actions.drafts import touch_draft
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import book_to_edit
from worldbook.models import Lorebook, User
from worldbook.rules.draft_changes import altered
from worldbook.rules.entry_order import SIDES, moved, new_places, order_mark
from worldbook.rules.refusal import Refusal


@transaction.atomic
def move_entries(
    *, by: User, book_id: int, entry_ids: Iterable[int], anchor_id: int, side: str, order_seen: str
) -> str:
    """Put entries directly before or after another one, if the order is still the one seen.

    `order_seen` is the mark (`rules.entry_order.order_mark`) of the whole book's order. Moving
    changes no entry's version: it never disturbs who is editing one.

    Returns:
        The mark of the new order.

    Raises:
        ActionRefused: "not_found", "not_yours", "invalid" (400) for another side than "before" or
            "after", "unknown_entry" and "order_conflict" (409) where somebody else has moved,
            added or deleted entries in the meantime.
    """
    book = book_to_edit(by, book_id)
    if side not in SIDES:
        raise ActionRefused("invalid", _("Entries are put before or after another one."), 400)
    rows = list(book.entries.order_by("place", "id").values("pk", "key_id", "title", "place"))
    ids = [row["pk"] for row in rows]
    if order_mark(ids) != order_seen:
        raise _conflict(ids)
    after = moved(ids, list(entry_ids), anchor_id, side)
    if isinstance(after, Refusal):
        raise ActionRefused(after.code, _("That cannot be moved there."), 409)
    places = dict(new_places([(row["pk"], row["place"]) for row in rows], after))
    if places:
        _put(book, places)
        steps = [
            altered(row["pk"], row, {"place": places.get(row["pk"], row["place"])}) for row in rows
        ]
        record_step(book, by=by, kind="order", changes=[step for step in steps if step])
        touch_draft(book)
    return order_mark(after)


def _conflict(ids: list[int]) -> ActionRefused:
    return ActionRefused(
        "order_conflict",
        _("Somebody else has changed the order in the meantime; nothing was moved."),
        detail={"order": order_mark(ids)},
    )


_PUT = """
UPDATE worldbook_entry AS entry SET place = given.place
FROM unnest(%s::bigint[], %s::integer[]) AS given(id, place)
WHERE entry.id = given.id AND entry.book_id = %s
"""


def _put(book: Lorebook, places: Mapping[int, int]) -> None:
    """Write the places in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_PUT, [list(places), list(places.values()), book.pk])
