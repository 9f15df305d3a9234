"""The page of bulk changes: what to do with chosen entries, what it would do, and doing it (WK-3).

A post carries the selection (`ids` or `filter`), `do` (the kind of change), the kind's form, and
`act`: none for the empty form, "" for the form as filled in, "preview", or "apply" with the draft's
version that was looked at.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.admin.bulk_kinds import KINDS, Kind, Preview, Work
from worldbook.admin.bulk_words import (
    list_url,
    locked_said,
    same_said,
    say_done,
    selection_said,
    ties_said,
)
from worldbook.admin.workbench import ENTRIES, book_of, book_path, entries_url, page
from worldbook.queries.entry_filter import FilterRefused
from worldbook.queries.entry_selection import EntrySelection
from worldbook.queries.roles import signed_in
from worldbook.rules.numbers import whole_number

NOT_CARRIED = ("csrfmiddlewaretoken", "act", "expected_draft")


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [book_path(model_admin, "bulk/", bulk, "worldbook_lorebook_bulk")]


def bulk(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Show the forms, what a form would do, or do it and go back to the list."""
    book = book_of(model_admin, request, book_id)
    may_edit = model_admin.has_change_permission(request, book)
    data = request.POST if request.method == "POST" else request.GET
    work = Work(model_admin, request, book, EntrySelection.from_data(data), may_edit)
    kinds = {name: kind for name, kind in KINDS.items() if may_edit or kind.reads}
    name = data.get("do") or next(iter(kinds))
    if name not in kinds:
        raise Http404
    try:
        return _answer(work, kinds, name)
    except FilterRefused as refused:
        messages.error(request, str(refused))
        return HttpResponseRedirect(entries_url(book.pk))


def _answer(work: Work, kinds: dict[str, Kind], name: str) -> HttpResponse:
    kind, post = kinds[name], work.request.POST
    act = post.get("act")
    if act is None:
        return _page(work, kinds, name, kind.form(work))
    form = kind.form(work, post)
    if not act:
        return _page(work, kinds, name, form)
    if not form.is_valid():
        return _page(work, kinds, name, form, status=400)
    refused = None
    if act == "apply":
        try:
            return _done(work, kind, form)
        except ActionRefused as error:
            refused = error
    try:
        shown = kind.preview(work, form)
    except ActionRefused as error:
        _show(form, error)
        return _page(work, kinds, name, form, status=error.status)
    status = refused.status if refused else 200
    return _page(work, kinds, name, form, preview=shown, refused=refused, status=status)


def _show(form: forms.Form, error: ActionRefused) -> None:
    """Say what an action has refused beside the fields concerned, else above the form."""
    problems = [item for item in error.detail.get("problems", ()) if item["field"] in form.fields]
    for item in problems:
        form.add_error(item["field"], item["message"])
    if not problems:
        form.add_error(None, error.message)


def _done(work: Work, kind: Kind, form: forms.Form) -> HttpResponse:
    """Do it, say it with the way to undo it, and go back to the list."""
    seen = whole_number(work.request.POST.get("expected_draft", ""))
    done = kind.apply(
        work,
        form,
        by=signed_in(work.request.user),
        expected_draft=-1 if seen is None else seen,
    )
    say_done(work.request, done, kind.did(done.changed, form))
    return HttpResponseRedirect(list_url(work.book, work.selection))


def _page(
    work: Work,
    kinds: dict[str, Kind],
    name: str,
    form: forms.Form,
    *,
    preview: Preview | None = None,
    refused: ActionRefused | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "kinds": [{"name": key, "label": kind.label} for key, kind in kinds.items()],
        "do": name,
        "kind": kinds[name],
        "form": form,
        **selection_said(work.book, work.selection),
        "refused": refused,
        "back": list_url(work.book, work.selection),
    }
    if preview is not None:
        context |= {
            "preview": preview,
            "preview_said": kinds[name].will(preview.count, form),
            "preview_same": same_said(preview.same),
            "preview_more": preview.count - len(preview.rows),
            "preview_locked": locked_said(len(preview.locked), future=True),
            "ties": ties_said(preview.ties),
            "carried": _carried(work.request),
        }
    return page(
        work.model_admin,
        work.request,
        work.book,
        title=_("%(book)s: change several entries") % {"book": work.book.name},
        template="bulk_preview" if preview else "bulk",
        current=ENTRIES,
        context=context,
        status=status,
    )


def _carried(request: HttpRequest) -> list[tuple[str, str]]:
    """What was posted, to be posted again with the look at what it does."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_CARRIED
        for value in values
        if isinstance(value, str)
    ]
