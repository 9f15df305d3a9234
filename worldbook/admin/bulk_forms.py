"""The forms of bulk changes: which fields get which values, members of lists, another book (WK-3)."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminSelectWidget

from worldbook.admin.differences import label_of
from worldbook.admin.fields import LinesField
from worldbook.models import Entry, Lorebook
from worldbook.queries.visible import editable_books
from worldbook.rules.bulk import LISTS, SETTABLE, ChangeList, SetFields

TICKED = "change"
SELDOM = ("title", "content", "keys", "secondary_keys", "secondary_logic", "comment")
"""Fields that are seldom the same in several entries: they stand last."""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that stand together, under the same heading as on the page of one entry."""

    title: str
    fields: list[tuple[forms.BoundField, bool]]

    @property
    def is_open(self) -> bool:
        """Whether one of them is to be changed."""
        return any(ticked for _field, ticked in self.fields)


class SetForm(forms.Form):
    """Every field that may be set; those ticked (`change`) are set, the others stay as they are."""

    def __init__(self, entry_admin: Any, request: HttpRequest, data: Any = None) -> None:
        super().__init__(data, prefix="to", initial=_defaults())
        made = entry_admin.get_form(request, None, fields=list(SETTABLE)).base_fields
        self.fields = {name: deepcopy(made[name]) for name in SETTABLE}
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = capfirst(field.label)
            if isinstance(field.widget, forms.Textarea):
                field.widget.attrs["rows"] = 3
        self._fieldsets = entry_admin.fieldsets
        self.ticked = [n for n in (data.getlist(TICKED) if data else []) if n in self.fields]

    def clean(self) -> dict[str, Any]:
        """Only what is ticked is looked at."""
        for name in set(self.errors) - set(self.ticked):
            del self.errors[name]
        if not self.ticked:
            raise forms.ValidationError(_("Tick at least one field that is to be set."))
        return {name: self.cleaned_data.get(name) for name in self.ticked}

    def sections(self) -> Iterator[FieldGroup]:
        """The fields as the page of one entry groups them."""
        for number, (title, options) in enumerate(self._fieldsets):
            names = [name for name in _flat(options["fields"]) if name in self.fields]
            names.sort(key=lambda name: name in SELDOM)
            if names:
                rows = [(self[name], name in self.ticked) for name in names]
                yield FieldGroup(str(title or (_("Entry") if number == 0 else "")), rows)

    def edit(self) -> SetFields:
        """What the form says, once it is valid."""
        return SetFields({name: self.cleaned_data[name] for name in self.ticked})


def _defaults() -> dict[str, Any]:
    entry = Entry()
    return {name: getattr(entry, name) for name in SETTABLE}


def _flat(fields: Any) -> Iterator[str]:
    for item in fields:
        yield from [item] if isinstance(item, str) else _flat(item)


class ListForm(forms.Form):
    """Members to add to a list of every entry, and members to take out of it."""

    field = forms.ChoiceField(label=gettext_lazy("list"), widget=UnfoldAdminSelectWidget)
    add = LinesField(label=gettext_lazy("add"), help_text=gettext_lazy("One a line."), rows=4)
    remove = LinesField(
        label=gettext_lazy("take out"),
        help_text=gettext_lazy("One a line, written as it is in the entries."),
        rows=4,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"field": "tags"})
        choices = [(name, capfirst(label_of(name, Entry))) for name in LISTS]
        self.fields["field"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Something must be added or taken out."""
        values = super().clean() or self.cleaned_data
        if not values.get("add") and not values.get("remove"):
            raise forms.ValidationError(_("Say what is to be added or taken out."))
        return values

    def edit(self) -> ChangeList:
        """What the form says, once it is valid."""
        values = self.cleaned_data
        return ChangeList(values["field"], add=values["add"], remove=values["remove"])


class TakeForm(forms.Form):
    """To which book entries go, and whether they stay here too."""

    to = forms.ModelChoiceField(
        Lorebook.objects.none(),
        label=gettext_lazy("to the book"),
        widget=UnfoldAdminSelectWidget,
        empty_label=None,
    )
    how = forms.ChoiceField(
        label=gettext_lazy("and here"),
        choices=[
            ("copy", gettext_lazy("they stay (copy)")),
            ("move", gettext_lazy("they go (move)")),
        ],
        initial="copy",
        widget=UnfoldAdminRadioSelectWidget,
    )

    def __init__(
        self, request: HttpRequest, book: Lorebook, data: Any = None, *, may_edit: bool
    ) -> None:
        books = editable_books(request.user)
        super().__init__(data, initial={"to": books.exclude(pk=book.pk).first()})
        self.book = book
        self.fields["to"].queryset = books  # type: ignore[attr-defined]
        if not may_edit:
            del self.fields["how"]

    @property
    def move(self) -> bool:
        """Whether the entries leave this book."""
        return self.cleaned_data.get("how") == "move"

    def clean(self) -> dict[str, Any]:
        """Nothing moves to where it is."""
        values = super().clean() or self.cleaned_data
        if values.get("to") == self.book and values.get("how") == "move":
            raise forms.ValidationError(_("The entries are in this book already."))
        return values


class DeleteForm(forms.Form):
    """Nothing has to be said."""
