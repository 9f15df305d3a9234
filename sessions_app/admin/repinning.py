"""The page on which an author lets an own story read another revision, with a diff first (WK-10)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _

from sessions_app.actions.pins import repin_book
from sessions_app.models import SessionPin
from worldbook.actions.errors import ActionRefused
from worldbook.admin.comparing import compared
from worldbook.admin.workbench import book_of, page
from worldbook.models import Lorebook, Revision
from worldbook.queries.books import revision_book
from worldbook.queries.roles import signed_in
from worldbook.rules.numbers import whole_number

NAME = "sessions_app_session_repin"


class RepinForm(forms.Form):
    """The revision that is wanted, and the one whose difference to it was looked at."""

    revision = forms.IntegerField(min_value=1)
    expected_revision = forms.IntegerField(min_value=1)


def _pin(request: HttpRequest, session_id: int, book: Lorebook) -> SessionPin:
    """The pin of an own story."""
    pins = SessionPin.objects.filter(
        session_id=session_id, session__owner=signed_in(request.user), book=book
    )
    pin = pins.select_related("session", "revision").first()
    if pin is None:
        raise Http404
    return pin


def _wanted(request: HttpRequest, book: Lorebook) -> Revision:
    """The revision that the address names, by default the latest."""
    asked = whole_number(request.GET.get("revision", ""))
    number = book.latest_revision if asked is None else asked
    found = Revision.objects.filter(book=book, number=number).first()
    if found is None:
        raise Http404
    return found


def _repin(request: HttpRequest, pin: SessionPin, book: Lorebook) -> HttpResponse:
    """Move the pin, if it is where it was seen; then back to what uses the book."""
    form = RepinForm(request.POST)
    if not form.is_valid():
        raise Http404
    wish = form.cleaned_data
    try:
        repin_book(by=signed_in(request.user), session_id=pin.session_id, book_id=book.pk, **wish)
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return HttpResponseRedirect(f"{request.path}?revision={wish['revision']}")
    messages.success(
        request,
        _("%(story)s reads revision %(number)d from its next turn on.")
        % {"story": pin.session.title, "number": wish["revision"]},
    )
    return HttpResponseRedirect(reverse("admin:worldbook_lorebook_used_by", args=[book.pk]))


def repin(model_admin: Any, request: HttpRequest, session_id: int, book_id: int) -> HttpResponse:
    """What another revision says differently from the one a story reads; on POST let it read it."""
    lorebooks = model_admin.admin_site.get_model_admin(Lorebook)
    book = book_of(lorebooks, request, book_id)
    pin = _pin(request, session_id, book)
    if request.method == "POST":
        return _repin(request, pin, book)
    wanted = _wanted(request, book)
    return page(
        lorebooks,
        request,
        book,
        title=_("%(story)s: from revision %(before)d to %(after)d")
        % {
            "story": pin.session.title,
            "before": pin.revision.number,
            "after": wanted.number,
        },
        template="repin",
        current="used_by",
        context={
            **compared(request, revision_book(pin.revision), revision_book(wanted)),
            "pinned": pin.revision.number,
            "wanted_number": wanted.number,
            "numbers": range(book.latest_revision, 0, -1),
        },
    )


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""

    def view(request: HttpRequest, session_id: int, book_id: int) -> HttpResponse:
        return repin(model_admin, request, session_id, book_id)

    route = "<int:session_id>/pins/<int:book_id>/"
    return [path(route, model_admin.admin_site.admin_view(view), name=NAME)]
