"""Uploaded pictures, for signed-in people only, and never as something a browser would run."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe
from django.views.static import serve

SHOWN = {"image/png", "image/jpeg", "image/webp", "image/gif"}


@require_safe
def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """Send one file of MEDIA_ROOT; whatever is no picture is a download (404 outside the folder)."""
    response = serve(request, path, document_root=str(settings.MEDIA_ROOT))
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, max-age=86400"
    if response.get("Content-Type") not in SHOWN:
        response["Content-Disposition"] = "attachment"
    return response
