"""A value edited by hand that has no law beside its column's: kind, choices, length, reference."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from sessions_app.actions.applying_items import ids_by_key
from sessions_app.actions.refusals import refused
from sessions_app.actions.value_words import fault_words, value_words
from sessions_app.models import StoryEngagement, StoryIntent, StoryPlacement
from sessions_app.queries.state_rows import NAME_OF
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import StoryRow
from worldbook.rules.faults import by_kind
from worldbook.rules.fields import Kind, Text, Whole
from worldbook.rules.world_document import PARTS

MAX_SENTENCE = 300
"""How long what somebody does, or is to do, may be."""


def invalid(path: str, problem: str, **values: Any) -> ActionRefused:
    """The refusal of a value; the caller raises it."""
    told = {**value_words(problem, values), **values}
    return refused("value_invalid", path=path, problem=problem, **told)


def write_plain(write: StoryWrite, row: StoryRow, field: str, value: Any) -> None:
    """Save a field that has no law beside its column's: kind, choices, length, reference."""
    column = row._meta.get_field(field)
    if isinstance(column, models.ForeignKey):
        setattr(row, column.attname, _reference(write, column, value))
    else:
        setattr(row, field, _cleaned(column, row, value))
        _check_kind(row, field, value)
    row.save(update_fields=[field])


_OTHER_NAMES = {"variable_defs": "variables", "placements": "characters"}
"""Tables whose part of a world's document is called otherwise."""

_PART_OF: Mapping[type[models.Model], str] = {
    model: _OTHER_NAMES.get(name, name) for model, name in NAME_OF.items()
}

_OWN_KINDS: Mapping[type[StoryRow], Mapping[str, Kind]] = {
    StoryEngagement: {"title": Text(MAX_SENTENCE, empty=False)},
    StoryPlacement: {"activity": Text(MAX_SENTENCE)},
    StoryIntent: {"deadline": Whole(-(2**63), 2**63 - 1)},
}
"""Fields that only stories have, or keep otherwise: an instant for what is written as a date."""


def _check_kind(row: StoryRow, field: str, value: Any) -> None:
    """Refuse what could not stand in the field where the world was written."""
    said = PARTS.get(_PART_OF[type(row)], {}).get(field)
    kind = _OWN_KINDS.get(type(row), {}).get(field) or (said and said.kind)
    if not kind or (value is None and row._meta.get_field(field).null):
        return
    wrong = by_kind(kind, value, field)
    if wrong is not None:
        raise invalid(field, wrong.code, reason=fault_words(wrong.code, wrong.values))


def _reference(write: StoryWrite, column: Any, value: Any) -> int | None:
    """The primary key of what a key names."""
    if value is None and column.null:
        return None
    return known_pk(write, column.related_model, column.name, value)


def known_pk(write: StoryWrite, model: type[StoryRow], field: str, key: Any) -> int:
    """The primary key of the story's row that a key names."""
    found = ids_by_key(write.session_id, model, [key]) if isinstance(key, str) else {}
    for pk in found.values():
        return pk
    raise invalid(field, "unknown_key", value=str(key)[:100])


_KINDS: Mapping[type[Any], tuple[type, ...]] = {
    models.BooleanField: (bool,),
    models.CharField: (str,),
    models.TextField: (str,),
    models.IntegerField: (int,),
    models.DecimalField: (int, float),
}


def _cleaned(column: Any, row: StoryRow, value: Any) -> Any:
    """A JSON value as the column keeps it."""
    if value is None and column.null:
        return None
    wanted = next((kinds for base, kinds in _KINDS.items() if isinstance(column, base)), None)
    if isinstance(column, models.JSONField):
        wanted = (type(column.get_default()),)
    if wanted is None or not isinstance(value, wanted):
        raise invalid(column.name, "wrong_kind")
    if isinstance(value, bool) and bool not in wanted:
        raise invalid(column.name, "wrong_kind")
    if isinstance(value, list) and not all(isinstance(word, str) for word in value):
        raise invalid(column.name, "not_texts")
    if isinstance(column, models.DecimalField):
        value = Decimal(str(value))
    try:
        return column.clean(value, row)
    except ValidationError as error:
        raise invalid(column.name, "not_possible", reason=" ".join(error.messages)) from error
