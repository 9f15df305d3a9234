"""A story's settings: title, persona, pins, and how its answers are made (SC-2)."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from sessions_app.models import Scenario, Session, SessionPin
from sessions_app.queries.library import books_to_pin
from sessions_app.queries.pins import readable_books
from sessions_app.queries.scenarios import ours
from sessions_app.queries.stories import pins_of, scenario_json
from sessions_app.queries.trace import is_author_of
from sessions_app.views.requests import PlayerRequest, own_story

SHOWN = (
    "name",
    "kind",
    "strategy",
    "worldbook_budget",
    "share_worldbook",
    "share_memory",
    "share_instructions",
    "memory_sources",
    "slow_lane",
    "foreground_loop",
    "compact",
    "memory_hook",
    "gates",
    "tools",
    "prompts",
    "routes",
    "assembly",
)
"""The fields of a scenario that say how an answer is made."""


CHOICE_WORDS = {
    "strategy": {
        "rules": gettext_lazy("by rules"),
        "hybrid": gettext_lazy("by rules and by meaning"),
    },
    "assembly": {
        "closed_loop": gettext_lazy("step by step"),
        "preassembled": gettext_lazy("all at once, beforehand"),
    },
}
"""What a person reads instead of a stored choice."""


@require_safe
def story_settings(request: PlayerRequest, story_id: int) -> HttpResponse:
    """Show what the player may change; the page's script sends changes to the API."""
    story = own_story(request, story_id)
    scenario = scenario_json(story)
    context = {
        "nav": "library",
        "story": story,
        "pins": pin_rows(list(pins_of(story)), readable_books(request.user, story)),
        "books": books_to_pin(request.user, story),
        "problem": scenario["scenario"].get("problem"),
        "replaced": scenario["replaced"],
        "effective": effective_lines(scenario["effective"] or {}),
        "own_budget": own_budget(story),
        "strategies": CHOICE_WORDS["strategy"] if is_author_of(request.user, story) else {},
    }
    return render(request, "pages/story_settings.html", context)


def pin_rows(pins: list[SessionPin], readable: set[int]) -> list[dict[str, Any]]:
    """The pins in their order; `up` and `down` are the order (JSON) that the buttons ask for."""
    ids = [pin.book_id for pin in pins]

    def swapped(at: int, other: int) -> str:
        if not 0 <= other < len(ids):
            return ""
        order = ids.copy()
        order[at], order[other] = order[other], order[at]
        return json.dumps(order)

    return [
        {
            "pin": pin,
            "readable": pin.book_id in readable,
            "newer": pin.book.latest_revision > pin.revision.number,
            "up": swapped(at, at - 1),
            "down": swapped(at, at + 1),
        }
        for at, pin in enumerate(pins)
    ]


def own_budget(story: Session) -> int | str:
    """The story's own worldbook budget; empty where the scenario's holds."""
    budget: int | str = story.settings.get("worldbook_budget", "")
    return budget


def effective_lines(effective: Mapping[str, Mapping[str, Any]]) -> list[dict[str, str]]:
    """Label, value and origin of each value, in words."""
    origins = {
        "scenario": _("the scenario"),
        "deployment": _("this site"),
        "session": _("this story"),
    }
    return [
        {
            "label": capfirst(str(getattr(Scenario._meta.get_field(name), "verbose_name", name))),
            "value": value_words(name, effective[name]["value"]),
            "origin": origins[effective[name]["source"]],
        }
        for name in SHOWN
        if name in effective
    ]


def value_words(name: str, value: object) -> str:
    """The value of a field as a person reads it."""
    if name == "kind":
        return str(Scenario.Kind(str(value)).label)
    if name == "name":
        return ours(str(value))
    if name in CHOICE_WORDS:
        return str(CHOICE_WORDS[name][str(value)])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {item}" for key, item in value.items()) or "–"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return str(value)
