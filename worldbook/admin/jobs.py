"""The admin of background jobs: to look at."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import display

from worldbook.models import Job
from worldbook.queries.roles import viewer_of

COLOURS = {
    "queued": "",
    "running": "info",
    "done": "success",
    "failed": "danger",
    "cancelled": "warning",
}


@admin.register(Job)
class JobAdmin(ModelAdmin):
    list_display = (
        "kind",
        "shown_state",
        "progress",
        "owner",
        "attempts",
        "created_at",
        "ended_at",
    )
    list_filter = ("state", "kind")
    list_select_related = ("owner",)

    def get_queryset(self, request):
        rows = super().get_queryset(request)
        viewer = viewer_of(request.user)
        if viewer.administrator or viewer.moderator:
            return rows
        return rows.filter(owner_id=viewer.id)

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False

    @display(description=_("state"), label=COLOURS, ordering="state")
    def shown_state(self, row):
        return row.state, row.get_state_display()
