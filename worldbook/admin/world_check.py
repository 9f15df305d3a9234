"""The page that checks a world: what is wrong or odd, each with the way to its row (TB-19, IT-9)."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from worldbook.admin.lint_page import COLOURS, LEVELS
from worldbook.admin.world_frame import world_of, world_page, world_path
from worldbook.models import World
from worldbook.queries.roles import signed_in
from worldbook.queries.world_document import MODELS, ReadWorld, read_world_document
from worldbook.queries.world_lint import findings_of_world, lint_counts
from worldbook.rules.faults import MESSAGES, Fault
from worldbook.rules.world_document import KEYED, document_faults
from worldbook.rules.world_findings import ERROR

PART_NAMES = {
    "world": gettext_lazy("world"),
    "regions": gettext_lazy("region"),
    "locations": gettext_lazy("place"),
    "exits": gettext_lazy("exit"),
    "slots": gettext_lazy("wear slot"),
    "characters": gettext_lazy("character"),
    "items": gettext_lazy("item"),
    "variables": gettext_lazy("variable"),
    "checks": gettext_lazy("check"),
    "openings": gettext_lazy("opening"),
}
"""What a row of each part of a world is called."""


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [world_path(model_admin, "check/", check, "worldbook_world_check")]


def check(model_admin: Any, request: HttpRequest, world_id: int) -> HttpResponse:
    """What keeps a world from being saved as it is, and what lint finds; errors first."""
    world = world_of(model_admin, request, world_id)
    read = read_world_document(world)
    findings = findings_of_world(signed_in(request.user), world)
    faults = document_faults(read.document)
    rows = _rows(model_admin, world, read)
    counts = lint_counts(findings)
    return world_page(
        model_admin,
        request,
        world,
        title=_("Check of %(world)s") % {"world": world.name},
        template="world_check",
        current="check",
        context={
            "errors": counts["error_count"] + len(faults),
            "warnings": counts["warning_count"],
            "findings": [
                *(_fault_said(fault, world) for fault in faults),
                *(_finding_said(finding, rows) for finding in findings),
            ],
        },
    )


def _rows(
    model_admin: Any, world: World, read: ReadWorld
) -> dict[tuple[str, str], tuple[str, str]]:
    """Name and form of every row by part and key, the world's too; "" where there is no form."""
    own = reverse("admin:worldbook_world_change", args=[world.pk])
    found = {("world", world.key): (world.name, own)}
    for part in KEYED:
        for row in read.document[part]:
            url = _form(model_admin, part, read.ids[part][row["key"]])
            found[part, row["key"]] = (row["name"], url)
    return found


def _form(model_admin: Any, part: str, pk: int) -> str:
    model = MODELS[part]
    if not model_admin.admin_site.is_registered(model):
        return ""
    return reverse(f"admin:worldbook_{model._meta.model_name}_change", args=[pk])


def _finding_said(
    finding: Mapping[str, Any], rows: Mapping[tuple[str, str], tuple[str, str]]
) -> dict[str, Any]:
    name, url = rows.get((finding["part"], finding["key"]), (finding["key"], ""))
    return {
        "level": LEVELS[finding["level"]],
        "colour": COLOURS[finding["level"]],
        "title": name,
        "url": url,
        "field": PART_NAMES[finding["part"]],
        "text": finding["text"],
    }


def _fault_said(fault: Fault, world: World) -> dict[str, Any]:
    """What would be refused at the next change of that row."""
    return {
        "level": LEVELS[ERROR],
        "colour": COLOURS[ERROR],
        "title": fault.path or world.name,
        "url": "",
        "field": "",
        "text": _(MESSAGES[fault.code]) % fault.values,
    }
