"""Signing in and out, and the one click that signs in as the demo account (OP-1, SF-1)."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from sessions_app.views.language import remember_language
from worldbook.models import User

DEMO_ACCOUNT = "demo"
LOOPBACK = {"127.0.0.1", "::1"}
PROXIED = ("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
BACKEND = settings.AUTHENTICATION_BACKENDS[0]


class SignInForm(AuthenticationForm):
    """Name and password; says so when too many wrong passwords were tried."""

    def get_invalid_login_error(self) -> ValidationError:
        """What the page says: wrong, or refused unread because of the limit."""
        if getattr(self.request, "sign_in_refused", False):
            return ValidationError(
                _("Too many attempts. Wait some minutes and try again."), code="too_many"
            )
        return ValidationError(_("The name or the password is not right."), code="invalid_login")


class SignIn(LoginView):
    """The sign-in page."""

    template_name = "pages/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add whether the demo account can be had by one click."""
        return super().get_context_data(**kwargs) | {"demo": demo_is_open(self.request)}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in; the pages speak the account's language from here on."""
        response = super().form_valid(form)
        remember_language(response, cast(User, form.get_user()).language)
        return response


def demo_is_open(request: HttpRequest) -> bool:
    """Whether this request may sign in as the demo account: switched on, and from this machine.

    A request that came through a proxy carries a forwarding header and is not from this machine.
    """
    forwarded = any(name.startswith(PROXIED) for name in request.META)
    here = request.META.get("REMOTE_ADDR") in LOOPBACK
    return bool(settings.DEMO_SIGN_IN) and here and not forwarded


@login_not_required
@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponseBase:
    """Sign in as the demo account; 404 where that is not open."""
    user = get_user_model().objects.filter(username=DEMO_ACCOUNT, is_active=True).first()
    if user is None or not demo_is_open(request):
        raise Http404
    login(request, user, backend=BACKEND)
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    response = redirect(wanted if safe else resolve_url(settings.LOGIN_REDIRECT_URL))
    remember_language(response, user.language)
    return response
