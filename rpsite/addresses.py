"""An address that no text can hold is answered as what it is: a request that cannot be read."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase

NUL = "\0"


class ReadableAddress:
    """Refuses NUL in the path and the query (400): the database takes it in no comparison.

    Every list, filter and lookup by a name of the address would have to look for it else. What a
    body holds is judged by the forms and rules behind the doors.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, if the address can be read.

        Raises:
            BadRequest: it cannot.
        """
        if NUL in request.path_info or _holds_nul(request):
            raise BadRequest
        return self.get_response(request)


def _holds_nul(request: HttpRequest) -> bool:
    written = request.META.get("QUERY_STRING", "")
    if "%00" not in written and NUL not in written:
        return False
    return any(NUL in text for name, texts in request.GET.lists() for text in (name, *texts))
