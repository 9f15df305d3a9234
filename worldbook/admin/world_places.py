"""The admin of a world's map: regions, places with what there is to look at, exits (PL-1, PL-9)."""

from typing import Any

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from worldbook.actions.world_map import update_exit
from worldbook.admin import fields
from worldbook.admin.world_base import (
    ListRowForm,
    PartForm,
    WorldListInline,
    WorldPartAdmin,
    from_json,
)
from worldbook.models import Exit, Feature, Location, Region

WORDS = _("Words with commas between them.")


class NamedForm(PartForm):
    """A row with other names."""

    aliases = fields.CommasField(label=_("other names"), help_text=WORDS)


class LocationForm(NamedForm):
    """A place's fields."""

    tags = fields.CommasField(label=_("tags"), help_text=WORDS)


class FeatureForm(ListRowForm):
    """Something to look at."""

    aliases = fields.CommasField(label=_("other names"))

    class Meta:
        model = Feature
        fields = ("position", "name", "key", "description", "aliases")


class FeatureInline(WorldListInline):
    model = Feature
    form = FeatureForm
    list_name = "features"
    verbose_name_plural = _("to look at")


@admin.register(Region)
class RegionAdmin(WorldPartAdmin):
    part = "regions"
    form = NamedForm
    list_display = ("shown_name", "parent", "world", "position")
    related = ("world", "parent")
    fieldsets = (
        (None, {"fields": ("world", "name", "parent", "description", "aliases")}),
        (_("Order"), {"classes": ("tab",), "fields": (("key", "position"),)}),
    )

    @display(description=_("region"), header=True, ordering="name")
    def shown_name(self, row):
        return [row.name, row.key]


@admin.register(Location)
class LocationAdmin(WorldPartAdmin):
    part = "locations"
    form = LocationForm
    inlines = (FeatureInline,)
    list_display = ("shown_name", "region", "world", "position")
    related = ("world", "region")
    readonly_fields = ("ways", "here")
    fieldsets = (
        (None, {"fields": ("world", "name", "region", "description", "aliases", "tags")}),
        (_("Exits and contents"), {"classes": ("tab",), "fields": ("ways", "here")}),
        (_("Order and map"), {"classes": ("tab",), "fields": (("key", "position"), ("x", "y"))}),
    )

    def get_fieldsets(self, request, obj=None):
        sets = super().get_fieldsets(request, obj)
        return sets if obj is not None else [sets[0], sets[2]]

    @display(description=_("place"), header=True, ordering="name")
    def shown_name(self, row):
        return [row.name, row.key]

    @display(description=_("exits"))
    def ways(self, row):
        """The exits from here and to here, and ways to draw more."""
        rows = Exit.objects.filter(world=row.world).select_related("origin", "target")
        found = [_linked("exit", way) for way in rows.filter(origin=row)]
        found += [_linked("exit", way) for way in rows.filter(target=row)]
        return _listed(found, _to_map(row.world_id))

    @display(description=_("here"))
    def here(self, row):
        """Who begins here, and what lies here."""
        found = [_linked("character", who) for who in row.world.characters.filter(location=row)]
        found += [_linked("item", item) for item in row.items.all()]
        return _listed(found, "")


@admin.register(Exit)
class ExitAdmin(WorldPartAdmin):
    part = "exits"
    form = NamedForm
    list_display = ("name", "shown_ends", "state", "hidden", "door", "world")
    list_filter = ("world", "state", "hidden")
    related = ("world", "origin", "target")
    search_fields = ("name", "key", "description", "origin__name", "target__name")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "world",
                    "name",
                    ("origin", "target"),
                    ("state", "opener"),
                    "hidden",
                    "description",
                    "aliases",
                )
            },
        ),
        (
            _("Way and door"),
            {
                "classes": ("tab",),
                "fields": ("travel_seconds", "door", ("see_through", "hear_through")),
            },
        ),
        (_("Order"), {"classes": ("tab",), "fields": (("key", "position"),)}),
    )

    def update_in(self, request, row, seen, values):
        return update_exit(
            by=request.user,
            world_id=row.world_id,
            key=row.key,
            values=self.told(request, values),
            seen=from_json(seen),
        )

    @display(description=_("leads"))
    def shown_ends(self, row):
        return f"{row.origin.name} → {row.target.name}"


def _linked(model: str, row: Any) -> str:
    """A row's name, leading to its page; of an exit where it leads."""
    name = f"{row.origin.name} → {row.target.name}: {row.name}" if model == "exit" else row.name
    url = reverse(f"admin:worldbook_{model}_change", args=[row.pk])
    return format_html('<a class="rp-link" href="{}">{}</a>', url, name)


def _listed(links: list[str], more: str) -> str:
    """Links one below the other, and what follows them."""
    if not links:
        return format_html("{} {}", _now("(nothing)"), more)
    lines = format_html_join("", "<li>{}</li>", ((link,) for link in links))
    return format_html('<ul class="rp-list">{}</ul>{}', lines, more)


def _to_map(world_id: int) -> str:
    url = reverse("admin:worldbook_world_map", args=[world_id])
    return format_html('<a class="rp-link" href="{}">{}</a>', url, _now("Connect it on the map"))
