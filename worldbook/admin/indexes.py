"""Vector indexes on the pages of books: how each stands, and buttons to build and call off (AD-4)."""

from typing import Any

from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from worldbook.actions.errors import ActionRefused
from worldbook.actions.indexes import cancel_index, request_index
from worldbook.admin.workbench import book_path
from worldbook.models import IndexBuild, Revision
from worldbook.queries.indexes import index_status, site_embedding
from worldbook.queries.roles import signed_in

NEVER = gettext_lazy("not built")
LABELS = {
    "none": "",
    "building": "info",
    "ready": "success",
    "failed": "danger",
    "cancelled": "warning",
}


def with_indexes(revisions: QuerySet[Revision]) -> QuerySet[Revision]:
    """Revisions with their index in the site's embedding, read at once."""
    mine = IndexBuild.objects.filter(embedding=site_embedding())
    return revisions.prefetch_related(Prefetch("indexes", mine, to_attr="site_indexes"))


def shown_state(revision: Any) -> tuple[str, Any]:
    """State and words for a list; a build under way with its progress."""
    build = next(iter(revision.site_indexes), None)
    if build is None:
        return "none", NEVER
    said = build.get_state_display()
    if build.state == IndexBuild.State.BUILDING:
        said = f"{said}, {build.progress} %"
    return build.state, said


def index_said(revision: Revision) -> dict[str, Any]:
    """How an index stands, for a template."""
    status = index_status(revision)
    said = dict(IndexBuild.State.choices).get(status["state"], NEVER)
    return {**status, "said": said, "colour": LABELS[status["state"]] or "default"}


def act_on_index(model_admin: Any, request: HttpRequest, book_id: int, number: int) -> HttpResponse:
    """Build an index, build it anew, or call the build off; then back to the revision."""
    book = model_admin.get_object(request, str(book_id))
    if book is None or request.method != "POST":
        raise Http404
    wish: dict[str, Any] = {"by": signed_in(request.user), "book_id": book_id, "number": number}
    try:
        if request.POST.get("act") == "cancel":
            cancel_index(**wish)
            messages.success(request, _("The build was called off."))
        else:
            request_index(**wish, force=request.POST.get("act") == "anew")
            messages.success(request, _("The index is being built."))
    except ActionRefused as refused:
        messages.error(request, refused.message)
    return HttpResponseRedirect(
        reverse("admin:worldbook_lorebook_revision", args=[book_id, number])
    )


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the buttons."""
    return [
        book_path(
            model_admin,
            "revisions/<int:number>/index/",
            act_on_index,
            "worldbook_lorebook_index",
        )
    ]
