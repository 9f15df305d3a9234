"""The admin of a world's things and of where on the body they are worn (IT-1, IT-2, IT-3)."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from worldbook.admin import fields
from worldbook.admin.world_base import PartForm, WorldPartAdmin
from worldbook.admin.world_places import WORDS, NamedForm
from worldbook.models import Item, WearSlot
from worldbook.queries.world_document import HOLDER_COLUMNS

COLUMNS = tuple(column for _kind, column, _part in HOLDER_COLUMNS)


class ItemForm(NamedForm):
    """A thing's fields; exactly one of three says what has it."""

    short_texts = (*NamedForm.short_texts, "text")
    tags = fields.CommasField(label=_("tags"), help_text=WORDS)

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if all(name in self.fields for name in COLUMNS) and not self.errors:
            given = [name for name in COLUMNS if values.get(name) is not None]
            if len(given) != 1:
                said = _("Exactly one has it: a place, a character, or another item.")
                for name in given or COLUMNS[:1]:
                    self.add_error(name, said)
        return values

    def form_field(self, name: str) -> str:
        """What is wrong with the holder is said beside the column that is filled in."""
        if name != "holder":
            return super().form_field(name)
        filled = [column for column in COLUMNS if self.data.get(self.add_prefix(column))]
        return (filled or COLUMNS)[0]


@admin.register(Item)
class ItemAdmin(WorldPartAdmin):
    part = "items"
    form = ItemForm
    list_display = ("shown_name", "shown_holder", "quantity", "hidden", "world")
    list_filter = ("world", "container", "hidden", "fixed", "notable")
    related = ("world", "location", "holder", "inside")
    search_fields = ("name", "key", "kind", "description", "text")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "world",
                    ("name", "quantity"),
                    ("location", "holder", "inside"),
                    "description",
                    "text",
                    ("condition", "owner"),
                    "aliases",
                    "tags",
                )
            },
        ),
        (
            _("What it can"),
            {
                "classes": ("tab",),
                "fields": (
                    ("container", "opener"),
                    ("slot", "worn"),
                    ("unique", "fixed"),
                    ("hidden", "notable"),
                ),
            },
        ),
        (_("Kind and order"), {"classes": ("tab",), "fields": ("kind", ("key", "position"))}),
    )

    def told(self, request, values):
        """The three columns of the holder are one field of the document."""
        rest = {name: value for name, value in values.items() if name not in COLUMNS}
        said = super().told(request, rest)
        for kind, column, _part in HOLDER_COLUMNS:
            if values.get(column) is not None:
                said["holder"] = {"kind": kind, "key": values[column].key}
        return said

    @display(description=_("item"), header=True, ordering="name")
    def shown_name(self, row):
        return [row.name, row.key if not row.kind else f"{row.key} · {row.kind}"]

    @display(description=_("with"))
    def shown_holder(self, row):
        return next(getattr(row, name) for name in COLUMNS if getattr(row, name) is not None)


@admin.register(WearSlot)
class WearSlotAdmin(WorldPartAdmin):
    part = "slots"
    form = PartForm
    list_display = ("name", "key", "capacity", "world")
    search_fields = ("name", "key")
    fieldsets = ((None, {"fields": ("world", "name", "capacity", ("key", "position"))}),)
