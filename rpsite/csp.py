"""The Content-Security-Policy of every page: scripts, styles and pictures come from here alone.

The admin's theme writes scripts and styles into its pages and evaluates expressions, so below the
admin's address those are allowed; nothing from elsewhere is, there either.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

HEADER = "Content-Security-Policy"
COMMON = (
    "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
)
PAGES = COMMON + "script-src 'self'; style-src 'self'"
ADMIN = COMMON + "script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"


class ContentSecurityPolicy:
    """Sets the header on each response that has none of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with the policy."""
        return protect(request, self.get_response(request))


def protect(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response with the policy of its address."""
    policy = ADMIN if request.path.startswith(reverse("admin:index")) else PAGES
    response.headers.setdefault(HEADER, policy)
    return response
