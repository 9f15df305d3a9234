"""The test page of the admin: a real call, its answer or the exact error (CP-1)."""

from collections.abc import Callable
from typing import Any, cast

from asgiref.sync import async_to_sync
from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from sessions_app.actions.providers import record_calls
from sessions_app.agents.probe import ProbeResult, offered_models, probe
from sessions_app.queries.failures import error_json
from sessions_app.rules.calls import ModelFailure, Route
from worldbook.models import User

LIMIT = 512


class ProbeForm(forms.Form):
    """What is asked, and of which model."""

    model = forms.CharField(
        label=_("Model"),
        required=False,
        max_length=200,
        widget=UnfoldAdminTextInputWidget,
        help_text=_("Empty: only ask which models there are."),
    )
    words = forms.CharField(
        label=_("Message"),
        max_length=2000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        initial=_("Say in one sentence what can be seen from a lighthouse at night."),
    )


def probe_page(
    owner: admin.ModelAdmin,
    request: HttpRequest,
    subject: Any,
    model: str,
    route_to: Callable[[str], Route],
) -> HttpResponse:
    """The page; nothing is called before its button was pressed. Not inside a transaction."""
    form = ProbeForm(request.POST or None, initial={"model": model})
    context = {
        **owner.admin_site.each_context(request),
        "opts": owner.model._meta,
        "original": subject,
        "title": _("Test %(name)s") % {"name": subject},
        "form": form,
    }
    if request.method == "POST" and form.is_valid():
        context |= _called(request, form.cleaned_data, route_to)
    return TemplateResponse(request, "admin/test_model.html", context)


def _called(
    request: HttpRequest, asked: dict[str, str], route_to: Callable[[str], Route]
) -> dict[str, Any]:
    try:
        route = route_to(asked["model"])
    except ModelFailure as failure:
        return {"error": error_json(failure.to_json())}
    shown = _models(route)
    if route.model:
        result = async_to_sync(probe)(route, asked["words"])
        record_calls(by=cast(User, request.user), calls=list(result.calls))
        shown |= _shown(result)
    return shown


def _models(route: Route) -> dict[str, Any]:
    try:
        return {"models": async_to_sync(offered_models)(route)}
    except ModelFailure as failure:
        said = error_json(failure.to_json())
        return {"models_error": said} if route.model else {"error": said}


def _shown(result: ProbeResult) -> dict[str, Any]:
    call = result.calls[-1] if result.calls else None
    error = error_json(result.failure.to_json()) if result.failure else None
    return {"answer": result.answer, "reasoning": result.reasoning, "call": call, "error": error}
