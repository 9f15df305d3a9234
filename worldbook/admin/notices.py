"""The admin of notices: what an author is told once of an entry (WB-22)."""

from django.contrib import admin, messages
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin
from unfold.decorators import display

from worldbook.actions.notices import mark_seen
from worldbook.admin.permissions import books_to_work
from worldbook.models import EntryNotice

KINDS = {"slow_pattern": _("a pattern that takes too long; it counted as not found")}


@admin.register(EntryNotice)
class EntryNoticeAdmin(ModelAdmin):
    list_display = ("key_id", "book", "revision", "shown_kind", "detail", "noticed_at", "seen_at")
    list_filter = ("kind", ("seen_at", admin.EmptyFieldListFilter))
    search_fields = ("key_id", "detail", "book__name")
    list_select_related = ("book",)
    actions = ("seen",)

    def get_queryset(self, request):
        return super().get_queryset(request).filter(book__in=books_to_work(request))

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request, obj=None):
        return False

    @admin.action(description=_("Mark as seen"), permissions=["change"])
    def seen(self, request, queryset):
        ids = list(queryset.values_list("pk", flat=True))
        count = mark_seen(by=request.user, notice_ids=ids, now=timezone.now())
        said = ngettext(
            "%(count)d notice marked as seen.", "%(count)d notices marked as seen.", count
        )
        messages.success(request, said % {"count": count})

    @display(description=_("kind"), ordering="kind")
    def shown_kind(self, row):
        return KINDS.get(row.kind, row.kind)
