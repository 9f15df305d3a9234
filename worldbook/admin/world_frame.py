"""The frame of the pages of one world: who may open them, and the strip that leads from one to another.

A page module (`world_time`, `world_routines`, …) has `urls(model_admin)`, made by `world_path`, and
is named once in `world_pages.PAGE_MODULES`. Its views get `(model_admin, request, world_id)`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from worldbook.admin.pages import admin_page
from worldbook.models import World

View = Callable[..., HttpResponseBase]

PAGES = (
    ("world", _("World"), "worldbook_world_change"),
    ("map", _("Map"), "worldbook_world_map"),
    ("calendar", _("Calendar"), "worldbook_world_calendar"),
    ("day", _("Daily life"), "worldbook_world_day"),
    ("check", _("Check"), "worldbook_world_check"),
)
"""Name, label and address of each page of a world."""

LISTS = (
    ("characters", _("Characters"), "worldbook_character_changelist"),
    ("locations", _("Places"), "worldbook_location_changelist"),
    ("exits", _("Exits"), "worldbook_exit_changelist"),
    ("items", _("Items"), "worldbook_item_changelist"),
    ("variables", _("Variables"), "worldbook_variabledef_changelist"),
    ("checks", _("Dice checks"), "worldbook_dicecheck_changelist"),
    ("openings", _("Openings"), "worldbook_opening_changelist"),
)
"""Name, label and address of the lists that the strip filters by the world."""


def world_path(model_admin: Any, route: str, view: View, name: str) -> URLPattern:
    """The address of a page of a world: `<int:world_id>/` and `route`."""
    inner = model_admin.admin_site.admin_view(partial(view, model_admin))
    return path(f"<int:world_id>/{route}", inner, name=name)


def world_of(model_admin: Any, request: HttpRequest, world_id: int) -> World:
    """The world, for whoever may work with it.

    Raises:
        Http404: there is no such world for the account.
    """
    world: World | None = model_admin.get_object(request, str(world_id))
    if world is None or not model_admin.has_view_permission(request, world):
        raise Http404
    return world


def strip(world: World, current: str) -> list[dict[str, Any]]:
    """The strip for worldbook/strip.html: `{label, url, current}` of each page and list."""
    pages = [(name, label, reverse(f"admin:{url}", args=[world.pk])) for name, label, url in PAGES]
    lists = [
        (name, label, f"{reverse(f'admin:{url}')}?world__id__exact={world.pk}")
        for name, label, url in LISTS
    ]
    return [
        {"label": label, "url": url, "current": name == current}
        for name, label, url in (*pages, *lists)
    ]


def world_page(
    model_admin: Any,
    request: HttpRequest,
    world: World,
    *,
    title: str,
    template: str,
    current: str,
    context: Mapping[str, Any],
) -> TemplateResponse:
    """A page of a world; the template has `world`, `may_edit`, `title`, `strip` and the context."""
    return admin_page(
        model_admin,
        request,
        template,
        title=title,
        world=world,
        may_edit=model_admin.has_change_permission(request, world),
        strip=strip(world, current),
        **context,
    )
