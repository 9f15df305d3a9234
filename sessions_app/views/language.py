"""The language of the pages: kept in a cookie, and with the account where one is signed in."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from worldbook.actions.accounts import set_preferences

YEAR = 365 * 24 * 3600


def remember_language(response: HttpResponseBase, language: str) -> None:
    """Let the next pages speak this language; an empty or unknown one changes nothing."""
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, language, max_age=YEAR, samesite="Lax", httponly=True
        )


@login_not_required
@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Change the language and go back to the page this came from."""
    language = request.POST.get("language", "")
    wanted = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    response = redirect(wanted if safe else "/")
    remember_language(response, language)
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        set_preferences(by=request.user, language=language)
    return response
