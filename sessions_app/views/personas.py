"""The personas page: whom a player keeps for new stories."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sessions_app.views.requests import PlayerRequest
from worldbook.actions.errors import ActionRefused
from worldbook.actions.personas import delete_persona, save_persona
from worldbook.models import Persona
from worldbook.queries.personas import own_personas

MAX_TEXT = 20_000


class PersonaForm(forms.Form):
    """A name and who that is."""

    name = forms.CharField(max_length=200)
    text = forms.CharField(
        max_length=MAX_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "class": "prose"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def personas(request: PlayerRequest, persona_id: int | None = None) -> HttpResponseBase:
    """List the player's personas; with an id the form edits that one, else it adds one."""
    editing = _own(request, persona_id) if persona_id else None
    start = {"name": editing.name, "text": editing.text} if editing else None
    form = PersonaForm(request.POST or None, initial=start)
    if request.method == "POST" and form.is_valid():
        try:
            save_persona(by=request.user, persona_id=persona_id, **form.cleaned_data)
        except ActionRefused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, _("The persona is kept."))
            return redirect("personas")
    context = {
        "nav": "personas",
        "personas": own_personas(request.user),
        "editing": editing,
        "form": form,
    }
    return render(request, "pages/personas.html", context)


@require_POST
def remove_persona(request: PlayerRequest, persona_id: int) -> HttpResponseBase:
    """Delete one of the player's personas."""
    persona = _own(request, persona_id)
    delete_persona(by=request.user, persona_id=persona_id)
    messages.success(request, _("“%(name)s” was deleted.") % {"name": persona.name})
    return redirect("personas")


def _own(request: PlayerRequest, persona_id: int) -> Persona:
    persona = own_personas(request.user).filter(pk=persona_id).first()
    if persona is None:
        raise Http404
    return persona
