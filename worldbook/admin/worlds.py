"""The admin of worlds, with links to what stands in them."""

from django.contrib import admin
from django.db.models import Count
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from worldbook.actions.worlds import create_world, delete_world, update_world
from worldbook.admin.permissions import OwnerAdmin, worlds_to_work
from worldbook.admin.shares import ShareInline, save_shares
from worldbook.models import World


@admin.register(World)
class WorldAdmin(OwnerAdmin):
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
    picture_fields = ("cover",)
    readonly_fields = ("characters_link", "openings_link", "created_at")
    fieldsets = (
        (None, {"fields": ("name", "description", "language", "cover")}),
        (_("In this world"), {"fields": (("characters_link", "openings_link"),)}),
        (
            _("Who may see it"),
            {"classes": ("tab",), "fields": (("visibility", "owner"), ("key", "created_at"))},
        ),
    )

    def work_rows(self, request):
        return worlds_to_work(request).annotate(
            character_count=Count("characters", distinct=True),
            opening_count=Count("openings", distinct=True),
        )

    def get_fieldsets(self, request, obj=None):
        sets = super().get_fieldsets(request, obj)
        return sets if obj is not None else [sets[0], sets[2]]

    def get_inlines(self, request, obj):
        return () if obj is None else self.inlines

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
