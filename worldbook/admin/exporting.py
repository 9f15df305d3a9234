"""The page that exports a book: what others would not see first, then the file (WB-11, WK-13)."""

from collections import defaultdict
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminSelectWidget

from worldbook.admin.differences import label_of
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Entry, Lorebook
from worldbook.queries.exports import (
    CARDS,
    DRAFT,
    ExportWish,
    characters_with,
    exported,
    file_name,
    formats_for,
    state_of,
)
from worldbook.queries.roles import signed_in
from worldbook.rules.entries import Book
from worldbook.rules.exports import Loss, losses
from worldbook.rules.formats.refusals import reason_in
from worldbook.rules.refusal import Refusal

NAMES = {
    "native": gettext_lazy("this program's own (nothing is lost)"),
    "sillytavern": gettext_lazy("SillyTavern world info"),
    "lorebook_v3": gettext_lazy("lorebook of Character Card V3"),
    "card": gettext_lazy("character card V3 (JSON)"),
    "card_png": gettext_lazy("character card V3 (PNG)"),
}
NAMED_ENTRIES = 8


class ExportForm(forms.Form):
    """Which state of the book, in which format, and of which character a card tells."""

    state = forms.ChoiceField(label=gettext_lazy("state"), widget=UnfoldAdminSelectWidget())
    format = forms.ChoiceField(
        label=gettext_lazy("format"), widget=UnfoldAdminRadioSelectWidget(), initial="native"
    )
    character: Any = forms.ModelChoiceField(
        label=gettext_lazy("character"),
        queryset=None,
        required=False,
        empty_label=None,
        widget=UnfoldAdminSelectWidget(),
        help_text=gettext_lazy(
            "Whose card it is, with this book in it; for the card formats only."
        ),
    )

    def __init__(self, data: QueryDict, *, user: Any, book: Lorebook) -> None:
        characters = characters_with(user, book)
        count = characters.count()
        first = characters.first()
        defaults = {
            "state": str(book.latest_revision or DRAFT),
            "format": "native",
            "character": first.pk if first else "",
        }
        super().__init__({**defaults, **data.dict()})
        choices: dict[str, Any] = dict(self.fields)
        choices["state"].choices = _states(book)
        choices["format"].choices = [(name, NAMES[name]) for name in formats_for(count)]
        choices["character"].queryset = characters
        if not count:
            del self.fields["character"]

    def wish(self) -> ExportWish:
        """What is asked for, once the form is valid."""
        asked = self.cleaned_data
        character = asked.get("character") if asked["format"] in CARDS else None
        return ExportWish(asked["format"], asked["state"], character)


def _states(book: Lorebook) -> list[tuple[str, Any]]:
    numbers = range(book.latest_revision, 0, -1)
    return [
        (DRAFT, _("the draft, as it is now")),
        *((str(number), _("revision %(number)d") % {"number": number}) for number in numbers),
    ]


def losses_said(found: list[Loss], said: Book) -> list[dict[str, Any]]:
    """What would be lost in words, one line for what happens to several entries alike."""
    names = {entry.key_id: entry.title or entry.key_id for entry in said.entries}
    together: dict[tuple[str, str, str], list[Loss]] = defaultdict(list)
    for loss in found:
        together[(loss.field, loss.code, "" if loss.key_id else "book")].append(loss)
    return [
        {
            "text": _said(group[0], many=len(group) > 1),
            "count": len(group),
            "entries": [names[loss.key_id] for loss in group[:NAMED_ENTRIES] if loss.key_id],
        }
        for group in sorted(together.values(), key=len, reverse=True)
    ]


def _said(loss: Loss, *, many: bool) -> str:
    """The sentence with the field as a person calls it; values only where they are one."""
    label = label_of(loss.field, Entry if loss.key_id else Lorebook)
    detail = {**loss.detail, "value": "…"} if many and "value" in loss.detail else loss.detail
    return Loss(loss.key_id, label, loss.code, detail).say(_)


def export(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """Show what would be lost in a format, with the way to the file."""
    book = book_of(model_admin, request, book_id)
    form = ExportForm(request.GET, user=signed_in(request.user), book=book)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        wish = form.wish()
        said = _state(book, wish)
        found = losses(said, wish.format)
        context |= {
            "losses": losses_said(found, said),
            "loss_entries": len({loss.key_id for loss in found if loss.key_id}),
            "entry_count": len(said.entries),
            "native": wish.format == "native",
            "format_name": NAMES[wish.format],
            "download": _download(book),
        }
    return page(
        model_admin,
        request,
        book,
        title=_("Export %(book)s") % {"book": book.name},
        template="export",
        current="export",
        context=context,
        status=200 if form.is_valid() else 400,
    )


def _download(book: Lorebook) -> SafeString:
    """What makes a button of the form ask for the file: it is in the format that is ticked now."""
    address = reverse("admin:worldbook_lorebook_export_file", args=[book.pk])
    return format_html('form="rp-export" formaction="{}"', address)


def _state(book: Lorebook, wish: ExportWish) -> Book:
    said = state_of(book, wish.state)
    if said is None:
        raise Http404
    return said


def export_file(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """The file itself, under a name that says what it is."""
    book = book_of(model_admin, request, book_id)
    form = ExportForm(request.GET, user=signed_in(request.user), book=book)
    if not form.is_valid():
        return export(model_admin, request, book_id)
    wish = form.wish()
    said = _state(book, wish)
    file = exported(wish, said)
    if isinstance(file, Refusal):
        form.add_error(None, reason_in(file, _))
        return page(
            model_admin,
            request,
            book,
            title=_("Export %(book)s") % {"book": book.name},
            template="export",
            current="export",
            context={"form": form},
            status=400,
        )
    name = file_name(wish, said, file.ending)
    headers = {
        "Content-Disposition": content_disposition_header(as_attachment=True, filename=name)
        or "attachment"
    }
    return HttpResponse(file.data, content_type=file.media_type, headers=headers)


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the page and of its files."""
    return [
        book_path(model_admin, "export/", export, "worldbook_lorebook_export"),
        book_path(model_admin, "export/file/", export_file, "worldbook_lorebook_export_file"),
    ]
