"""The pages that import a file: upload, then preview with report, offers and dry run (WB-8, WB-9)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminRadioSelectWidget

from worldbook.actions.errors import ActionRefused
from worldbook.actions.imports import forget_preview, preview_import
from worldbook.admin.import_offers import offers_said
from worldbook.admin.import_saving import (
    ADD,
    LINK,
    NEW,
    BookSaveForm,
    CardSaveForm,
    confirm_offers,
    dry_run,
    must_look_first,
    save_book,
    save_character,
)
from worldbook.admin.pages import admin_page
from worldbook.admin.workbench import View, book_of, book_path, strip
from worldbook.models import ImportPreview, Lorebook
from worldbook.queries.imports import live_preview, report_said
from worldbook.queries.recognition import Known, known_content
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import editable_books
from worldbook.rules.formats.notes import STORED_ONLY
from worldbook.rules.numbers import whole_number

SHOWN_ENTRIES = 200


class UploadForm(forms.Form):
    """The file, and how it is to be read."""

    file = forms.FileField(
        label=gettext_lazy("file"),
        widget=UnfoldAdminFileFieldWidget(),
        help_text=gettext_lazy(
            "A lorebook or character card of this site or of another program: JSON, PNG, WebP, "
            "CHARX, .lorebook, .risum. What it is, is told by its content."
        ),
    )
    wanted = forms.ChoiceField(
        label=gettext_lazy("make of it"),
        choices=ImportPreview.Wanted.choices,
        initial=ImportPreview.Wanted.LOREBOOK,
        widget=UnfoldAdminRadioSelectWidget(),
    )
    import_defaults = forms.ChoiceField(
        label=gettext_lazy("keys match"),
        choices=ImportPreview.Defaults.choices,
        initial=ImportPreview.Defaults.NATIVE,
        widget=UnfoldAdminRadioSelectWidget(),
        help_text=gettext_lazy("Where the file itself does not say how its keys match."),
    )

    def clean_file(self):
        file = self.cleaned_data["file"]
        most = settings.WORLDBOOK_IMPORT_MAX_BYTES
        if file.size > most:
            raise forms.ValidationError(
                _("The file has %(size)d bytes; at most %(most)d are read.")
                % {"size": file.size, "most": most}
            )
        return file


def _must_import(model_admin: Any, request: HttpRequest) -> None:
    if not model_admin.has_import_permission(request):
        raise PermissionDenied


def _into(request: HttpRequest) -> Lorebook | None:
    """The book that the address names, where the account may change it."""
    named = whole_number(request.GET.get("into", ""))
    if named is None:
        return None
    return editable_books(signed_in(request.user)).filter(pk=named).first()


def _page(
    model_admin: Any, request: HttpRequest, template: str, status: int, **context: Any
) -> HttpResponse:
    """A page of the import; among those of a book where the address names one."""
    into = _into(request)
    if into is not None:
        context |= {"book": into, "strip": strip(model_admin, request, into, "import")}
    return admin_page(model_admin, request, template, status, **context)


def upload(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Ask for a file; read it on POST and go on to its preview, or say why not."""
    _must_import(model_admin, request)
    into = _into(request)
    form = UploadForm(request.POST or None, request.FILES or None)
    status = 200
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            kept = preview_import(
                by=signed_in(request.user),
                data=file.read(),
                file_name=file.name,
                wanted=form.cleaned_data["wanted"],
                import_defaults=form.cleaned_data["import_defaults"],
            )
        except ActionRefused as refused:
            form.add_error("file", refused.message)
            status = refused.status
        else:
            url = reverse("admin:worldbook_lorebook_preview", args=[kept.pk])
            return HttpResponseRedirect(f"{url}?into={into.pk}" if into else url)
    title = _("Import into %(book)s") % {"book": into.name} if into else _("Import a file")
    return _page(model_admin, request, "import_upload", status, title=title, form=form)


def _rows(preview: ImportPreview, report: dict[str, Any]) -> list[dict[str, Any]]:
    """The first entries with their remarks."""
    book = preview.parsed["book"]
    notes = {entry["key_id"]: entry["notes"] for entry in report["entries"]}
    return [
        {
            "title": entry.get("title") or entry["key_id"],
            "key_id": entry["key_id"],
            "keys": ", ".join(entry.get("keys", [])[:6]),
            "content": entry.get("content", "")[:200],
            "blocked": _(entry["blocked"]) if entry.get("blocked") else "",
            "notes": [note["text"] for note in notes.get(entry["key_id"], [])],
        }
        for entry in (book["entries"] if book else [])[:SHOWN_ENTRIES]
    ]


def _gone(request: HttpRequest) -> HttpResponse:
    messages.error(request, _("This preview is gone: it is kept for an hour. Please upload again."))
    return HttpResponseRedirect(reverse("admin:worldbook_lorebook_import"))


def _form(request: HttpRequest, kept: ImportPreview, known: Sequence[Known]) -> Any:
    """The form of what is to become of it; the address may name a book, content may be known."""
    form = BookSaveForm if kept.wanted == ImportPreview.Wanted.LOREBOOK else CardSaveForm
    into, way = _into(request), ADD
    if into is None:
        into, way = (known[0].book, LINK) if known else (None, NEW)
    return form(
        request.POST or None,
        user=request.user,
        preview=kept,
        known=known,
        initial={
            "into": into.pk if into else None,
            "way": way,
            "book": known[0].book.pk if known else None,
        },
    )


def _answer(request: HttpRequest, kept: ImportPreview, form: Any) -> HttpResponse | None:
    """What a valid form asks for: None for a dry run, else what has been saved.

    Raises:
        ActionRefused: as the actions that save.
    """
    confirm_offers(request, kept, form)
    if "dry" in request.POST:
        return None
    if must_look_first(form):
        messages.info(request, _("Look at what would change in the draft, then save."))
        return None
    save = save_book if kept.wanted == ImportPreview.Wanted.LOREBOOK else save_character
    return save(request, kept, form)


def _trial(request: HttpRequest, kept: ImportPreview, form: Any) -> dict[str, Any] | None:
    """The dry run of what the form says, or of what the address names."""
    if kept.wanted != ImportPreview.Wanted.LOREBOOK:
        return None
    if form.is_bound:
        chosen = form.cleaned_data if form.is_valid() else {}
        return dry_run(kept, chosen.get("way", ""), chosen.get("into"))
    into = form.fields["into"].queryset.filter(pk=form.initial["into"]).first()
    return dry_run(kept, form.initial["way"], into)


def preview(model_admin: Any, request: HttpRequest, preview_id: Any) -> HttpResponse:
    """Show what was read, the report and a dry run; on POST save it or throw it away."""
    _must_import(model_admin, request)
    kept = live_preview(signed_in(request.user), preview_id)
    if kept is None:
        return _gone(request)
    if request.method == "POST" and "forget" in request.POST:
        forget_preview(by=signed_in(request.user), preview_id=kept.pk)
        return HttpResponseRedirect(reverse("admin:worldbook_lorebook_import"))
    known = known_content(signed_in(request.user), kept)
    form = _form(request, kept, known)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            answer = _answer(request, kept, form)
        except ActionRefused as refused:
            form.add_error(None, refused.message)
            status = refused.status
        else:
            if answer is not None:
                return answer
            kept.refresh_from_db(fields=["report"])
    report = report_said(kept.report)
    return _page(
        model_admin,
        request,
        "import_preview",
        status,
        title=_("Preview of %(name)s") % {"name": kept.parsed["name"] or kept.file_name},
        preview=kept,
        card=kept.parsed["card"],
        report=report,
        rows=_rows(kept, report),
        more=max(report["read"] - SHOWN_ENTRIES, 0),
        stored_only=_(STORED_ONLY),
        form=form,
        known=known,
        offers=offers_said(kept),
        trial=_trial(request, kept, form),
    )


def upload_into(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """The upload for entries that are to go into a book."""
    book = book_of(model_admin, request, book_id, edit=True)
    return HttpResponseRedirect(f"{reverse('admin:worldbook_lorebook_import')}?into={book.pk}")


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the pages."""

    def own(route: str, view: View, name: str) -> URLPattern:
        inner = model_admin.admin_site.admin_view(partial(view, model_admin))
        return path(route, inner, name=f"worldbook_lorebook_{name}")

    return [
        own("import/", upload, "import"),
        own("import/<uuid:preview_id>/", preview, "preview"),
        book_path(model_admin, "import/", upload_into, "worldbook_lorebook_import_into"),
    ]
