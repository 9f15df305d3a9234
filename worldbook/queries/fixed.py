"""Queries whose SQL never changes: made once a process, asked with other values.

Django makes the SQL of a queryset anew each time it is asked, which for a small query takes longer
than the answer, and PostgreSQL plans it anew. What is asked before every answer of a story is asked
in this way.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet

from worldbook.queries.prepared import Prepared

Row = TypeVar("Row", bound=Model)

FIRST = 9_000_000_000_000_000_000
"""Stands for the first number while the SQL is made; the others follow it."""


class _Made(NamedTuple):
    statement: Prepared
    params: tuple[Any, ...]
    places: dict[int, int]
    converters: dict[int, tuple[list[Any], Any]]


class FixedQuery:
    """A `values_list` queryset as a function from its values to rows.

    `make` gets a stand-in for each value and returns the queryset; `kinds` says of each value
    whether it is an int or a str. Every value must reach the SQL as a parameter of its own.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *kinds: type) -> None:
        self._make = make
        self._kinds = kinds
        self._made: _Made | None = None

    def rows(self, *values: Any) -> list[tuple[Any, ...]]:
        """The rows for these values; one query."""
        made = self._made = self._made or self._prepared()
        params = list(made.params)
        for place, value in made.places.items():
            params[place] = values[value]
        with connection.cursor() as cursor:
            made.statement.ask(cursor, params)
            rows = cursor.fetchall()
        return [self._converted(row, made) for row in rows] if made.converters else rows

    @staticmethod
    def _converted(row: tuple[Any, ...], made: _Made) -> tuple[Any, ...]:
        """The row with what Django makes of its columns (JSON, for one)."""
        values = list(row)
        for place, (converters, expression) in made.converters.items():
            for convert in converters:
                values[place] = convert(values[place], expression, connection)
        return tuple(values)

    def _prepared(self) -> _Made:
        stand_ins = [
            FIRST + number if kind is int else f"<value {number}>"
            for number, kind in enumerate(self._kinds)
        ]
        compiler = self._make(*stand_ins).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        places = {
            place: stand_ins.index(param)
            for place, param in enumerate(params)
            if param in stand_ins
        }
        if sorted(places.values()) != list(range(len(stand_ins))):
            raise TypeError("each value must stand once among the parameters of the query")
        chosen = [column[0] for column in compiler.select[: compiler.col_count]]
        statement = Prepared(sql, len(params))
        return _Made(statement, tuple(params), places, compiler.get_converters(chosen))


def columns(model: type[Model], prefix: str = "", *, without: tuple[str, ...] = ()) -> list[str]:
    """The names of a model's columns for `values_list`, reached over `prefix`."""
    names = [field.attname for field in model._meta.concrete_fields]
    return [prefix + name for name in names if name not in without]


def instance(model: type[Row], values: Sequence[Any], *, without: tuple[str, ...] = ()) -> Row:
    """The object whose columns (in the order of `columns`) have these values."""
    return model.from_db(DEFAULT_DB_ALIAS, columns(model, without=without), values)
