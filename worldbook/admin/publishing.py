"""The page that publishes a draft, and shows a conflict (WB-12)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import UnfoldAdminTextInputWidget

from worldbook.actions.errors import ActionRefused
from worldbook.actions.publishing import publish_book
from worldbook.admin.differences import (
    book_fields_said,
    brief_changes,
    changes_said,
    counts_said,
    labels_of,
)
from worldbook.admin.lint_page import findings_said
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Lorebook
from worldbook.queries.books import draft_book, published_book
from worldbook.queries.lint import lint_here
from worldbook.queries.roles import signed_in
from worldbook.rules.diff import BookDiff, diff_books
from worldbook.rules.entries import Book
from worldbook.rules.findings import ERROR

SHOWN_CHANGES, SHOWN_FINDINGS = 20, 20


class PublishForm(forms.Form):
    """What was seen when the page was opened, and a note for those who read the list later."""

    expected_revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    expected_draft = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label=gettext_lazy("note"),
        required=False,
        max_length=300,
        widget=UnfoldAdminTextInputWidget(),
        help_text=gettext_lazy("What has changed, in a few words."),
    )


def _seen(book: Lorebook) -> dict[str, int]:
    """What whoever opens the page looks at."""
    return {"expected_revision": book.latest_revision, "expected_draft": book.draft_version}


def _unpublished(book: Lorebook, draft: Book) -> BookDiff:
    """What the draft says that the latest revision does not."""
    diff = diff_books(published_book(book.pk, book.latest_revision), draft)
    return diff if book.latest_revision else BookDiff((), diff.entries)


def _nothing_new(book: Lorebook, diff: BookDiff) -> bool:
    """Whether a further revision would only repeat the latest one."""
    return bool(book.latest_revision) and not diff


def _new_said(book: Lorebook, draft: Book) -> dict[str, Any]:
    """What the draft says that is not published, its first changes word by word."""
    latest = published_book(book.pk, book.latest_revision)
    diff = _unpublished(book, draft)
    return {
        "counts": counts_said(diff),
        "book_fields": book_fields_said(latest, draft) if diff.fields else [],
        "changes": changes_said(diff.entries[:SHOWN_CHANGES], latest, draft),
        "more": max(len(diff.entries) - SHOWN_CHANGES, 0),
        "before": book.latest_revision,
        "nothing_new": _nothing_new(book, diff),
    }


def _lint_said(book: Lorebook, draft: Book) -> dict[str, Any]:
    """What bars publishing, with links, and how much else was found."""
    findings = lint_here(draft)
    errors = [finding for finding in findings if finding.level == ERROR]
    return {
        "errors": len(errors),
        "findings": findings_said(book, errors[:SHOWN_FINDINGS]),
        "warnings": len(findings) - len(errors),
    }


def _conflict_said(refused: ActionRefused) -> dict[str, Any]:
    """A refusal for the template: its sentence, and of a conflict what was published since."""
    return {
        "message": refused.message,
        **refused.detail,
        "raced": refused.code in ("revision_conflict", "draft_conflict"),
        "again": refused.code == "revision_conflict",
        "changes": brief_changes(refused.detail.get("changed", [])),
        "book_fields": labels_of(refused.detail.get("book_fields", []), Lorebook),
    }


def _publish_page(
    model_admin: Any,
    request: HttpRequest,
    book: Lorebook,
    form: PublishForm,
    refused: ActionRefused | None = None,
) -> HttpResponse:
    draft = draft_book(book.pk)
    return page(
        model_admin,
        request,
        book,
        title=_("Publish %(book)s") % {"book": book.name},
        template="publish",
        current="publish",
        context={
            "form": form,
            "entry_count": len(draft.entries),
            "next_number": book.latest_revision + 1,
            "new": _new_said(book, draft),
            "lint": _lint_said(book, draft),
            "refused": _conflict_said(refused) if refused else None,
        },
        status=refused.status if refused else 200,
    )


def publish(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Show what would be published; on POST publish it, or show the conflict (409)."""
    book = book_of(model_admin, request, book_id, edit=True)
    if request.method != "POST":
        form = PublishForm(initial=_seen(book))
        return _publish_page(model_admin, request, book, form)
    form = PublishForm(request.POST)
    if not form.is_valid():
        return _publish_page(model_admin, request, book, form)
    wanted = form.cleaned_data
    based_on_latest = wanted["expected_revision"] == book.latest_revision
    if based_on_latest and _nothing_new(book, _unpublished(book, draft_book(book.pk))):
        said = _("There is nothing to publish: the draft says what the latest revision says.")
        messages.warning(request, said)
        return _publish_page(model_admin, request, book, form)
    try:
        made = publish_book(by=signed_in(request.user), book_id=book.pk, **wanted)
    except ActionRefused as refused:
        book.refresh_from_db()
        again = PublishForm(initial={**_seen(book), "note": wanted["note"]})
        return _publish_page(model_admin, request, book, again, refused)
    said = ngettext(
        "Published as revision %(number)d with %(count)d entry.",
        "Published as revision %(number)d with %(count)d entries.",
        made.entry_count,
    )
    messages.success(request, said % {"number": made.number, "count": made.entry_count})
    return HttpResponseRedirect(reverse("admin:worldbook_lorebook_change", args=[book.pk]))


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [book_path(model_admin, "publish/", publish, "worldbook_lorebook_publish")]
