"""The page modules of a world, and the addresses they give the admin of worlds."""

from typing import Any

from django.urls import URLPattern

from worldbook.admin import world_check, world_map, world_routines, world_time

PAGE_MODULES = (world_map, world_time, world_routines, world_check)


def world_urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of all pages of a world."""
    return [address for module in PAGE_MODULES for address in module.urls(model_admin)]
