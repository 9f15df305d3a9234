"""The admin of API keys: whose there are, and an end to any of them; never a secret (AP-3)."""

from django.contrib import admin, messages
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin
from unfold.decorators import display

from worldbook.actions.api_keys import revoke_api_key
from worldbook.models import ApiKey
from worldbook.queries.roles import viewer_of

COLOURS = {"live": "success", "expired": "warning", "revoked": "danger"}


@admin.register(ApiKey)
class ApiKeyAdmin(ModelAdmin):
    list_display = (
        "name",
        "owner",
        "shown_prefix",
        "shown_scopes",
        "shown_state",
        "created_at",
        "last_used_at",
        "expires_at",
    )
    list_filter = (("owner", admin.RelatedOnlyFieldListFilter), "created_at", "expires_at")
    search_fields = ("name", "prefix", "owner__username")
    list_select_related = ("owner",)
    fields = (
        "name",
        "owner",
        "shown_prefix",
        "shown_scopes",
        "created_at",
        "last_used_at",
        "expires_at",
        "revoked_at",
    )
    readonly_fields = fields
    actions = ("revoke",)

    def has_view_permission(self, request, obj=None):
        return viewer_of(request.user).administrator

    def has_module_permission(self, request):
        return viewer_of(request.user).administrator

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False

    @admin.action(description=gettext_lazy("Revoke the chosen keys"), permissions=["view"])
    def revoke(self, request, queryset):
        now = timezone.now()
        live = queryset.filter(revoked_at=None)
        ended = [revoke_api_key(by=request.user, key_id=key.pk, now=now) for key in live]
        said = ngettext("%(count)d key was revoked.", "%(count)d keys were revoked.", len(ended))
        messages.success(request, said % {"count": len(ended)})

    @display(description=gettext_lazy("begins with"))
    def shown_prefix(self, row):
        return f"rps_{row.prefix}_…"

    @display(description=gettext_lazy("scopes"))
    def shown_scopes(self, row):
        return ", ".join(str(ApiKey.Scope(scope).label) for scope in row.scopes)

    @display(description=gettext_lazy("state"), label=COLOURS)
    def shown_state(self, row):
        if row.revoked_at is not None:
            return "revoked", _("revoked")
        if row.expires_at is not None and row.expires_at <= timezone.now():
            return "expired", _("expired")
        return "live", _("live")
