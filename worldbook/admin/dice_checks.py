"""The admin of a world's checks: what is rolled, how it is read, and how likely what is (DC-1, DC-5)."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from unfold.decorators import display

from worldbook.admin.check_chart import chart, chart_of_form
from worldbook.admin.check_fields import CheckBandsField
from worldbook.admin.world_base import PartForm, WorldPartAdmin
from worldbook.models import DiceCheck

_READ = ("key", "dice", "reading", "comparison", "variable", "bands")


class CheckForm(PartForm):
    """A check's fields; its bands a line each."""

    bands = CheckBandsField(
        label=_("bands"),
        rows=6,
        help_text=_(
            "One a line: a range of whole numbers, a name, and what comes of it, such as "
            "1..6: fails | You slip. Open ends: ..6 or 20.."
        ),
    )


@admin.register(DiceCheck)
class DiceCheckAdmin(WorldPartAdmin):
    part = "checks"
    form = CheckForm
    list_display = ("shown_name", "dice", "comparison", "shown_bands", "world")
    list_filter = ("world", "comparison", "reading")
    readonly_fields = ("shown_chart",)

    class Media:
        css: ClassVar = {"all": ["worldbook/check_chart.css"]}
        js = ("worldbook/check_chart.js",)

    fieldsets = (
        (
            None,
            {
                "fields": (
                    "world",
                    "name",
                    "when",
                    ("dice", "reading"),
                    ("comparison", "variable"),
                    "bands",
                    "shown_chart",
                )
            },
        ),
        (_("Key and order"), {"classes": ("tab",), "fields": (("key", "position"),)}),
    )

    def get_urls(self):
        inner = self.admin_site.admin_view(require_POST(self.chart_view))
        return [
            path("chart/", inner, name="worldbook_dicecheck_chart"),
            *super().get_urls(),
        ]

    def chart_view(self, request: HttpRequest) -> HttpResponse:
        """The chart of what is being written; nothing is saved."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return HttpResponse(chart_of_form(request))

    @display(description=_("check"), header=True, ordering="name")
    def shown_name(self, row):
        return [row.name, row.key]

    @display(description=_("bands"))
    def shown_bands(self, row):
        return " / ".join(str(band.get("label", "")) for band in row.bands)

    @display(description=_("how likely"))
    def shown_chart(self, row):
        """The chart of the saved check; the page draws it anew while the form is written."""
        given: dict[str, Any] = {name: getattr(row, name) for name in _READ}
        address = reverse("admin:worldbook_dicecheck_chart")
        return mark_safe(  # noqa: S308 - a template of ours, which escapes what it shows
            f'<div id="check-chart" data-address="{address}">{chart(given)}</div>'
        )
