"""The base of admin classes whose writes go through actions, and how a refusal is shown."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from unfold.admin import ModelAdmin

from worldbook.actions.errors import ActionRefused
from worldbook.rules.word_diff import ADDED, SAME, Piece, word_diff

SEEN = "seen_version"
LONG = 80
"""Characters of a text from which on a conflict marks what differs in it."""


class ActionForm(forms.ModelForm):
    """A form that carries the version it was read from, and shows why an action refused it.

    `refused` is set by the admin for the second pass of a post that an action has refused: the
    typed values stay, the fields that are concerned say what is wrong.
    """

    refused: ActionRefused | None = None
    keys_made = ("key", "key_id")
    short_texts: tuple[str, ...] = ("description", "comment", "blurb", "creator_notes", "scenario")
    seen_version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[SEEN].initial = getattr(self.instance, "version", None) or 0
        for name, field in self.fields.items():
            field.label = capfirst(field.label)
            if name in self.keys_made:
                field.required = False  # The action makes one from the name.
            if name in self.short_texts:
                field.widget.attrs["rows"] = 4

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.refused is not None:
            self._show(self.refused)
        return cleaned

    def validate_unique(self) -> None:
        """The action says what is taken; it may also make a key where none was typed."""

    def _show(self, refused: ActionRefused) -> None:
        if refused.code == "edit_conflict":
            self._show_conflict(refused)
            return
        for problem in refused.detail.get("problems", ()):
            if problem["field"] in self.fields:
                self.add_error(problem["field"], problem["message"])
        self.add_error(None, refused.message)

    def _show_conflict(self, refused: ActionRefused) -> None:
        """Both values beside each field; saving again, having seen them, keeps one's own."""
        for item in refused.detail["changed"]:
            if item["field"] in self.fields:
                self.add_error(item["field"], conflict_said(item["yours"], item["theirs"]))
        self.add_error(None, refused.message)
        self.add_error(None, _("Nothing was saved yet. Save again to keep your values."))
        typed: Any = self.data
        again = typed.copy()
        again[self.add_prefix(SEEN)] = str(refused.detail["latest"])
        self.data = again


def conflict_said(yours: Any, theirs: Any) -> str:
    """What somebody else has saved in a field; of long texts what differs from one's own is marked."""
    texts = [text for text in (yours, theirs) if isinstance(text, str) and len(text) > LONG]
    if len(texts) < 2:
        return _("Somebody else has saved here: %(theirs)s") % {"theirs": said_value(theirs)}
    return format_html(
        '{}<br><span class="rp-diff">{}</span>',
        _("Somebody else has saved here. Underlined: only theirs. Struck through: only yours."),
        format_html_join("", "{}", ((_marked(piece),) for piece in word_diff(*texts))),
    )


def _marked(piece: Piece) -> str:
    if piece.op == SAME:
        return piece.text
    return format_html("<ins>{}</ins>" if piece.op == ADDED else "<del>{}</del>", piece.text)


def said_value(value: Any) -> str:
    """A value of a conflict as a person reads it."""
    if value is None or value in ("", [], {}):
        return _("(nothing)")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value)


def uploaded(form: forms.ModelForm, name: str) -> bytes | None:
    """What a form says of a picture: its bytes, b"" to take it away, None to leave it."""
    value = form.cleaned_data.get(name)
    if isinstance(value, UploadedFile):
        value.seek(0)
        return value.read()
    return b"" if value is False else None


class ActionAdmin(ModelAdmin):
    """An admin that writes by calling actions.

    Subclasses give `create_row`, `update_row` and `remove_row`. Where an action refuses, the
    transaction is undone and the page is shown again with the reason.
    """

    form = ActionForm
    warn_unsaved_form = True
    compressed_fields = False
    change_form_show_cancel_button = True
    list_fullwidth = True
    picture_fields: tuple[str, ...] = ()
    extra_fields: tuple[str, ...] = ()

    def create_row(self, request: HttpRequest, values: dict[str, Any]) -> Model:
        raise NotImplementedError

    def update_row(
        self, request: HttpRequest, row: Model, seen: int, values: dict[str, Any]
    ) -> Model:
        raise NotImplementedError

    def remove_row(self, request: HttpRequest, row: Model) -> None:
        raise NotImplementedError

    def get_form(self, request, obj=None, change=False, **kwargs):  # noqa: FBT002 - Django's
        form = super().get_form(request, obj, change=change, **kwargs)
        refused = getattr(request, "refused", None)
        return type(form.__name__, (form,), {"refused": refused}) if refused else form

    def get_fieldsets(self, request, obj=None):
        """The fieldsets with the hidden version, which every form carries."""
        sets = [(name, dict(options)) for name, options in super().get_fieldsets(request, obj)]
        if self.has_change_permission(request, obj) and issubclass(self.form, ActionForm):
            sets[0][1]["fields"] = (*sets[0][1]["fields"], SEEN)
        return sets

    def values_of(self, form: forms.ModelForm) -> dict[str, Any]:
        """The columns a form speaks of; pictures as bytes, and only where they change."""
        columns = {field.name for field in self.model._meta.concrete_fields} | set(
            self.extra_fields
        )
        values = {
            name: value
            for name, value in form.cleaned_data.items()
            if name in columns and name not in self.picture_fields
        }
        for name in self.picture_fields:
            if name in form.cleaned_data:
                values[name] = uploaded(form, name)
        return values

    def save_model(self, request, obj, form, change):
        values = self.values_of(form)
        if change:
            seen = form.cleaned_data.get(SEEN) or 0
            row = self.update_row(request, type(obj)._base_manager.get(pk=obj.pk), seen, values)
        else:
            row = self.create_row(request, values)
        obj.pk = row.pk
        obj.refresh_from_db()

    def delete_model(self, request, obj):
        self.remove_row(request, obj)

    def delete_queryset(self, request, queryset):
        for row in queryset:
            self.remove_row(request, row)

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except ActionRefused as refused:
            request.refused = refused
            response = super().changeform_view(request, object_id, form_url, extra_context)
            response.status_code = refused.status
            return response

    def delete_view(self, request, object_id, extra_context=None) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except ActionRefused as refused:
            messages.error(request, refused.message)
            return HttpResponseRedirect("../change/")

    def changelist_view(self, request, extra_context=None) -> HttpResponse:
        try:
            return super().changelist_view(request, extra_context)
        except ActionRefused as refused:
            messages.error(request, refused.message)
            return HttpResponseRedirect(request.get_full_path())
