"""The writing room: what authors, moderators and administrators edit (AD-1, AD-2)."""

from worldbook.admin import (
    accounts,
    api_keys,
    characters,
    dice_checks,
    entries,
    jobs,
    lorebooks,
    notices,
    openings,
    personas,
    world_items,
    world_places,
    world_variables,
    worlds,
)

__all__ = [
    "accounts",
    "api_keys",
    "characters",
    "dice_checks",
    "entries",
    "jobs",
    "lorebooks",
    "notices",
    "openings",
    "personas",
    "world_items",
    "world_places",
    "world_variables",
    "worlds",
]
