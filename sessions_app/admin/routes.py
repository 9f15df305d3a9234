"""Where each role's calls go (TB-21)."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action

from sessions_app.admin.probing import LIMIT, probe_page
from sessions_app.models import ModelRoute, Provider
from sessions_app.queries.routes import LONGEST_CHAIN, provider_route
from sessions_app.rules.assembly import MARGIN
from sessions_app.rules.calls import Route

SHORTEST_LIMIT = 180
MASTER = "master"


class ModelRouteForm(forms.ModelForm):
    """A route that can work: a model where one is needed, room for a prompt, an end to fallbacks."""

    class Meta:
        model = ModelRoute
        fields = [
            "role", "name", "provider", "model", "temperature", "reasoning", "context_window",
            "max_output", "time_limit", "price_in", "price_out", "fallback", "enabled",
        ]  # fmt: skip

    def clean_temperature(self) -> float:
        temperature = self.cleaned_data["temperature"]
        if not 0 <= temperature <= 2:
            raise forms.ValidationError(_("The temperature must be from 0 to 2."))
        return temperature

    def clean_time_limit(self) -> int:
        seconds = self.cleaned_data["time_limit"]
        if seconds < SHORTEST_LIMIT:
            raise forms.ValidationError(
                _("At least %(seconds)s s: a small local model needs a minute to begin.")
                % {"seconds": SHORTEST_LIMIT}
            )
        return seconds

    def clean_fallback(self) -> ModelRoute | None:
        """Follow the chain: it may be as long as the site follows it and must not come back."""
        fallback = self.cleaned_data["fallback"]
        seen, row = 1, fallback
        while row is not None:
            seen += 1
            if row.pk == self.instance.pk and row.pk is not None:
                raise forms.ValidationError(_("The fallbacks lead back to this route."))
            if seen > LONGEST_CHAIN:
                raise forms.ValidationError(_("At most two fallbacks are followed."))
            row = row.fallback
        return fallback

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        provider = data.get("provider")
        if provider and provider.kind != Provider.Kind.STORYTELLER and not data.get("model"):
            self.add_error("model", _("Name the model that the service is to use."))
        if provider and data.get("role") == MASTER and provider.kind != Provider.Kind.STORYTELLER:
            self.add_error(
                "provider", _("Only the built-in storyteller can be the game master yet.")
            )
        window, output = data.get("context_window"), data.get("max_output")
        if window is not None and output is not None and window <= output + MARGIN:
            self.add_error(
                "context_window",
                _("No room for a prompt: output limit and safety margin take all of the window."),
            )
        return data


@admin.register(ModelRoute)
class ModelRouteAdmin(ModelAdmin):
    form = ModelRouteForm
    list_display = [
        "role", "name", "provider", "model", "temperature", "context_window", "time_limit", "enabled",
    ]  # fmt: skip
    list_select_related = ["provider"]
    list_filter = ["role", "provider", "enabled"]
    search_fields = ["role", "name", "model"]
    actions_detail = ["test_route"]
    fieldsets = [
        (None, {"fields": ["role", "name", "provider", "model", "fallback", "enabled"]}),
        (_("Sampling"), {"fields": ["temperature", "reasoning"]}),
        (_("Limits"), {"fields": ["context_window", "max_output", "time_limit"]}),
        (_("Prices"), {"fields": ["price_in", "price_out"]}),
    ]

    @action(description=_("Test"), url_path="test", icon="network_check", permissions=["change"])
    def test_route(self, request: HttpRequest, object_id: int) -> HttpResponse:
        row = get_object_or_404(ModelRoute.objects.select_related("provider"), pk=object_id)

        def route_to(model: str) -> Route:
            return provider_route(
                row.provider,
                role=row.role,
                model=model,
                max_output=min(row.max_output, LIMIT),
                temperature=row.temperature,
                reasoning=row.reasoning,
                time_limit=row.time_limit,
                price_in=row.price_in,
                price_out=row.price_out,
            )

        return probe_page(self, request, row, row.model, route_to)
