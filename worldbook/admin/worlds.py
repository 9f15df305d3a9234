"""The admin of worlds, with links to what stands in them."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from worldbook.actions.worlds import create_world, delete_world, update_world
from worldbook.admin import fields
from worldbook.admin.base import ActionForm
from worldbook.admin.permissions import OwnerAdmin, worlds_to_work
from worldbook.admin.shares import ShareInline, save_shares
from worldbook.admin.world_fields import DayPartsField, JsonField
from worldbook.admin.world_frame import strip
from worldbook.admin.world_pages import world_urls
from worldbook.models import World

NAME_FIELDS = ("months", "weekdays", "era", "year_offset")
"""Fields of the form that make up `calendar_names`."""


class WorldForm(ActionForm):
    """A world's own fields, its calendar and its rules."""

    rules = fields.LinesField(
        rows=4, label=_("rules"), help_text=_("What holds in this world, one sentence a line.")
    )
    festivals = JsonField(
        shape=dict,
        label=_("festivals"),
        help_text=_(
            'Calendar rules by name: {"lamp night": {"dates": ["11-01"]}}. See the page “Calendar”.'
        ),
    )
    day_parts = DayPartsField(
        rows=5,
        label=_("parts of the day"),
        help_text=_("When each begins, one a line: 22:00 night. Empty: the usual five."),
    )
    months = fields.CommasField(
        label=_("names of the months"), help_text=_("Twelve, with commas between; or none.")
    )
    weekdays = fields.CommasField(
        label=_("names of the weekdays"), help_text=_("Seven, from Monday; or none.")
    )
    era = forms.CharField(
        label=_("era"), required=False, max_length=60, widget=UnfoldAdminTextInputWidget()
    )
    year_offset = forms.IntegerField(
        label=_("year offset"),
        required=False,
        widget=UnfoldAdminIntegerFieldWidget(),
        help_text=_("Added to the year where it is shown."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self.instance.calendar_names or {}
        for name in NAME_FIELDS:
            if name in self.fields:
                self.fields[name].initial = names.get(name)

    def calendar_names(self) -> dict[str, Any]:
        """What the four fields say; those that are empty are left out."""
        return {n: self.cleaned_data[n] for n in NAME_FIELDS if self.cleaned_data.get(n)}


@admin.register(World)
class WorldAdmin(OwnerAdmin):
    form = WorldForm
    list_display = (
        "shown_name",
        "language",
        "characters_link",
        "openings_link",
        "visibility",
        "owner",
    )
    list_filter = ("language", "visibility")
    search_fields = ("name", "key", "description")
    list_select_related = ("owner",)
    ordering = ("name", "id")
    inlines = (ShareInline,)
    change_form_outer_before_template = "admin/worldbook/strip.html"
    picture_fields = ("cover",)
    readonly_fields = ("characters_link", "openings_link", "created_at")
    fieldsets = (
        (None, {"fields": ("name", "description", "language", "cover")}),
        (_("In this world"), {"fields": (("characters_link", "openings_link"),)}),
        (
            _("Time"),
            {
                "classes": ("tab",),
                "fields": (
                    ("clock_mode", "starting_time"),
                    ("zone", "hemisphere"),
                    "festivals",
                    "day_parts",
                    ("months", "weekdays"),
                    ("era", "year_offset"),
                ),
            },
        ),
        (_("Rules"), {"classes": ("tab",), "fields": ("rules",)}),
        (
            _("Who may see it"),
            {
                "classes": ("tab",),
                "fields": (("visibility", "owner"), "open_to_players", ("key", "created_at")),
            },
        ),
    )

    def work_rows(self, request):
        return worlds_to_work(request).annotate(
            character_count=Count("characters", distinct=True),
            opening_count=Count("openings", distinct=True),
        )

    def get_urls(self):
        return [*world_urls(self), *super().get_urls()]

    def get_fieldsets(self, request, obj=None):
        sets = super().get_fieldsets(request, obj)
        return sets if obj is not None else [sets[0], *sets[2:]]

    def render_change_form(self, request, context, *args, **kwargs):
        """The form, under the strip of the world's pages."""
        world = context.get("original")
        if world is not None:
            context["strip"] = strip(world, "world")
        return super().render_change_form(request, context, *args, **kwargs)

    def get_inlines(self, request, obj):
        return () if obj is None else self.inlines

    def values_of(self, form):
        values = super().values_of(form)
        if any(name in form.fields for name in NAME_FIELDS):
            values["calendar_names"] = form.calendar_names()
        return values

    def create_row(self, request, values):
        return create_world(by=request.user, **values)

    def update_row(self, request, row, seen, values):
        values = {name: value for name, value in values.items() if name != "key" or value}
        return update_world(by=request.user, world_id=row.pk, expected_version=seen, **values)

    def remove_row(self, request, row):
        delete_world(by=request.user, world_id=row.pk)

    def save_formset(self, request, form, formset, change):
        save_shares(request, formset, world_id=form.instance.pk)

    @display(description=_("world"), header=True, ordering="name")
    def shown_name(self, row):
        return [row.name, row.key]

    @display(description=_("characters"), ordering="character_count")
    def characters_link(self, row):
        return _counted("worldbook_character", row.pk, row.character_count)

    @display(description=_("openings"), ordering="opening_count")
    def openings_link(self, row):
        return _counted("worldbook_opening", row.pk, row.opening_count)


def _counted(model: str, world_id: int, count: int) -> str:
    """The number, leading to the list, and a way to add one."""
    url = reverse(f"admin:{model}_changelist")
    add = reverse(f"admin:{model}_add")
    return format_html(
        '<a href="{}?world__id__exact={}">{}</a> · <a href="{}?world={}">+</a>',
        url,
        world_id,
        count,
        add,
        world_id,
    )
