"""Whether a document has the right shape, and what it says with its defaults filled in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from worldbook.rules.faults import Fault, by_kind, inside
from worldbook.rules.world_document.kinds import Row, Rows
from worldbook.rules.world_document.parts import FORMAT, KEYED, PARTS, VERSION, Field

Document = Mapping[str, Any]
HEAD = ("format", "version", "world")


def row_faults(part: str, row: Any, path: str) -> Iterator[Fault]:
    """Everything that is wrong with the fields of one row, taken by itself."""
    if not isinstance(row, Mapping):
        yield Fault("not_object", path)
        return
    fields = PARTS[part]
    for name in row:
        if name not in fields:
            yield Fault("unknown_field", inside(path, str(name)))
    for name, field in fields.items():
        at = inside(path, name)
        if name in row:
            yield from _field_faults(field, row[name], at)
        elif field.needed:
            yield Fault("missing", at)


def _field_faults(field: Field, value: Any, path: str) -> Iterator[Fault]:
    wrong = by_kind(field.kind, value, path)
    if wrong:
        yield wrong
    elif isinstance(field.kind, Rows):
        for at, row in enumerate(value):
            yield from row_faults(field.kind.part, row, f"{path}[{at}]")
    elif isinstance(field.kind, Row) and value is not None:
        yield from row_faults(field.kind.part, value, path)


def head_faults(document: Document) -> Iterator[Fault]:
    """What is wrong with the frame: format, version, and which parts there are."""
    if document.get("format", FORMAT) != FORMAT:
        yield Fault("unknown_value", "format", {"value": document["format"], "known": FORMAT})
    version = document.get("version", VERSION)
    if version != VERSION or isinstance(version, bool):
        yield Fault("unknown_value", "version", {"value": version, "known": str(VERSION)})
    for name in document:
        if name not in HEAD and name not in KEYED:
            yield Fault("unknown_field", str(name))
    if "world" not in document:
        yield Fault("missing", "world")


def shape_faults(document: Document) -> Iterator[Fault]:
    """Everything that is wrong with the rows of a document, each taken by itself."""
    yield from head_faults(document)
    if "world" in document:
        yield from row_faults("world", document["world"], "world")
    for part in KEYED:
        yield from _field_faults(Field(Rows(part)), document.get(part, ()), part)


def whole_row(part: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the right shape with all its fields, in their order; lists as lists."""
    return {
        name: _whole(field, row.get(name, field.default)) for name, field in PARTS[part].items()
    }


def _whole(field: Field, value: Any) -> Any:
    if isinstance(field.kind, Rows):
        return [whole_row(field.kind.part, row) for row in value]
    if isinstance(field.kind, Row) and value is not None:
        return whole_row(field.kind.part, value)
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def whole_document(document: Document) -> dict[str, Any]:
    """A document of the right shape with all parts and fields, in their order."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "world": whole_row("world", document["world"]),
        **{part: [whole_row(part, row) for row in document.get(part, ())] for part in KEYED},
    }


def sound_document(document: Document) -> dict[str, Sequence[tuple[str, Mapping[str, Any]]]]:
    """Of each part, its rows of the right shape, whole, with their paths; "world" has one or none.

    What stands between rows is judged on these, so that one fault does not hide another.
    """
    found: dict[str, Sequence[tuple[str, Mapping[str, Any]]]] = {}
    for part in ("world", *KEYED):
        given = document.get(part, ())
        rows = [(part, given)] if part == "world" and part in document else _numbered(part, given)
        found[part] = [
            (path, whole_row(part, row))
            for path, row in rows
            if next(row_faults(part, row, path), None) is None
        ]
    return found


def _numbered(part: str, rows: Any) -> list[tuple[str, Any]]:
    if not isinstance(rows, list | tuple):
        return []
    return [(f"{part}[{at}]", row) for at, row in enumerate(rows)]
