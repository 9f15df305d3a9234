"""Scenarios: what cannot work is refused with its reason (SC-1, SC-2)."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget

from sessions_app.models import ModelRoute, Scenario
from sessions_app.queries.refusals import words_of
from sessions_app.queries.scenarios import overrides, stored_values
from sessions_app.rules.scenarios import ASSEMBLIES, FIELDS, STRATEGIES, problems, read_config
from worldbook.rules.refusal import Refusal


class ScenarioForm(forms.ModelForm):
    """A scenario that works: the rules judge the whole, the routes it names must exist."""

    strategy = forms.ChoiceField(
        label=_("Worldbook strategy"),
        choices=[(name, name) for name in STRATEGIES],
        widget=UnfoldAdminSelectWidget,
    )
    assembly = forms.ChoiceField(
        label=_("Assembly"),
        choices=[(name, name) for name in ASSEMBLIES],
        widget=UnfoldAdminSelectWidget,
    )

    class Meta:
        model = Scenario
        fields = list(FIELDS)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        config = read_config({name: data[name] for name in FIELDS if name in data} | self._key())
        for refused in (config,) if isinstance(config, Refusal) else problems(config):
            self.add_error(refused.detail["field"], words_of(refused))
        if isinstance(data.get("routes"), dict):
            self._check_routes(data["routes"])
        return data

    def _key(self) -> dict[str, str]:
        return {"id": self.instance.pk or self.cleaned_data.get("id", "")}

    def _check_routes(self, routes: dict[str, str]) -> None:
        known = set(ModelRoute.objects.filter(enabled=True).values_list("role", "name"))
        for role, name in routes.items():
            if (role, name) not in known:
                self.add_error(
                    "routes",
                    _("There is no enabled route “%(name)s” of the role “%(role)s”.")
                    % {"name": name, "role": role},
                )


MEMORY_FIELDS = [
    "memory_sources", "share_memory", "share_instructions", "compact", "memory_hook",
]  # fmt: skip


@admin.register(Scenario)
class ScenarioAdmin(ModelAdmin):
    form = ScenarioForm
    list_display = ["id", "name", "kind", "strategy", "worldbook_budget", "enabled", "edited"]
    list_filter = ["kind", "enabled"]
    search_fields = ["id", "name"]
    fieldsets = [
        (None, {"fields": ["id", "name", "description", "kind", "enabled"]}),
        (_("Worldbook"), {"fields": ["strategy", "worldbook_budget", "share_worldbook"]}),
        (_("Models and prompts"), {"fields": ["routes", "prompts", "tools", "gates", "assembly"]}),
        (_("Lanes"), {"fields": ["slow_lane", "foreground_loop"]}),
        (_("Memory"), {"fields": MEMORY_FIELDS}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Scenario | None = None) -> list[str]:
        return ["id"] if obj else []

    def save_model(self, request: HttpRequest, obj: Scenario, form: ScenarioForm, change) -> None:
        """What somebody edited is theirs: loading the shipped scenarios leaves it (SC-3)."""
        before = stored_values(Scenario.objects.get(pk=obj.pk)) if change else None
        obj.edited = obj.edited or stored_values(obj) != before
        super().save_model(request, obj, form, change)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        obj = kwargs.get("obj")
        if obj is not None and obj.pk in overrides():
            messages.warning(
                request,
                _(
                    "This deployment replaces the whole scenario; what is written here has no effect."
                ),
            )
        return super().render_change_form(request, context, *args, **kwargs)
