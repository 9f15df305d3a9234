"""What a page must know to show a story's state and let its author change it (PG-22).

How each table and each of its fields is called in the reader's language, what kind of value it
holds, and which may be edited.
"""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from sessions_app.models import StoryItem, StoryVariable, StoryWorld
from sessions_app.queries.state_rows import HELD, NAME_OF, TABLES, StateTable

Json = dict[str, Any]

_LABELS: Mapping[str, Promise] = {
    "world": _("World"),
    "clock": _("Clock"),
    "regions": _("Regions"),
    "locations": _("Places"),
    "features": _("Features"),
    "exits": _("Exits"),
    "slots": _("Wear slots"),
    "characters": _("Characters"),
    "placements": _("Whereabouts"),
    "items": _("Things"),
    "routines": _("Routines"),
    "engagements": _("Engagements"),
    "intents": _("Intents"),
    "variable_defs": _("Variables"),
    "variables": _("Values of variables"),
    "checks": _("Checks"),
    "relationships": _("Relationships"),
    "knowledge": _("Knowledge"),
}
_BY_KEY = {"opener": "items", "slot": "slots", "worn": "slots"}
"""Fields of texts that name a row of a table by its key."""
_INSTANTS = ("now", "started", "begins", "ends", "deadline")
"""Fields of UTC milliseconds."""
_INNER = ("cursor", "own_dates")
"""Fields that are nothing to a reader."""


def has_state(session_id: int) -> bool:
    """Whether a story has a copy of its world: stories from before there were copies have none."""
    return StoryWorld.objects.filter(session=session_id).exists()


def described_tables() -> list[Json]:
    """[{name, label, fields}] in the order of `TABLES`; of a field {name, label, edited, kind, …}.

    `kind`: value (what its variable holds), flag, number, instant (UTC milliseconds), choice (with
    `choices`: [[value, label]]), reference and key (with `refers`, the table whose keys it may have), words (a list of texts),
    json, long, text, held ({kind, key} of what has a thing); `empty`: null may stand there.
    """
    return [_table(name, table) for name, table in TABLES.items()]


def _table(name: str, table: StateTable) -> Json:
    fields = [_field(table.model._meta.get_field(field), edited=True) for field in table.fields]
    shown = (field for field in table.shown if field not in _INNER)
    told = [_field(table.model._meta.get_field(field), edited=False) for field in shown]
    if table.model is StoryItem:
        held = {"name": HELD, "label": str(_("Where it is")), "edited": True, "kind": "held"}
        fields, told = [held | {"empty": True}, *fields], told[:1] + told[-1:]
    if table.model is StoryVariable:
        told[-1] |= {"edited": True, "kind": "value"}
    return {"name": name, "label": str(_LABELS[name]), "fields": [*told, *fields]}


def _field(column: Any, *, edited: bool) -> Json:
    return {
        "name": column.name,
        "label": capfirst(str(column.verbose_name)),
        "edited": edited,
        "empty": column.null,
        **_kind(column),
    }


def _kind(column: Any) -> Json:
    """What kind of value a column holds."""
    if isinstance(column, models.ForeignKey):
        return {"kind": "reference", "refers": NAME_OF[column.related_model]}
    if column.choices:
        return {"kind": "choice", "choices": [[one, str(words)] for one, words in column.choices]}
    if isinstance(column, models.JSONField):
        return {"kind": "words" if column.get_default() == [] and _of_texts(column) else "json"}
    if column.name in _INSTANTS:
        return {"kind": "instant"}
    if column.name in _BY_KEY and isinstance(column, models.CharField):
        return {"kind": "key", "refers": _BY_KEY[column.name]}
    kinds = (
        (models.BooleanField, "flag"),
        ((models.IntegerField, models.DecimalField), "number"),
        (models.TextField, "long"),
    )
    return {"kind": next((kind for base, kind in kinds if isinstance(column, base)), "text")}


def _of_texts(column: Any) -> bool:
    return column.name in ("aliases", "tags", "days", "rules", "options", "targets")
