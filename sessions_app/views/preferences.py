"""The preferences page: language, colours, size of text, what Enter does (PG-1, PG-30)."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_http_methods

from sessions_app.views.language import remember_language
from sessions_app.views.requests import PlayerRequest
from worldbook.actions.accounts import set_preferences
from worldbook.models import User

TEXT_SIZES = (90, 100, 110, 125, 150)
"""Percent; the stylesheet has a step for each."""


class PreferencesForm(forms.Form):
    """What may be chosen."""

    language = forms.ChoiceField(choices=settings.LANGUAGES)
    theme = forms.ChoiceField(choices=User.Theme.choices)
    text_size = forms.TypedChoiceField(choices=[(n, n) for n in TEXT_SIZES], coerce=int)
    enter_sends = forms.BooleanField(required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: PlayerRequest) -> HttpResponseBase:
    """Show the preferences, or keep changed ones."""
    user = request.user
    now = {
        "language": user.language or request.LANGUAGE_CODE,
        "theme": user.theme,
        "text_size": str(user.text_size),
        "enter_sends": user.enter_sends,
    }
    form = PreferencesForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        set_preferences(by=user, **form.cleaned_data)
        with override(form.cleaned_data["language"]):
            messages.success(request, _("Your preferences are kept."))
        response = redirect("preferences")
        remember_language(response, form.cleaned_data["language"])
        return response
    context = {
        "nav": "preferences",
        "form": form,
        "languages": settings.LANGUAGES,
        "themes": User.Theme.choices,
        "text_sizes": [str(size) for size in TEXT_SIZES],
    }
    return render(request, "pages/preferences.html", context)
