"""The page of API keys: make one, see it once, revoke it (AP-3)."""

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from sessions_app.views.requests import PlayerRequest
from worldbook.actions.api_keys import create_api_key, revoke_api_key
from worldbook.actions.errors import ActionRefused
from worldbook.models import ApiKey
from worldbook.queries.api_keys import own_keys

LIVES = [
    ("30", gettext_lazy("in 30 days")),
    ("90", gettext_lazy("in 90 days")),
    ("365", gettext_lazy("in a year")),
    ("", gettext_lazy("never")),
]
"""Days until a key expires, and how the page says it."""

SCOPES = [
    {
        "value": "play",
        "title": gettext_lazy("Play"),
        "text": gettext_lazy("Start stories, write in them, change and delete them."),
    },
    {
        "value": "author",
        "title": gettext_lazy("Author"),
        "text": gettext_lazy("Change lorebooks you may change: drafts, publishing, imports."),
    },
    {
        "value": "read",
        "title": gettext_lazy("Read"),
        "text": gettext_lazy("Look at your stories and at lorebooks; change nothing."),
    },
]


class KeyForm(forms.Form):
    """A key that is wished for."""

    name = forms.CharField(max_length=100)
    scopes = forms.MultipleChoiceField(
        choices=ApiKey.Scope.choices,
        error_messages={"required": gettext_lazy("Choose at least one thing it may do.")},
    )
    days = forms.TypedChoiceField(choices=LIVES, coerce=int, empty_value=None, required=False)


def labels_of(key: ApiKey) -> list[str]:
    """What a key may do, in words."""
    return [str(ApiKey.Scope(scope).label) for scope in key.scopes]


@never_cache
@sensitive_variables("text")
@require_http_methods(["GET", "HEAD", "POST"])
def api_keys(request: PlayerRequest) -> HttpResponseBase:
    """List the account's keys; a posted wish makes one, whose text this answer alone shows."""
    form = KeyForm(request.POST or None, initial={"scopes": ["read"], "days": "90"})
    made, text = None, ""
    if request.method == "POST" and form.is_valid():
        now, days = timezone.now(), form.cleaned_data["days"]
        try:
            made, text = create_api_key(
                by=request.user,
                name=form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
                now=now,
                expires_at=now + timedelta(days=days) if days else None,
            )
        except ActionRefused as refused:
            form.add_error("name" if refused.code == "name_taken" else None, refused.message)
        else:
            form = KeyForm(initial=form.initial)
    context = {
        "nav": "preferences",
        "keys": [(key, labels_of(key)) for key in own_keys(request.user)],
        "form": form,
        "scopes": SCOPES,
        "lives": LIVES,
        "made": made,
        "text": text,
        "now": timezone.now(),
    }
    return render(request, "pages/api_keys.html", context)


@require_POST
def revoke_key(request: PlayerRequest, key_id: int) -> HttpResponseBase:
    """End one of the account's keys."""
    try:
        key = revoke_api_key(by=request.user, key_id=key_id, now=timezone.now())
    except ActionRefused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("“%(name)s” opens nothing any more.") % {"name": key.name})
    return redirect("api_keys")
