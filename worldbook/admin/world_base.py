"""The base of admin classes for the parts of a world: forms told in the words of its document.

A form carries what it read of the row (`seen_version`, as JSON), so that an edit is refused only
where somebody else has changed the same field. Lists of rows inside a row (a place's features, a
character's routines) are inlines; the whole list is written at once.
"""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import Model
from django.http import HttpRequest
from django.utils.text import capfirst
from unfold.admin import StackedInline, TabularInline

from worldbook.actions.errors import ActionRefused
from worldbook.actions.world_columns import field_of, split_columns
from worldbook.actions.world_parts import create_part, delete_part, update_part
from worldbook.admin.base import SEEN, ActionForm
from worldbook.admin.permissions import PartOfWorldAdmin
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import editable_worlds
from worldbook.queries.world_document import NAMED, column_of, told_row, told_rows
from worldbook.rules.numbers import whole_number

SEEN_LISTS = "seen_lists"
LAST = 2**31 - 1


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def from_json(text: Any) -> dict[str, Any]:
    """What a hidden field says; {} where it was tampered with."""
    try:
        found = json.loads(text or "{}")
    except (TypeError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def show_short(form: forms.ModelForm) -> None:
    """Decimals without the noughts behind the point that their columns keep."""
    for name, value in form.initial.items():
        if isinstance(value, Decimal):
            form.initial[name] = Decimal(format(value.normalize(), "f"))


class ListsForm(ActionForm):
    """A form that also carries the lists inside the row as they were when it was read."""

    part = ""
    lists: tuple[str, ...] = ()
    seen_lists = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        show_short(self)
        if self.instance.pk and self.lists:
            told = {inner: told_rows(self.part, self.instance, inner) for inner in self.lists}
            self.fields[SEEN_LISTS].initial = _as_json(told)

    def seen_list(self, inner: str) -> dict[str, Any]:
        """What was read of one list, as `update_part` takes it."""
        seen = from_json(self.cleaned_data.get(SEEN_LISTS))
        return {inner: seen[inner]} if inner in seen else {}


class PartForm(ListsForm):
    """A row of a part; `seen_version` holds what was read of it, in the document's words."""

    seen_version = forms.CharField(  # type: ignore[assignment]  # JSON in place of a number
        widget=forms.HiddenInput, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields[SEEN].initial = _as_json(told_row(self.part, self.instance))

    def seen(self) -> dict[str, Any]:
        """What was read of the row."""
        return from_json(self.cleaned_data.get(SEEN))

    def _show(self, refused: ActionRefused) -> None:
        """Say beside each column what was refused of the document's field."""
        for name in ("problems", "changed"):
            for item in refused.detail.get(name, ()):
                item["field"] = self.form_field(item["field"])
        if refused.code == "edit_conflict":
            seen = from_json(self.data.get(self.add_prefix(SEEN)))
            for item in refused.detail["changed"]:
                seen[field_of(self.part, item["field"])] = item["theirs"]
            refused.detail["latest"] = _as_json(seen)
        super()._show(refused)

    def form_field(self, name: str) -> str:
        """The form's field in which a field of the document is written."""
        return column_of(self.part, name)


class WorldPartAdmin(PartOfWorldAdmin):
    """Rows of one part of a world's document, written by `world_parts`.

    Subclasses say `part` (of `rules.world_document.PARTS`); a form that writes a field in other
    columns turns them into it in `told`. Inlines that are `WorldListInline`s are lists inside the
    row.
    """

    part = ""
    form = PartForm
    ordering: Any = ("world__name", "position", "id")
    list_filter: Any = ("world",)
    search_fields: Any = ("name", "key", "description")
    list_select_related: Any = ("world",)

    @property
    def lists(self) -> tuple[str, ...]:
        """The lists inside the row that have an inline."""
        return tuple(i.list_name for i in self.inlines if issubclass(i, ListInline))

    def get_form(self, request, obj=None, change=False, **kwargs):  # noqa: FBT002 - Django's
        request.world_id = world_of_form(request, obj)
        form = super().get_form(request, obj, change=change, **kwargs)
        told = {"part": self.part, "lists": self.lists}
        return type(form.__name__, (form,), told)

    def get_fieldsets(self, request, obj=None):
        return with_lists(super().get_fieldsets(request, obj), self.form, self.lists)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        """Rows of the same world; of all worlds the account edits while none is chosen."""
        if db_field.name in NAMED or db_field.name in ("holder", "inside"):
            kwargs["queryset"] = rows_to_name(request, db_field.related_model)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def told(self, request: HttpRequest, values: dict[str, Any]) -> dict[str, Any]:
        """A form's values by column as the document's fields."""
        return split_columns(self.part, values)[0]

    def create_in(self, request, world_id, values):
        said = self.told(request, values)
        return create_part(by=request.user, world_id=world_id, part=self.part, values=said)

    def update_in(self, request, row, seen, values):
        return update_part(
            by=request.user,
            world_id=row.world_id,
            part=self.part,
            key=row.key,
            values=self.told(request, values),
            seen=from_json(seen),
        )

    def remove_row(self, request, row):
        delete_part(by=request.user, world_id=row.world_id, part=self.part, key=row.key)

    def save_formset(self, request, form, formset, change):
        save_list(request, form, formset, self)


def world_of_form(request: HttpRequest, row: Any) -> int | None:
    """The world that a form is about: the row's, or the one that was chosen."""
    if row is not None:
        found: int = row.world_id
        return found
    return whole_number(str(request.POST.get("world") or request.GET.get("world") or ""))


def rows_to_name(request: HttpRequest, model: type[Model]) -> Any:
    """The rows that a form may point to: those of its world that the account may edit."""
    rows = model._default_manager.filter(world__in=editable_worlds(request.user))
    world_id = getattr(request, "world_id", None)
    return rows if world_id is None else rows.filter(world_id=world_id)


def with_lists(sets: Any, form: type[forms.ModelForm], lists: tuple[str, ...]) -> Any:
    """Fieldsets with the hidden lists, where a form carries any."""
    if lists and SEEN in sets[0][1]["fields"] and issubclass(form, ListsForm):
        sets[0][1]["fields"] = (*sets[0][1]["fields"], SEEN_LISTS)
    return sets


class ListRowForm(forms.ModelForm):
    """A row of a list; what is wrong with it the action says of the whole list.

    A row without a position comes last.
    """

    small_texts = ("summary", "text", "plan", "description")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        show_short(self)
        for name, field in self.fields.items():
            field.label = capfirst(field.label)
            if name in self.small_texts:
                field.widget.attrs["rows"] = 2
            for link in ("add", "change", "delete", "view"):
                if hasattr(field.widget, f"can_{link}_related"):
                    setattr(field.widget, f"can_{link}_related", False)
        if "position" in self.fields:
            self.fields["position"].required = False
            if not self.instance.pk:
                self.initial["position"] = None

    def clean_position(self) -> int:
        """A place after all others, where none is said."""
        said = self.cleaned_data.get("position")
        return LAST if said is None else said

    def validate_unique(self) -> None:
        """The action says what is there twice."""

    def validate_constraints(self) -> None:
        """The action says what cannot be."""


class ListInline:
    """A list inside a row of a part: `list_name` is its name in the document."""

    form: type[forms.ModelForm] = ListRowForm
    parent_model: type[Model]
    admin_site: Any
    list_name = ""
    extra = 0
    hide_title = True
    tab = True

    def _may(self, request, obj) -> bool:
        parent = self.admin_site.get_model_admin(self.parent_model)
        return parent.has_change_permission(request, obj)

    def has_view_permission(self, request: Any, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request, obj=None):
        return self._may(request, obj)

    def has_change_permission(self, request, obj=None):
        return self._may(request, obj)

    def has_delete_permission(self, request, obj=None):
        return self._may(request, obj)

    def get_formset(self, request: Any, obj: Any = None, **kwargs: Any) -> Any:
        request.world_id = world_of_form(request, obj)
        return super().get_formset(request, obj, **kwargs)  # type: ignore[misc]

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name in NAMED:
            kwargs["queryset"] = rows_to_name(request, db_field.related_model)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]


class WorldListInline(ListInline, TabularInline):
    """Such a list as a table."""


class WorldStackInline(ListInline, StackedInline):
    """Such a list, each row a small form."""


def save_list(request: HttpRequest, form: Any, formset: Any, page: Any) -> None:
    """Write the rows of an inline of a `page` as one list of the row's document, if they changed.

    `page` is an admin with `part` and `inlines`.

    Raises:
        ActionRefused: as `update_part`.
    """
    formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
    if not formset.has_changed():
        return
    row: Any = type(form.instance)._base_manager.get(pk=form.instance.pk)
    inner = next(
        i.list_name for i in page.inlines if issubclass(i, ListInline) and i.model is formset.model
    )
    update_part(
        by=signed_in(request.user),
        world_id=row.world_id,
        part=page.part,
        key=row.key,
        values={inner: list(_rows(formset, inner))},
        seen=form.seen_list(inner),
    )


def _rows(formset: Any, inner: str) -> Iterator[dict[str, Any]]:
    """The rows that stay, in the order of their position and then of the page."""
    kept = [data for f in formset.forms if (data := f.cleaned_data) and not data.get("DELETE")]
    for data in sorted(kept, key=lambda data: data.get("position") or 0):
        yield split_columns(inner, _whole(formset.model, data))[0]


def _whole(model: type[Model], data: dict[str, Any]) -> dict[str, Any]:
    """The cleaned data of a row, with what the form does not show taken from the row it is of."""
    columns = [f.name for f in model._meta.concrete_fields]
    row = data.get("id")
    hidden = {} if row is None else {name: getattr(row, name) for name in columns}
    given = {name: value for name, value in data.items() if name in columns}
    return {**hidden, **given}
