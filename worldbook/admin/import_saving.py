"""What is to become of an import: the choices, a dry run of them, and saving (WB-8, WB-9b, WK-12)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminSelectWidget

from worldbook.actions.import_cards import save_import_as_character
from worldbook.actions.imports import accept_offers
from worldbook.actions.saving_imports import save_import_as_book
from worldbook.admin.differences import book_fields_said, changes_said, counts_said
from worldbook.models import ImportPreview, Lorebook
from worldbook.queries.books import draft_book, draft_entries
from worldbook.queries.imports import book_to_save, draft_of_import
from worldbook.queries.recognition import Known
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import editable_books, editable_worlds
from worldbook.rules.arrivals import arrivals
from worldbook.rules.diff import diff_books
from worldbook.rules.entries import book_from_json

NEW, ADD, REVISION, LINK = "new", "add", "revision", "link"
WAYS = {
    NEW: gettext_lazy("a new lorebook"),
    ADD: gettext_lazy("add to the draft of a lorebook"),
    REVISION: gettext_lazy("replace the draft of a lorebook"),
    LINK: gettext_lazy("nothing: the lorebook is here"),
}
SHOWN_ARRIVALS, SHOWN_CHANGES = 200, 20


class SaveForm(forms.Form):
    """Which offers of an import are confirmed; subclasses say what else there is to choose."""

    offer = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        *args: Any,
        user: Any,
        preview: ImportPreview,
        known: Sequence[Known],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offers: Any = self.fields["offer"]
        offers.choices = [
            (number, number) for number in range(len(preview.report.get("offers", ())))
        ]
        self.set_choices(user, known)

    def set_choices(self, user: Any, known: Sequence[Known]) -> None:
        """Fill the fields with what this account may choose; `known` are books that say the same."""
        raise NotImplementedError


class BookSaveForm(SaveForm):
    """Where the entries are to go, and which offers are confirmed."""

    way = forms.ChoiceField(
        label=gettext_lazy("what becomes of it"),
        initial=NEW,
        widget=UnfoldAdminRadioSelectWidget(),
    )
    into: Any = forms.ModelChoiceField(
        label=gettext_lazy("the lorebook"),
        queryset=None,
        required=False,
        empty_label=gettext_lazy("none"),
        widget=UnfoldAdminSelectWidget(),
        help_text=gettext_lazy("For all but a new one."),
    )
    seen = forms.RegexField(r"\d{1,18}:\d{1,18}", required=False, widget=forms.HiddenInput)

    def set_choices(self, user: Any, known: Sequence[Known]) -> None:
        self.known = [item.book.pk for item in known]
        choices: dict[str, Any] = dict(self.fields)
        ways = WAYS if known else {name: label for name, label in WAYS.items() if name != LINK}
        choices["way"].choices = list(ways.items())
        books = editable_books(user) | Lorebook.objects.filter(pk__in=self.known)
        choices["into"].queryset = books.order_by("name", "id")

    def clean(self) -> dict[str, Any]:
        """A book must be named where one is needed."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("way", NEW) != NEW and cleaned.get("into") is None:
            self.add_error("into", _("Choose the lorebook."))
        elif cleaned.get("way") == LINK and cleaned["into"].pk not in self.known:
            self.add_error("into", _("This lorebook does not say what the file says."))
        return cleaned


def seen_of(book: Lorebook) -> str:
    """Which draft, at which version, a dry run has shown."""
    return f"{book.pk}:{book.draft_version}"


def must_look_first(form: Any) -> bool:
    """Whether a form asks to replace a draft that no dry run has shown as it is now."""
    asked = form.cleaned_data
    return asked.get("way") == REVISION and asked["seen"] != seen_of(asked["into"])


class CardSaveForm(SaveForm):
    """Which world the character is to live in, and with which lorebook where its own is known."""

    world: Any = forms.ModelChoiceField(
        label=gettext_lazy("into the world"),
        queryset=None,
        required=False,
        empty_label=gettext_lazy("a new world with an opening"),
        widget=UnfoldAdminSelectWidget(),
    )
    book: Any = forms.ModelChoiceField(
        label=gettext_lazy("with the lorebook"),
        queryset=None,
        required=False,
        empty_label=gettext_lazy("a new one, from the card"),
        widget=UnfoldAdminSelectWidget(),
    )

    def set_choices(self, user: Any, known: Sequence[Known]) -> None:
        choices: dict[str, Any] = dict(self.fields)
        choices["world"].queryset = editable_worlds(user)
        choices["book"].queryset = Lorebook.objects.filter(pk__in=[item.book.pk for item in known])
        if not known:
            del self.fields["book"]


def confirm_offers(request: HttpRequest, preview: ImportPreview, form: Any) -> ImportPreview:
    """Keep with the preview which offers are ticked."""
    return accept_offers(
        by=signed_in(request.user), preview_id=preview.pk, numbers=form.cleaned_data["offer"]
    )


def save_character(request: HttpRequest, preview: ImportPreview, form: Any) -> HttpResponse:
    """Save the card; the page of the character."""
    world, book = form.cleaned_data.get("world"), form.cleaned_data.get("book")
    character = save_import_as_character(
        by=signed_in(request.user),
        preview_id=preview.pk,
        world_id=world.pk if world else None,
        known_book_id=book.pk if book else None,
    )
    messages.success(request, _("%(name)s was saved as a character.") % {"name": character.name})
    return HttpResponseRedirect(reverse("admin:worldbook_character_change", args=[character.pk]))


def save_book(request: HttpRequest, preview: ImportPreview, form: Any) -> HttpResponse:
    """Save the entries the way that was chosen; the page of the book."""
    into = form.cleaned_data["into"]
    way = form.cleaned_data["way"]
    book = save_import_as_book(
        by=signed_in(request.user),
        preview_id=preview.pk,
        into_book_id=into.pk if into and way != NEW else None,
        as_=NEW if way == ADD else way,
        expected_draft=into.draft_version if way == REVISION else None,
    )
    messages.success(request, _saved_said(way, preview.report["read"], book.name))
    return HttpResponseRedirect(reverse("admin:worldbook_lorebook_change", args=[book.pk]))


def _saved_said(way: str, read: int, name: str) -> str:
    if way == LINK:
        return _("%(book)s says this already; nothing was saved.") % {"book": name}
    if way == REVISION:
        return _("The draft of %(book)s says what the file says. Publish it when it is ready.") % {
            "book": name
        }
    said = ngettext(
        "%(count)d entry was saved in the draft of %(book)s. Publish it when it is ready.",
        "%(count)d entries were saved in the draft of %(book)s. Publish it when it is ready.",
        read,
    )
    return said % {"count": read, "book": name}


def dry_run(preview: ImportPreview, way: str, into: Lorebook | None) -> dict[str, Any] | None:
    """What saving would do, for worldbook/import_dry_run.html; nothing is saved.

    None where the choice does nothing to a book that is there.
    """
    if into is None or way not in (ADD, REVISION):
        return None
    if way == ADD:
        return {"way": way, "book": into, **_joining(into, book_to_save(preview)["entries"])}
    before, after = draft_book(into.pk), book_from_json(draft_of_import(preview, into))
    diff = diff_books(before, after)
    return {
        "way": way,
        "book": into,
        "seen": seen_of(into),
        "counts": counts_said(diff),
        "book_fields": book_fields_said(before, after),
        "changes": changes_said(diff.entries[:SHOWN_CHANGES], before, after),
        "more": max(len(diff.entries) - SHOWN_CHANGES, 0),
        "same": not diff,
    }


def _joining(into: Lorebook, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """Which entries would come, under which ids, and which of them are there already."""
    found = arrivals(entries, draft_entries(into.pk))
    notable = sorted(found, key=lambda item: not (item.renumbered or item.twin))
    return {
        "added": len(found),
        "renumbered": sum(item.renumbered for item in found),
        "twins": sum(bool(item.twin) for item in found),
        "arrivals": notable[:SHOWN_ARRIVALS],
        "more": max(len(found) - SHOWN_ARRIVALS, 0),
    }
