"""What a new install is given: scenarios, the storyteller, and the routes to it (SC-3, TB-21)."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.words import gettext_noop as _

TEMPERATURES: Mapping[str, float] = {
    "master": 0.7,
    "actor": 0.8,
    "character": 0.8,
    "suggestions": 0.2,
    "author": 0.4,
    "recorder": 0.1,
    "image_writer": 0.1,
}
"""Default sampling temperature of each role (TB-21)."""

STORYTELLER: Mapping[str, Any] = {"name": "storyteller", "kind": "storyteller"}

STORYTELLERS_ROLES = ("actor", "master")
"""The roles that the storyteller plays on a new install."""

STORYTELLER_ROUTE: Mapping[str, Any] = {
    "name": "default",
    "model": "storyteller",
    "context_window": 32_768,
    "max_output": 1024,
    "time_limit": 300,
}

SHIPPED_WORDS = (
    _("Actor"),
    _("One model writes each answer. Short lore budget."),
    _("Worldbook"),
    _("One model writes each answer, with a large share of the lore at hand."),
    _("The table"),
    _(
        "A game master keeps a world with laws: places, things, time and dice. Played by the "
        "built-in storyteller."
    ),
)
"""Names and descriptions of the shipped scenarios, for translators; the page translates them."""
