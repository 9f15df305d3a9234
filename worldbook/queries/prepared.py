"""Statements that PostgreSQL parses and plans once a connection, not each time they are asked.

Django's connections prepare nothing by themselves. For a statement of many tables planning takes as
long as answering: what is asked in every turn is asked in this way. Behind a pooler that hands out
its connections a transaction at a time (`DATABASE_POOL=0`) statements are asked plainly, because
another connection would not know them.
"""

import itertools
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import Connection, sql

_NUMBERS = itertools.count(1)
_KNOWN: WeakKeyDictionary[Connection[Any], set[str]] = WeakKeyDictionary()
"""Which names each open connection has a statement for."""


class Prepared:
    """A statement as Django writes it, with `%s` for each value."""

    def __init__(self, statement: str, values: int) -> None:
        self._plain = statement
        self._name = f"rpsite_{next(_NUMBERS)}"
        body = statement % tuple(f"${n}" for n in range(1, values + 1))
        self._prepare = f"PREPARE {self._name} AS {body}"
        given = ", ".join(["%s"] * values)
        self._execute = f"EXECUTE {self._name}" + (f" ({given})" if given else "")

    def ask(self, cursor: CursorWrapper, values: Sequence[Any]) -> None:
        """Ask with these values; the answer is in the cursor. One query."""
        if not settings.PREPARED_STATEMENTS:
            cursor.execute(self._plain, values)
            return
        self._make_known(cursor)
        cursor.execute(self._execute, values)

    def _make_known(self, cursor: CursorWrapper) -> None:
        known = _KNOWN.setdefault(cursor.connection, set())
        if self._name not in known:
            with connection.wrap_database_errors:
                cursor.connection.execute(sql.SQL(self._prepare))
            known.add(self._name)
