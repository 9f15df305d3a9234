"""How rows of a story's state are called where a person reads of them: table, columns, name."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise

from sessions_app.models import DiceRoll, SessionPin, StoryRound, TimeLog
from sessions_app.queries.state_rows import NAME_OF
from worldbook.models.story_rows import StoryRow, story_tables

_NAMES = ("name", "title", "key", "expression", "kind")
"""Columns that say what a row is, the first that is there."""


@cache
def door_names() -> Mapping[str, str]:
    """What doors call the tables of a story's state, by the names that the database has for them."""
    names: dict[type[Model], str] = {**NAME_OF, TimeLog: "time_log", StoryRound: "rounds"}
    names |= {DiceRoll: "rolls", SessionPin: "pins"}
    return {model._meta.db_table: name for model, name in names.items()}


def door_name(table: str) -> str:
    """What doors call a table; its own name where it is gone."""
    return door_names().get(table, table)


@cache
def _models() -> Mapping[str, type[StoryRow]]:
    return {model._meta.db_table: model for model in story_tables()}


def table_words(table: str) -> str:
    """What one row of a table is, in the reader's language; the table's name where it is gone."""
    model = _models().get(table)
    return table if model is None else str(model._meta.verbose_name)


def column_words(table: str, columns: Iterable[str]) -> list[str]:
    """What columns are called, in the reader's language."""
    labels = _labels(table)
    return [str(labels.get(column, column)) for column in columns]


@cache
def _labels(table: str) -> Mapping[str, str | Promise]:
    model = _models().get(table)
    fields = model._meta.concrete_fields if model else ()
    return {str(field.column): field.verbose_name for field in fields}


def name_of(image: Mapping[str, Any]) -> str:
    """What a row calls itself; empty where it has no name."""
    return next((str(image[name]) for name in _NAMES if image.get(name)), "")
