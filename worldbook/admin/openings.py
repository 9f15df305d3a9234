"""The admin of openings: a ready story, its cast and the books it pins."""

from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from worldbook.actions.openings import (
    PinWish,
    create_opening,
    delete_opening,
    set_cast,
    set_pins,
    update_opening,
)
from worldbook.admin import fields
from worldbook.admin.base import ActionForm
from worldbook.admin.permissions import PartOfWorldAdmin
from worldbook.admin.world_base import rows_to_name, world_of_form
from worldbook.admin.world_fields import JsonField
from worldbook.models import Opening, OpeningCharacter, OpeningPin
from worldbook.queries.visible import visible_books, visible_characters


class OpeningForm(ActionForm):
    """An opening's own fields."""

    alternate_greetings = fields.GreetingsField(
        label=_("alternate greetings"), help_text=_("A line of --- stands between two greetings.")
    )
    scenario_id = forms.ChoiceField(
        label=_("scenario"), widget=UnfoldAdminSelectWidget(), help_text=_("How turns are made.")
    )

    variable_values = JsonField(
        shape=list,
        label=_("variable values"),
        help_text=_(
            'What variables are when it begins: [{"of": {"kind": "character", "key": "mira"}, '
            '"variable": "debt", "value": 3}]. The key “player” is the player\'s own character.'
        ),
    )
    item_changes = JsonField(
        shape=list,
        label=_("item changes"),
        help_text=_(
            "What is done with things before it begins, in order: "
            '[{"actor": "player", "op": "take", "item": "copper-key"}].'
        ),
    )

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        if "scenario_id" not in self.fields:
            return
        table = apps.get_model("sessions_app", "Scenario")  # An upper floor's, by its name.
        known = dict(table.objects.filter(enabled=True).values_list("id", "name"))
        present = self.instance.scenario_id
        known.setdefault(present, present)
        field: Any = self.fields["scenario_id"]
        field.choices = [(key, _(name)) for key, name in known.items()]


class PinForm(forms.ModelForm):
    """A book, and the number of a revision where it is not to be the latest."""

    number = forms.IntegerField(
        label=_("revision"),
        required=False,
        min_value=1,
        widget=UnfoldAdminIntegerFieldWidget(),
        help_text=_("Empty: the latest when a story starts."),
    )

    class Meta:
        model = OpeningPin
        fields = ("book", "number", "place")

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        revision = self.instance.revision if self.instance.pk else None
        self.fields["number"].initial = revision.number if revision else None


class _PartInline(TabularInline):
    """Rows that are written together, by an action of the opening."""

    extra = 0
    hide_title = True

    def _may(self, request, obj) -> bool:
        parent = self.admin_site.get_model_admin(Opening)
        return parent.has_change_permission(request, obj)

    def has_view_permission(self, request, obj=None):
        return True

    def has_add_permission(self, request, obj=None):
        return self._may(request, obj)

    def has_change_permission(self, request, obj=None):
        return self._may(request, obj)

    def has_delete_permission(self, request, obj=None):
        return self._may(request, obj)


class CastInline(_PartInline):
    model = OpeningCharacter
    fields = ("character", "place")
    verbose_name_plural = _("cast (the first one speaks)")

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("character")

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "character":
            kwargs["queryset"] = visible_characters(request.user).select_related("world")
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class PinInline(_PartInline):
    model = OpeningPin
    form = PinForm
    fields = ("book", "number", "place")
    verbose_name_plural = _("pinned books")

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("book", "revision")

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name == "book":
            kwargs["queryset"] = visible_books(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(Opening)
class OpeningAdmin(PartOfWorldAdmin):
    form = OpeningForm
    list_display = ("name", "world", "scenario_id", "place")
    list_filter = (("world", admin.RelatedOnlyFieldListFilter), "scenario_id")
    search_fields = ("name", "key", "blurb")
    list_select_related = ("world",)
    ordering = ("world__name", "place", "id")
    inlines = (CastInline, PinInline)
    fieldsets = (
        (None, {"fields": ("world", "name", "blurb", "scenario_id")}),
        (_("Greeting"), {"classes": ("tab",), "fields": ("greeting", "alternate_greetings")}),
        (
            _("Player's character"),
            {
                "classes": ("tab",),
                "fields": (("player", "location"), "persona_name", "persona_text"),
            },
        ),
        (
            _("When it begins"),
            {"classes": ("tab",), "fields": ("starting_time", "item_changes", "variable_values")},
        ),
        (_("Order"), {"classes": ("tab",), "fields": (("key", "place"),)}),
    )

    def get_form(self, request, obj=None, change=False, **kwargs):  # noqa: FBT002 - Django's
        request.world_id = world_of_form(request, obj)
        return super().get_form(request, obj, change=change, **kwargs)

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        if db_field.name in ("player", "location"):
            kwargs["queryset"] = rows_to_name(request, db_field.related_model)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def create_in(self, request, world_id, values):
        return create_opening(by=request.user, world_id=world_id, **values)

    def update_in(self, request, row, seen, values):
        return update_opening(by=request.user, opening_id=row.pk, expected_version=seen, **values)

    def remove_row(self, request, row):
        delete_opening(by=request.user, opening_id=row.pk)

    def save_formset(self, request, form, formset, change):
        opening_id = form.instance.pk
        rows = sorted(
            (row.cleaned_data for row in formset.forms if row.cleaned_data),
            key=lambda data: data.get("place") or 0,
        )
        kept = [data for data in rows if not data.get("DELETE")]
        if formset.has_changed() and formset.model is OpeningCharacter:
            ids = [data["character"].pk for data in kept]
            set_cast(by=request.user, opening_id=opening_id, character_ids=ids)
        elif formset.has_changed():
            pins = [PinWish(data["book"].pk, data.get("number")) for data in kept]
            set_pins(by=request.user, opening_id=opening_id, pins=pins)
        formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
