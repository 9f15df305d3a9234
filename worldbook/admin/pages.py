"""Pages of the admin that are neither a list nor a form of one row."""

from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse


def admin_page(
    model_admin: Any, request: HttpRequest, template: str, status: int = 200, **context: Any
) -> TemplateResponse:
    """A page in the admin's frame; `template` is a file of templates/admin/worldbook."""
    whole = {**model_admin.admin_site.each_context(request), "opts": model_admin.opts, **context}
    return TemplateResponse(request, f"admin/worldbook/{template}.html", whole, status=status)
