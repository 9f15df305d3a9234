"""Between the columns of a row, as forms and actions name them, and the fields of the document."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db.models import Model

from worldbook.queries.world_document import COLUMNS
from worldbook.rules.variables import plain
from worldbook.rules.world_document import PARTS


def field_of(part: str, column: str) -> str:
    """The document's field that a column is."""
    names = COLUMNS.get(part, {})
    return next((field for field, known in names.items() if known == column), column)


def said_value(value: Any) -> Any:
    """A column's value as the document has it: a row is its key."""
    if isinstance(value, Model):
        return getattr(value, "key")  # noqa: B009 - rows of worlds and books have one
    if isinstance(value, Decimal):
        return plain(value)
    return list(value) if isinstance(value, tuple) else value


def split_columns(part: str, values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Values by column as the document's fields, and those that the document does not have."""
    said, others = {}, {}
    for column, value in values.items():
        name = field_of(part, column)
        if name in PARTS[part]:
            said[name] = said_value(value)
        else:
            others[column] = value
    return said, others
