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
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Entry, Lorebook
from worldbook.queries.books import draft_book, published_book
from worldbook.queries.roles import signed_in
from worldbook.rules.diff import BookDiff, diff_books
from worldbook.rules.entries import Book

SAID = {
    "added": gettext_lazy("added"),
    "removed": gettext_lazy("removed"),
    "changed": gettext_lazy("changed"),
}
COLOURS = {"added": "success", "removed": "danger", "changed": "info"}


class PublishForm(forms.Form):
    """What was seen when the page was opened, and a note for those who read the list later."""

    expected_revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    note = forms.CharField(
        label=gettext_lazy("note"),
        required=False,
        max_length=300,
        widget=UnfoldAdminTextInputWidget(),
        help_text=gettext_lazy("What has changed, in a few words."),
    )


def field_labels(names: list[str], model: type[Any]) -> str:
    """What a person calls the columns."""
    columns = {field.name: field for field in model._meta.get_fields()}
    said = [str(getattr(columns.get(name), "verbose_name", name)) for name in names]
    return ", ".join(said)


def changes_said(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Changed entries with words for what has happened to each."""
    return [
        {
            "title": change["title"] or change["key_id"],
            "key_id": change["key_id"],
            "change": SAID[change["change"]],
            "colour": COLOURS[change["change"]],
            "fields": field_labels(change["fields"], Entry),
        }
        for change in changes
    ]


def diff_said(diff: BookDiff) -> dict[str, Any]:
    """A difference for a template."""
    return {
        "changes": changes_said([change.to_json() for change in diff.entries]),
        "book_fields": field_labels(list(diff.fields), Lorebook),
    }


def _unpublished(book: Lorebook, draft: Book) -> BookDiff:
    """What the draft says that the latest revision does not."""
    diff = diff_books(published_book(book.pk, book.latest_revision), draft)
    return diff if book.latest_revision else BookDiff((), diff.entries)


def _nothing_new(book: Lorebook, diff: BookDiff) -> bool:
    """Whether a further revision would only repeat the latest one."""
    return bool(book.latest_revision) and not diff


def _publish_page(
    model_admin: Any,
    request: HttpRequest,
    book: Lorebook,
    form: PublishForm,
    conflict: ActionRefused | None = None,
) -> HttpResponse:
    draft = draft_book(book.pk)
    diff = _unpublished(book, draft)
    context: dict[str, Any] = {
        "form": form,
        "diff": diff_said(diff),
        "entry_count": len(draft.entries),
        "next_number": book.latest_revision + 1,
        "nothing_new": _nothing_new(book, diff),
    }
    if conflict is not None:
        context["conflict"] = {
            "message": conflict.message,
            **conflict.detail,
            "changes": changes_said(conflict.detail.get("changed", [])),
            "book_fields": field_labels(conflict.detail.get("book_fields", []), Lorebook),
        }
    status = conflict.status if conflict else 200
    return page(
        model_admin,
        request,
        book,
        title=_("Publish %(book)s") % {"book": book.name},
        template="publish",
        current="publish",
        context=context,
        status=status,
    )


def publish(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Show what would be published; on POST publish it, or show the conflict (409)."""
    book = book_of(model_admin, request, book_id, edit=True)
    if request.method != "POST":
        form = PublishForm(initial={"expected_revision": book.latest_revision})
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
        again = PublishForm(
            initial={"expected_revision": book.latest_revision, "note": wanted["note"]}
        )
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
