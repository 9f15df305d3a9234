"""The pages that import a file: upload, preview with its report, save (WB-8, WB-9)."""

from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
)

from worldbook.actions.errors import ActionRefused
from worldbook.actions.import_cards import save_import_as_character
from worldbook.actions.imports import forget_preview, preview_import, save_import_as_book
from worldbook.admin.pages import admin_page
from worldbook.admin.workbench import View, book_of, book_path
from worldbook.models import ImportPreview
from worldbook.queries.imports import live_preview, report_said
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import editable_books, editable_worlds
from worldbook.rules.formats.notes import STORED_ONLY

SHOWN_ENTRIES = 200


class UploadForm(forms.Form):
    """The file, and how it is to be read."""

    file = forms.FileField(
        label=gettext_lazy("file"),
        widget=UnfoldAdminFileFieldWidget(),
        help_text=gettext_lazy(
            "A lorebook or character card of this site, of SillyTavern or of a program that writes "
            "the same files: JSON or PNG. What it is, is told by its content."
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


class SaveForm(forms.Form):
    """Where what was read is to go."""

    into: Any = forms.ModelChoiceField(
        label=gettext_lazy("into the book"),
        queryset=None,
        required=False,
        empty_label=gettext_lazy("a new lorebook"),
        widget=UnfoldAdminSelectWidget(),
    )
    world: Any = forms.ModelChoiceField(
        label=gettext_lazy("into the world"),
        queryset=None,
        required=False,
        empty_label=gettext_lazy("a new world with an opening"),
        widget=UnfoldAdminSelectWidget(),
    )

    def __init__(self, *args: Any, user: Any, wanted: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: dict[str, Any] = dict(self.fields)
        choices["into"].queryset = editable_books(user)
        choices["world"].queryset = editable_worlds(user)
        del self.fields["world" if wanted == ImportPreview.Wanted.LOREBOOK else "into"]


def _must_import(model_admin: Any, request: HttpRequest) -> None:
    if not model_admin.has_import_permission(request):
        raise PermissionDenied


def upload(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Ask for a file; read it on POST and go on to its preview, or say why not."""
    _must_import(model_admin, request)
    into = request.GET.get("into", "")
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
            return HttpResponseRedirect(f"{url}?into={into}" if into.isdigit() else url)
    return admin_page(
        model_admin, request, "import_upload", status, title=_("Import a file"), form=form
    )


def _save(request: HttpRequest, preview: ImportPreview, form: SaveForm) -> HttpResponse:
    """Save what was read; the page of what has become of it."""
    if preview.wanted == ImportPreview.Wanted.CHARACTER:
        world = form.cleaned_data.get("world")
        character = save_import_as_character(
            by=signed_in(request.user), preview_id=preview.pk, world_id=world.pk if world else None
        )
        messages.success(
            request, _("%(name)s was saved as a character.") % {"name": character.name}
        )
        url = reverse("admin:worldbook_character_change", args=[character.pk])
        return HttpResponseRedirect(url)
    into = form.cleaned_data.get("into")
    book = save_import_as_book(
        by=signed_in(request.user), preview_id=preview.pk, into_book_id=into.pk if into else None
    )
    read = preview.report["read"]
    said = ngettext(
        "%(count)d entry was saved in the draft of %(book)s. Publish it when it is ready.",
        "%(count)d entries were saved in the draft of %(book)s. Publish it when it is ready.",
        read,
    )
    messages.success(request, said % {"count": read, "book": book.name})
    return HttpResponseRedirect(reverse("admin:worldbook_lorebook_change", args=[book.pk]))


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


def preview(model_admin: Any, request: HttpRequest, preview_id: Any) -> HttpResponse:
    """Show what was read and the report; on POST save it or throw it away."""
    _must_import(model_admin, request)
    kept = live_preview(signed_in(request.user), preview_id)
    if kept is None:
        messages.error(
            request, _("This preview is gone: it is kept for an hour. Please upload again.")
        )
        return HttpResponseRedirect(reverse("admin:worldbook_lorebook_import"))
    if request.method == "POST" and "forget" in request.POST:
        forget_preview(by=signed_in(request.user), preview_id=kept.pk)
        return HttpResponseRedirect(reverse("admin:worldbook_lorebook_import"))
    form = SaveForm(
        request.POST or None,
        user=request.user,
        wanted=kept.wanted,
        initial={"into": request.GET.get("into") or None},
    )
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            return _save(request, kept, form)
        except ActionRefused as refused:
            form.add_error(None, refused.message)
            status = refused.status
    report = report_said(kept.report)
    return admin_page(
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
