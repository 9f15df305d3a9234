"""HTTP to OpenAI-compatible services: addresses, keys, and what an error answer means (CP-3, CP-4)."""

import functools
import json
import ssl
from collections.abc import Mapping

import httpx2
from django.utils import timezone

from sessions_app.rules.calls import ModelFailure, Route
from sessions_app.rules.completion import error_of
from sessions_app.rules.model_errors import DETAIL_LENGTH, failure_of, seconds_to_wait
from sessions_app.rules.provider_options import ProviderOptions

WRITE_TIMEOUT = 60.0
TRANSPORT_ERRORS = (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError)


@functools.cache
def _ssl_context() -> ssl.SSLContext:
    """Made once: reading the certificates takes some 50 ms."""
    return httpx2.create_ssl_context()


def client_for(options: ProviderOptions, read: float) -> httpx2.AsyncClient:
    """A client that waits `read` seconds between two pieces of an answer."""
    timeout = httpx2.Timeout(
        connect=options.connect_timeout, read=read, write=WRITE_TIMEOUT, pool=None
    )
    return httpx2.AsyncClient(timeout=timeout, verify=_ssl_context())


def headers_of(route: Route, options: ProviderOptions) -> dict[str, str]:
    """The headers of a request, with the key where there is one."""
    headers = {"Accept": "text/event-stream, application/json", **options.headers}
    if route.api_key:
        headers["Authorization"] = f"Bearer {route.api_key.reveal()}"
    return headers


def url_of(route: Route, path: str) -> str:
    """The address of one of the service's doors."""
    return f"{route.base_url.rstrip('/')}/{path}"


async def check_status(response: httpx2.Response) -> None:
    """Raise ModelFailure for an answer that is an error."""
    if response.status_code < 300:
        return
    await response.aread()
    said, code = _error_text(response.text)
    wait = seconds_to_wait(response.headers.get("retry-after", ""), timezone.now())
    raise failure_of(response.status_code, said, code=code, retry_after=wait)


def _error_text(text: str) -> tuple[str, str]:
    """What an error body says, and its code where it has one."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text[:DETAIL_LENGTH], ""
    if isinstance(data, list) and data:
        data = data[0]
    if isinstance(data, Mapping):
        error = error_of(data.get("error") or data.get("detail") or data)
        return error["message"], error["code"]
    return text[:DETAIL_LENGTH], ""


def without_key(text: str, route: Route) -> str:
    """A text in which the route's key is not to be read."""
    key = route.api_key.reveal()
    return text.replace(key, "***") if key else text


def transport_failure(
    error: Exception, route: Route, *, began: bool = False, partial: str = ""
) -> ModelFailure:
    """What a broken connection means: before the answer, or in the middle of it."""
    detail = without_key(f"{type(error).__name__}: {error}"[:DETAIL_LENGTH], route)
    if isinstance(error, httpx2.ReadTimeout):
        return ModelFailure("time_limit", detail, partial=partial)
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return ModelFailure("unreachable", detail)
    if began:
        return ModelFailure("stream_cut", detail, retryable=True, partial=partial)
    return ModelFailure("unreachable", detail, retryable=True)
