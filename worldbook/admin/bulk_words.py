"""What a bulk change would do and did, in words (WK-3)."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from worldbook.actions.bulk import BulkDone
from worldbook.admin.differences import label_of
from worldbook.admin.workbench import entries_url
from worldbook.models import Entry, Lorebook
from worldbook.queries.bulk import chosen
from worldbook.queries.entry_selection import EntrySelection
from worldbook.rules.moving import Tie

TIES_SHOWN = 50
NAMED = 12
"""Chosen entries that are named; of the others a count."""


def locked_said(count: int, *, future: bool = False) -> str:
    """That locked entries are left alone; "" where there is none."""
    if not count:
        return ""
    if future:
        said = ngettext(
            "%(count)d is locked and will be left alone.",
            "%(count)d are locked and will be left alone.",
            count,
        )
    else:
        said = ngettext(
            "%(count)d is locked and was left alone.",
            "%(count)d are locked and were left alone.",
            count,
        )
    return said % {"count": count}


def selection_said(book: Lorebook, selection: EntrySelection) -> dict[str, Any]:
    """Which entries are chosen, for worldbook/bulk_head.html.

    Raises:
        FilterRefused: the selection's filter cannot be run.
    """
    found = chosen(book, selection)
    rows = [*found.rows, *found.locked]
    return {
        "selection": selection.to_data(),
        "whole_book": selection.is_whole_book,
        "count": len(rows),
        "names": [row["title"] or row["key_id"] for row in rows[:NAMED]],
        "more": max(0, len(rows) - NAMED),
        "locked": locked_said(len(found.locked), future=True),
    }


def say_done(request: HttpRequest, done: BulkDone, what: str) -> None:
    """Tell on the next page what a bulk change did, with the way to undo it."""
    text = " ".join(part for part in (what, locked_said(done.locked)) if part)
    if done.step is None:
        messages.warning(request, text)
        return
    url = reverse("admin:worldbook_lorebook_undo", args=[done.step.book_id])
    messages.success(request, format_html('{} <a href="{}">{}</a>', text, url, _("Undo")))


def list_url(book: Lorebook, selection: EntrySelection) -> str:
    """The list that the entries were chosen in, with its filter where all of it was chosen."""
    return "&".join(part for part in (entries_url(book.pk), selection.query) if part)


def same_said(count: int) -> str:
    """How many entries are so already; "" where there is none."""
    if not count:
        return ""
    said = ngettext("%(count)d is so already.", "%(count)d are so already.", count)
    return said % {"count": count}


def ties_said(ties: Sequence[Tie]) -> list[str]:
    """Each tie that would break, in one sentence; the first fifty, and how many more."""
    said = [_tie(tie) for tie in ties[:TIES_SHOWN]]
    more = len(ties) - len(said)
    if more > 0:
        said.append(ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more})
    return said


def _tie(tie: Tie) -> str:
    sentences = {
        "missing": _("“%(entry)s” (%(field)s): the other book has no “%(to)s”."),
        "other": _("“%(entry)s” (%(field)s): “%(to)s” of the other book is another entry."),
        "left": _("“%(entry)s” stays (%(field)s): “%(to)s” would no longer be here."),
    }
    words = {
        "entry": tie.title or tie.key_id,
        "field": label_of(tie.field, Entry),
        "to": tie.to,
    }
    return sentences[tie.why] % words
