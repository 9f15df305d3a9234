"""Compare-and-set: an edit carries the version it saw; what has changed since is shown, not lost.

AD-5, WK-14.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django.core.files import File
from django.db.models import Model
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused


def plain(value: Any) -> Any:
    """A column's value as JSON; a row as its id, a file as its name."""
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, date):
        return value.isoformat()
    return value.name if isinstance(value, File) else value


def shown(value: Any) -> Any:
    """A column's value for a person; a row by what it is called."""
    return str(value) if isinstance(value, Model) else plain(value)


def label_of(row: Model, name: str) -> str:
    """What a person calls the column."""
    return str(getattr(row._meta.get_field(name), "verbose_name", name))


def differences(row: Model, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Where the values differ from the row, as `{field, label, yours, theirs}`."""
    return [
        {
            "field": name,
            "label": label_of(row, name),
            "yours": shown(value),
            "theirs": shown(theirs),
        }
        for name, value in values.items()
        if plain(value) != plain(theirs := getattr(row, name))
    ]


def must_be_at(row: Any, expected_version: int, values: Mapping[str, Any]) -> None:
    """Refuse an edit of a row that has been changed since it was read.

    An edit that says what the row says already is let through.

    Raises:
        ActionRefused: "edit_conflict" (409) with `expected`, `latest` and `changed`, a list of
            `{field, label, yours, theirs}`.
    """
    if row.version == expected_version:
        return
    changed = differences(row, values)
    if not changed:
        return
    raise ActionRefused(
        "edit_conflict",
        _("Somebody else has changed this in the meantime: %(fields)s.")
        % {"fields": ", ".join(item["label"] for item in changed)},
        detail={"expected": expected_version, "latest": row.version, "changed": changed},
    )


def put(row: Any, values: Mapping[str, Any]) -> list[str]:
    """Set the columns that differ, raise the version, save; the names of what has changed."""
    names = [item["field"] for item in differences(row, values)]
    if names:
        for name in names:
            setattr(row, name, values[name])
        row.version += 1
        row.save(update_fields=[*names, "version"])
    return names
