"""What Django itself refuses: below /api/ in the one shape of its refusals, elsewhere as a page."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults

from worldbook.api.errors import error_json

API = "/api/"


def _refusing(
    status: int, code: str, say: Callable[[], str], page: Callable[..., HttpResponseBase]
) -> Callable[..., HttpResponseBase]:
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.path.startswith(API):
            return JsonResponse(error_json(code, say()), status=status)
        return page(request, *args, **kwargs)

    return view


bad_request = _refusing(
    400, "not_readable", lambda: _("The request cannot be read."), defaults.bad_request
)
permission_denied = _refusing(
    403, "forbidden", lambda: _("This is not open to you."), defaults.permission_denied
)
page_not_found = _refusing(
    404, "not_found", lambda: _("There is nothing here."), defaults.page_not_found
)
server_error = _refusing(
    500,
    "fault",
    lambda: _("Something went wrong here; it was written down."),
    defaults.server_error,
)
