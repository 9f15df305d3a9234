"""How every API of the site says no: `{"error": {"code", "message", ...detail}}`."""

import math
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from worldbook.actions.errors import ActionRefused
from worldbook.rules.storable import storable

CODES: dict[type[Exception], str] = {
    Http404: "not_found",
    PermissionDenied: "forbidden",
    exceptions.NotFound: "not_found",
    exceptions.NotAuthenticated: "not_signed_in",
    exceptions.AuthenticationFailed: "bad_key",
    exceptions.PermissionDenied: "forbidden",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.ParseError: "not_readable",
    exceptions.Throttled: "throttled",
    exceptions.ValidationError: "invalid",
}


def error_json(code: str, message: str, **detail: Any) -> dict[str, Any]:
    """The body of every refusal.

    It may name what was sent: what no text can hold (half of a surrogate pair) is marked in it.
    """
    said: dict[str, Any] = storable({"code": code, "message": message, **detail})
    return {"error": said}


def _first_message(detail: Any) -> str:
    """The first sentence of DRF's nested errors."""
    if isinstance(detail, dict):
        name, inner = next(iter(detail.items()), ("", ""))
        message = _first_message(inner)
        return message if name in ("detail", "non_field_errors") else f"{name}: {message}"
    if isinstance(detail, list):
        return _first_message(detail[0]) if detail else ""
    return str(detail)


def _invalid(error: exceptions.ValidationError) -> dict[str, Any]:
    message = _first_message(error.detail) or _("The request is not valid.")
    return error_json("invalid", message, fields=error.detail)


def _headers(error: ActionRefused) -> dict[str, str]:
    """When to come back, where that is said."""
    wait = error.detail.get("retry_after")
    return {} if wait is None else {"Retry-After": str(wait)}


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's exception handler: refusals of actions and its own errors alike.

    Anything else is no answer but a fault: None lets it rise.
    """
    if isinstance(error, ActionRefused):
        set_rollback()
        said = error_json(error.code, error.message, **error.detail)
        return Response(said, status=error.status, headers=_headers(error))
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        response.data = _invalid(error)
        return response
    wait = getattr(error, "wait", None)
    extra = {} if wait is None else {"retry_after": math.ceil(wait)}
    code = CODES.get(type(error), "refused")
    absent = isinstance(error, Http404 | exceptions.NotFound)
    message = _("There is nothing here.") if absent else _first_message(response.data)
    response.data = error_json(code, message, **extra)
    return response
