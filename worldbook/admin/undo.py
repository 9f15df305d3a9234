"""The history of a draft: its steps, each to be undone or done again, and what each has changed (WK-15)."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from worldbook.actions.draft_steps import KEPT, STEPS_KEPT
from worldbook.actions.errors import ActionRefused
from worldbook.actions.undoing_steps import Turned, redo_step, undo_step
from worldbook.admin.paging import page_of
from worldbook.admin.step_rows import book_said, conflict_said, rows_said
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import DraftStep, Lorebook
from worldbook.queries.draft_steps import steps_of
from worldbook.queries.roles import signed_in
from worldbook.queries.step_words import step_text
from worldbook.rules.draft_changes import RowChange
from worldbook.rules.numbers import whole_number

STEPS_A_PAGE = 25
ROWS_A_PAGE = 20
CURRENT = "undo"

WHY_WORDS = {
    "changed": gettext_lazy("says something else by now"),
    "gone": gettext_lazy("has been deleted"),
    "taken": gettext_lazy("cannot come back: another entry has its id"),
    "there": gettext_lazy("is there already"),
    "locked": gettext_lazy("is locked"),
}


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the list and of one step."""
    return [
        book_path(model_admin, "steps/", steps, "worldbook_lorebook_undo"),
        book_path(model_admin, "steps/<int:step_id>/", step, "worldbook_lorebook_step"),
    ]


def steps(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """The steps of a draft; on POST undo or redo one (`step`, `act`, and `leave` for conflicts)."""
    book = book_of(model_admin, request, book_id, edit=True)
    if request.method != "POST":
        return _list(model_admin, request, book)
    number, act = whole_number(request.POST.get("step", "")), request.POST.get("act")
    if number is None or act not in ("undo", "redo"):
        raise Http404
    turn = undo_step if act == "undo" else redo_step
    try:
        turned = turn(
            by=signed_in(request.user),
            book_id=book.pk,
            step_id=number,
            leave_changed=request.POST.get("leave") == "1",
        )
    except ActionRefused as refused:
        return _list(model_admin, request, book, refused, {"step": str(number), "act": act})
    messages.success(request, _said(turned, act))
    return HttpResponseRedirect(reverse("admin:worldbook_lorebook_undo", args=[book.pk]))


def _said(turned: Turned, act: str) -> str:
    what = _("Undone: %(step)s.") if act == "undo" else _("Done again: %(step)s.")
    said = what % {"step": step_text(turned.step)}
    if turned.left:
        left = ngettext(
            "%(count)d entry was left as it is.",
            "%(count)d entries were left as they are.",
            turned.left,
        )
        said = f"{said} {left % {'count': turned.left}}"
    return said


def _list(
    model_admin: Any,
    request: HttpRequest,
    book: Lorebook,
    refused: ActionRefused | None = None,
    tried: dict[str, str] | None = None,
) -> HttpResponse:
    shown = page_of(request, Paginator(steps_of(book), STEPS_A_PAGE))
    return page(
        model_admin,
        request,
        book,
        title=_("%(book)s: what was done to the draft") % {"book": book.name},
        template="undo",
        current=CURRENT,
        status=refused.status if refused else 200,
        context={
            "page": shown,
            "steps": [{"row": row, "text": step_text(row)} for row in shown],
            "kept_days": KEPT.days,
            "kept_steps": STEPS_KEPT,
            "conflict": _conflict(refused, tried or {}) if refused else None,
        },
    )


def _conflict(refused: ActionRefused, tried: dict[str, str]) -> dict[str, Any]:
    rows = [conflict_said(row) for row in refused.detail.get("rows", ())]
    for row in rows:
        row["why"] = WHY_WORDS[row["why"]]
    return {
        "message": refused.message,
        "rows": rows,
        "more": refused.detail.get("row_count", 0) - len(rows),
        "possible": refused.detail.get("possible", False),
        **tried,
    }


def step(model_admin: Any, request: HttpRequest, book_id: int, step_id: int) -> HttpResponse:
    """What one step has changed, entry by entry."""
    book = book_of(model_admin, request, book_id)
    row = DraftStep.objects.filter(book=book, pk=step_id).select_related("by", "turned_by").first()
    if row is None:
        raise Http404
    shown = page_of(request, Paginator(row.changes, ROWS_A_PAGE))
    return page(
        model_admin,
        request,
        book,
        title=step_text(row),
        template="undo_step",
        current=CURRENT,
        context={
            "step": row,
            "page": shown,
            "changes": rows_said(RowChange.from_json(data) for data in shown),
            "book_fields": book_said(row.book_fields),
        },
    )
