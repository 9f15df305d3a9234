"""The kinds of bulk changes: the form of each, what it would do, and the action that does it (WK-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from worldbook.actions.bulk import (
    BulkDone,
    delete_entries,
    edit_entries,
    must_be_possible,
    take_entries,
)
from worldbook.admin.bulk_forms import DeleteForm, ListForm, SetForm, TakeForm
from worldbook.admin.step_rows import rows_said
from worldbook.models import Entry, Lorebook, User
from worldbook.queries.bulk import chosen, plan_edit, plan_taking, ties_to
from worldbook.queries.entry_selection import EntrySelection
from worldbook.rules.moving import Tie

Values = Mapping[str, Any]
SHOWN = 20
"""Changed entries that a preview shows."""


@dataclass(frozen=True, slots=True)
class Work:
    """What a kind works with: who asks, of which book, which entries."""

    model_admin: Any
    request: HttpRequest
    book: Lorebook
    selection: EntrySelection
    may_edit: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do: how many entries, some of them in words, and what breaks."""

    count: int
    same: int = 0
    locked: Sequence[Values] = ()
    rows: Sequence[Values] = ()
    ties: Sequence[Tie] = ()
    renamed: Values = field(default_factory=dict)


class Kind:
    """One kind of change: its name, the word of its button, and whether reading the book is enough."""

    label: str | Promise = ""
    verb: str | Promise = ""
    reads = False

    def will(self, count: int, form: Any) -> str:
        """What a valid form would do to so many entries."""
        return ngettext(
            "%(count)d entry would change.", "%(count)d entries would change.", count
        ) % {"count": count}

    def did(self, count: int, form: Any) -> str:
        """What a valid form has done to so many entries."""
        return ngettext("%(count)d entry changed.", "%(count)d entries changed.", count) % {
            "count": count
        }

    def form(self, work: Work, data: Any = None) -> forms.Form:
        """Its form, filled in with `data` or empty."""
        raise NotImplementedError

    def preview(self, work: Work, form: Any) -> Preview:
        """What a valid form would do.

        Raises:
            ActionRefused: its values cannot be kept.
        """
        raise NotImplementedError

    def apply(self, work: Work, form: Any, *, by: User, expected_draft: int) -> BulkDone:
        """Do it, if the draft is still at that version.

        Raises:
            ActionRefused: as the action of the kind.
        """
        raise NotImplementedError


class _Edit(Kind):
    """Changes that give rows new values."""

    def preview(self, work: Work, form: Any) -> Preview:
        edit = form.edit()
        must_be_possible(edit)
        plan = plan_edit(work.book, work.selection, edit)
        rows = rows_said(plan.changes[:SHOWN])
        return Preview(len(plan.changes), plan.same, plan.locked, rows)

    def apply(self, work: Work, form: Any, *, by: User, expected_draft: int) -> BulkDone:
        return edit_entries(
            by=by,
            book_id=work.book.pk,
            selection=work.selection,
            edit=form.edit(),
            expected_draft=expected_draft,
        )


class SetKind(_Edit):
    """Fields get a value."""

    label = _("Set fields")
    verb = _("Set them")

    def form(self, work: Work, data: Any = None) -> forms.Form:
        entry_admin = work.model_admin.admin_site.get_model_admin(Entry)
        return SetForm(entry_admin, work.request, data)


class ListKind(_Edit):
    """Members of a list are added and taken out."""

    label = _("Keys and tags")
    verb = _("Change the lists")

    def form(self, work: Work, data: Any = None) -> forms.Form:
        return ListForm(data)


class TakeKind(Kind):
    """Entries go to another book."""

    label = _("Move or copy")
    verb = _("Take them there")
    reads = True

    def will(self, count: int, form: Any) -> str:
        """How many entries would go or be copied, and where to."""
        if form.move:
            said = ngettext(
                "%(count)d entry would move to “%(book)s”.",
                "%(count)d entries would move to “%(book)s”.",
                count,
            )
        else:
            said = ngettext(
                "%(count)d entry would be copied to “%(book)s”.",
                "%(count)d entries would be copied to “%(book)s”.",
                count,
            )
        return said % {"count": count, "book": form.cleaned_data["to"].name}

    def did(self, count: int, form: Any) -> str:
        """How many entries went or were copied, and where to."""
        if form.move:
            said = ngettext(
                "%(count)d entry moved to “%(book)s”.",
                "%(count)d entries moved to “%(book)s”.",
                count,
            )
        else:
            said = ngettext(
                "%(count)d entry copied to “%(book)s”.",
                "%(count)d entries copied to “%(book)s”.",
                count,
            )
        return said % {"count": count, "book": form.cleaned_data["to"].name}

    def form(self, work: Work, data: Any = None) -> forms.Form:
        return TakeForm(work.request, work.book, data, may_edit=work.may_edit)

    def preview(self, work: Work, form: TakeForm) -> Preview:
        to = form.cleaned_data["to"]
        plan = plan_taking(work.book, work.selection, to, move=form.move)
        made = plan.journey
        return Preview(len(plan.rows), 0, plan.locked, (), made.ties, made.renamed)

    def apply(self, work: Work, form: TakeForm, *, by: User, expected_draft: int) -> BulkDone:
        return take_entries(
            by=by,
            book_id=work.book.pk,
            selection=work.selection,
            to_book_id=form.cleaned_data["to"].pk,
            move=form.move,
            expected_draft=expected_draft,
        )


class DeleteKind(Kind):
    """Entries are deleted."""

    label = _("Delete")
    verb = _("Delete them")

    def will(self, count: int, form: Any) -> str:
        """How many entries would be deleted."""
        return ngettext(
            "%(count)d entry would be deleted.", "%(count)d entries would be deleted.", count
        ) % {"count": count}

    def did(self, count: int, form: Any) -> str:
        """How many entries were deleted."""
        return ngettext("%(count)d entry deleted.", "%(count)d entries deleted.", count) % {
            "count": count
        }

    def form(self, work: Work, data: Any = None) -> forms.Form:
        return DeleteForm(data)

    def preview(self, work: Work, form: DeleteForm) -> Preview:
        found = chosen(work.book, work.selection)
        leaving = {row["key_id"] for row in found.rows}
        ties = ties_to(work.book, leaving, [row["pk"] for row in found.rows])
        return Preview(len(found.rows), 0, found.locked, (), ties)

    def apply(self, work: Work, form: DeleteForm, *, by: User, expected_draft: int) -> BulkDone:
        return delete_entries(
            by=by, book_id=work.book.pk, selection=work.selection, expected_draft=expected_draft
        )


KINDS: Mapping[str, Kind] = {
    "set": SetKind(),
    "list": ListKind(),
    "take": TakeKind(),
    "delete": DeleteKind(),
}
"""The kinds by the word that a post names them by, in the order of the page."""
