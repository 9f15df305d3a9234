"""What was asked of which model, and what it cost: for reading only (OB-1)."""

import json

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import display

from sessions_app.models import ModelCall
from sessions_app.rules.calls import FAILURES

FIELDS = [
    "started_at", "owner", "session_ref", "turn_ref", "take_ref", "attempt", "role", "capability",
    "provider", "model", "outcome", "detail", "retries", "tokens_in", "tokens_out", "tokens_cached",
    "tokens_estimated", "cost", "first_token_ms", "total_ms",
]  # fmt: skip


@admin.register(ModelCall)
class ModelCallAdmin(ModelAdmin):
    list_display = [
        "started_at", "role", "provider", "model", "shown_outcome", "tokens_in", "tokens_out",
        "shown_cost", "first_token_ms", "total_ms", "retries",
    ]  # fmt: skip
    list_filter = ["outcome", "role", "provider"]
    search_fields = ["=session_ref", "=turn_ref", "model"]
    date_hierarchy = "started_at"
    show_full_result_count = False
    fieldsets = [
        (None, {"fields": FIELDS}),
        (_("What the model got"), {"fields": ["sizes", "parts"]}),
    ]
    readonly_fields = [*FIELDS, "sizes", "parts"]

    def get_queryset(self, request: HttpRequest):
        found = super().get_queryset(request)
        match = request.resolver_match
        is_list = match is not None and str(match.url_name).endswith("changelist")
        return found.defer("request") if is_list else found.select_related("owner")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ModelCall | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ModelCall | None = None) -> bool:
        return False

    @display(
        description=_("outcome"),
        ordering="outcome",
        label={**dict.fromkeys(FAILURES, "danger"), "ok": "success", "cancelled": "info"},
    )
    def shown_outcome(self, call: ModelCall) -> str:
        return call.outcome

    @display(description=_("cost"), ordering="cost")
    def shown_cost(self, call: ModelCall) -> str:
        return str(_("unknown")) if call.cost is None else format(call.cost.normalize(), "f")

    @display(description=_("sizes"))
    def sizes(self, call: ModelCall) -> str:
        request = call.request or {}
        values = {name: value for name, value in request.items() if name not in ("parts", "notes")}
        return json.dumps(values, ensure_ascii=False)

    @display(description=_("parts"))
    def parts(self, call: ModelCall) -> SafeString:
        parts = (call.request or {}).get("parts", ())
        rows = ((item["name"], item["role"], item["tokens"], item["text"]) for item in parts)
        return format_html(
            "{}",
            format_html_join(
                "",
                "<details><summary>{} · {} · {}</summary>"
                '<pre style="white-space:pre-wrap">{}</pre></details>',
                rows,
            ),
        )
