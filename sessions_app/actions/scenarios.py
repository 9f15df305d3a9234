"""Loads the shipped scenarios and the storyteller; what somebody edited stays (SC-3)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from sessions_app.models import ModelRoute, Provider, Scenario
from sessions_app.rules.defaults import (
    STORYTELLER,
    STORYTELLER_ROUTE,
    STORYTELLERS_ROLES,
    TEMPERATURES,
)
from sessions_app.rules.scenarios import FIELDS, problems, read_config
from worldbook.rules.refusal import Refusal

FIXTURES = Path(__file__).parent.parent / "fixtures" / "scenarios.json"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Ids of the scenarios that were made, updated, and left as somebody edited them."""

    created: tuple[str, ...]
    updated: tuple[str, ...]
    kept: tuple[str, ...]


@transaction.atomic
def load_shipped_scenarios(*, shipped: list[Mapping[str, Any]] | None = None) -> Loaded:
    """Make or update the shipped rows, and the storyteller where there is none yet.

    Raises ValueError for a shipped scenario that cannot work: that is a fault of the release.
    """
    done: dict[str, list[str]] = {"created": [], "updated": [], "kept": []}
    for item in json.loads(FIXTURES.read_text(encoding="utf-8")) if shipped is None else shipped:
        done[_load(dict(item))].append(item["id"])
    load_storyteller()
    return Loaded(**{name: tuple(ids) for name, ids in done.items()})


def _load(item: dict[str, Any]) -> str:
    version = item.pop("version")
    config = read_config(item)
    wrong = (config,) if isinstance(config, Refusal) else problems(config)
    if wrong:
        raise ValueError(f"{item['id']}: {wrong[0].reason}")
    row = Scenario.objects.select_for_update().filter(pk=item["id"]).first()
    if row is not None and (row.edited or row.version >= version):
        return "kept"
    values = {name: item[name] for name in FIELDS if name in item and name != "id"}
    Scenario.objects.update_or_create(pk=item["id"], defaults={**values, "version": version})
    return "created" if row is None else "updated"


@transaction.atomic
def load_storyteller() -> None:
    """The built-in storyteller and its default routes, unless they exist (TB-23)."""
    provider = Provider.objects.filter(kind=Provider.Kind.STORYTELLER).first()
    if provider is None:
        provider = Provider.objects.create(**STORYTELLER)
    for role in STORYTELLERS_ROLES:
        values = {**STORYTELLER_ROUTE, "temperature": TEMPERATURES[role], "provider": provider}
        ModelRoute.objects.get_or_create(role=role, name=values.pop("name"), defaults=values)
