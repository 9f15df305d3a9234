"""Forms that keep what is typed in the browser until it is saved, and warn who leaves (WK-14).

The script `static/worldbook/forms` does the keeping. What it cannot know is whether a post was
accepted: the answer to one that was says so by a cookie, which the next page of the room reads.
"""

from typing import Any

from django.forms.widgets import Media, Script
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import lazy

SAVED_COOKIE = "rp_saved_form"
SAVED_SECONDS = 24 * 3600
_static = lazy(static, str)


def form_name(request: HttpRequest) -> str:
    """What a kept draft is called: whose it is, and the address of its form."""
    return f"{request.user.pk}:{request.path}"


class KeptDrafts:
    """For an admin of rows: its forms keep what is typed until it was saved."""

    change_form_outer_before_template = "admin/worldbook/kept_draft.html"
    check_url_name = ""
    """The address that judges a form while it is written; none by default."""

    @property
    def media(self) -> Media:
        """The scripts of the form."""
        scripts: Any = [Script(_static("worldbook/forms/main.js"), type="module")]
        own: Any = super()
        return own.media + Media(js=scripts)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The form, with what its scripts are told."""
        obj = kwargs.get("obj")
        context["kept_draft"] = {
            "name": form_name(request),
            "check": reverse(f"admin:{self.check_url_name}") if self.check_url_name else "",
            "row": obj.pk if obj is not None else "",
            "refused": bool(context.get("errors")),
        }
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]

    def response_add(self, request: HttpRequest, obj: Any, *args: Any) -> HttpResponse:
        """The answer to a row that was added."""
        return self._saved(request, super().response_add(request, obj, *args))  # type: ignore[misc]

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """The answer to a row that was changed."""
        return self._saved(request, super().response_change(request, obj))  # type: ignore[misc]

    def _saved(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.set_cookie(
            SAVED_COOKIE,
            form_name(request),
            max_age=SAVED_SECONDS,
            path=reverse("admin:index"),
            samesite="Lax",
        )
        return response
