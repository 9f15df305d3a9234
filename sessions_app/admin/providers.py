"""Model services: address, key (written, never shown), options, and a test by a real call."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action, display
from unfold.widgets import (
    UnfoldAdminPasswordWidget,
    UnfoldAdminURLInputWidget,
    UnfoldBooleanSwitchWidget,
)

from sessions_app.actions.providers import save_provider_key
from sessions_app.admin.probing import LIMIT, probe_page
from sessions_app.models import Provider
from sessions_app.queries.refusals import words_of
from sessions_app.queries.routes import provider_route
from sessions_app.rules.calls import Route
from sessions_app.rules.provider_options import read_options
from worldbook.rules.refusal import Refusal


class ProviderForm(forms.ModelForm):
    """The key is a field of its own: it goes in and never comes out."""

    base_url = forms.URLField(
        label=_("Base URL"),
        required=False,
        max_length=500,
        assume_scheme="https",
        widget=UnfoldAdminURLInputWidget,
        help_text=_("Up to and with /v1, for example http://127.0.0.1:8080/v1."),
    )
    api_key = forms.CharField(
        label=_("API key"),
        required=False,
        strip=True,
        widget=UnfoldAdminPasswordWidget(render_value=False, attrs={"autocomplete": "off"}),
        help_text=_("Kept encrypted and never shown again. Empty leaves the key as it is."),
    )
    forget_key = forms.BooleanField(
        label=_("Forget the key"), required=False, widget=UnfoldBooleanSwitchWidget
    )

    class Meta:
        model = Provider
        fields = ["name", "kind", "base_url", "options", "max_concurrent", "enabled"]

    def clean_options(self) -> dict[str, Any]:
        options = self.cleaned_data["options"] or {}
        read = read_options(options)
        if isinstance(read, Refusal):
            raise forms.ValidationError(words_of(read))
        return options

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("kind") == Provider.Kind.OPENAI and not data.get("base_url"):
            self.add_error("base_url", _("An OpenAI-compatible service needs its address."))
        if data.get("api_key") and data.get("forget_key"):
            self.add_error("forget_key", _("Either a new key or none."))
        return data


@admin.register(Provider)
class ProviderAdmin(ModelAdmin):
    form = ProviderForm
    list_display = ["name", "kind", "base_url", "has_key", "max_concurrent", "enabled"]
    list_filter = ["kind", "enabled"]
    search_fields = ["name", "base_url"]
    readonly_fields = ["has_key"]
    actions_detail = ["test_provider"]
    fieldsets = [
        (None, {"fields": ["name", "kind", "base_url", "enabled"]}),
        (_("Key"), {"fields": ["has_key", "api_key", "forget_key"]}),
        (_("Calls"), {"fields": ["max_concurrent", "options"]}),
    ]

    @display(description=_("has a key"), boolean=True)
    def has_key(self, provider: Provider) -> bool:
        return bool(provider.api_key_encrypted)

    def save_model(self, request: HttpRequest, obj: Provider, form: ProviderForm, change) -> None:
        super().save_model(request, obj, form, change)
        if form.cleaned_data["api_key"] or form.cleaned_data["forget_key"]:
            save_provider_key(provider_id=obj.pk, key=form.cleaned_data["api_key"])

    @action(description=_("Test"), url_path="test", icon="network_check", permissions=["change"])
    def test_provider(self, request: HttpRequest, object_id: int) -> HttpResponse:
        provider = get_object_or_404(Provider, pk=object_id)
        first = provider.routes.order_by("role", "name").values_list("model", flat=True).first()

        def route_to(model: str) -> Route:
            return provider_route(provider, role="probe", model=model, max_output=LIMIT)

        return probe_page(self, request, provider, first or "", route_to)
