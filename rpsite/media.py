"""Uploaded pictures: for those who may see what they belong to, never as something a browser runs."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe
from django.views.static import serve

from sessions_app.queries.pictures import may_see_picture

SHOWN = {"image/png", "image/jpeg", "image/webp", "image/gif"}


@require_safe
def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """Send one picture of MEDIA_ROOT; 404 for what is unknown, or belongs to nothing one may see."""
    if not may_see_picture(request.user, path):
        raise Http404
    response = serve(request, path, document_root=str(settings.MEDIA_ROOT))
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, max-age=86400"
    if response.get("Content-Type") not in SHOWN:
        response["Content-Disposition"] = "attachment"
    return response
