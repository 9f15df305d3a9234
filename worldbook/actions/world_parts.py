"""Editing single rows of a world: put, change, take away, several at once, each by what was seen.

Rows are told as in the world's document (`rules.world_document.parts`): they name each other by
key. A new key is told to all that name the row; what something else stands on cannot go.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import not_found, world_to_edit
from worldbook.actions.words import refuse_problems
from worldbook.actions.world_documents import problem_of, write_world
from worldbook.models import User, World
from worldbook.queries.world_document import MODELS, read_world_document
from worldbook.rules.faults import Fault
from worldbook.rules.formats.ids import slug
from worldbook.rules.world_document import KEYED, PARTS, added, altered, document_faults, without
from worldbook.rules.world_document.editing import row_at
from worldbook.rules.world_document.shapes import row_faults

LONGEST = 90
Whole = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Put:
    """A new row (`key` None), or other values for some fields of the row of a key.

    `seen`: of fields that are changed, the values at which they were read; a field that has
    another value now refuses the edit. Fields that are not in `seen` are taken as they are.
    """

    part: str
    values: Mapping[str, Any]
    key: str | None = None
    seen: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drop:
    """The row of a key goes, and with it what cannot be without it but for things and people."""

    part: str
    key: str


Edit = Put | Drop


@transaction.atomic
def edit_world(*, by: User, world_id: int, edits: Sequence[Edit]) -> tuple[str, ...]:
    """Do some edits in order, all or none; the key of each row that was put, "" for one dropped.

    Raises:
        ActionRefused: "not_found", "not_yours", "edit_conflict" (409) with `changed`, "invalid"
            (400) with detail `problems`, "in_use" (409) with `problems` where something stands on
            what was to go.
    """
    world = world_to_edit(by, world_id)
    read = read_world_document(world)
    document: Whole = dict(read.document)
    keys: list[str] = []
    old_keys: dict[tuple[str, str], str] = {}
    for edit in edits:
        if isinstance(edit, Drop):
            document = _dropped(document, edit)
            keys.append("")
            continue
        document, key = _put(document, edit)
        keys.append(key)
        if edit.key is not None and key != edit.key:
            old_keys[edit.part, key] = old_keys.pop((edit.part, edit.key), edit.key)
    _must_fit(read.document, document, edits, keys)
    write_world(by, world, read, document, old_keys)
    return tuple(keys)


def create_part(*, by: User, world_id: int, part: str, values: Mapping[str, Any]) -> Model:
    """Put a new row into a world; without a `key`, one is made from the name.

    Raises:
        ActionRefused: as `edit_world`.
    """
    (key,) = edit_world(by=by, world_id=world_id, edits=[Put(part, values)])
    return _row(world_id, part, key)


def update_part(
    *,
    by: User,
    world_id: int,
    part: str,
    key: str,
    values: Mapping[str, Any],
    seen: Mapping[str, Any] | None = None,
) -> Model:
    """Change fields of a row; see `Put` for `seen`.

    Raises:
        ActionRefused: as `edit_world`.
    """
    put = Put(part, values, key, seen or {})
    (new,) = edit_world(by=by, world_id=world_id, edits=[put])
    return _row(world_id, part, new)


def delete_part(*, by: User, world_id: int, part: str, key: str) -> None:
    """Take a row out of its world; stories keep their copy.

    Raises:
        ActionRefused: as `edit_world`.
    """
    edit_world(by=by, world_id=world_id, edits=[Drop(part, key)])


def _row(world_id: int, part: str, key: str) -> Model:
    return MODELS[part]._default_manager.get(world_id=world_id, key=key)


def _put(document: Whole, edit: Put) -> tuple[Whole, str]:
    if edit.part == "world":
        values = _unseen(document["world"], edit)
        return {**document, "world": {**document["world"], **values}}, ""
    if edit.key is None:
        values = dict(edit.values)
        values["key"] = values.get("key") or _free_key(document, edit.part, values.get("name"))
        _must_be_shaped(edit.part, values)
        return added(document, edit.part, values), values["key"]
    found = row_at(document, edit.part, edit.key)
    if found is None:
        raise not_found()
    values = _unseen(found[1], edit)
    _must_be_shaped(edit.part, {**found[1], **values})
    return altered(document, edit.part, edit.key, values), values.get("key", edit.key)


def _must_be_shaped(part: str, row: Mapping[str, Any]) -> None:
    """Refuse a row that is wrong in itself, before anything is renamed by it."""
    refuse_problems([problem_of(fault) for fault in row_faults(part, row, "")])


def _dropped(document: Whole, edit: Drop) -> Whole:
    if row_at(document, edit.part, edit.key) is None:
        raise not_found()
    return without(document, edit.part, edit.key)


def _free_key(document: Whole, part: str, name: object) -> str:
    """A key that no row of the part has, made from a name."""
    taken = {row["key"] for row in document[part]}
    stem = slug(str(name or ""))[:LONGEST] or part.removesuffix("s")
    key, count = stem, 1
    while key in taken:
        count += 1
        key = f"{stem}-{count}"
    return key


def _unseen(row: Mapping[str, Any], edit: Put) -> dict[str, Any]:
    """The values that differ from the row, or a refusal where somebody else has changed one.

    Raises:
        ActionRefused: "edit_conflict" (409) with `changed`: `{field, label, yours, theirs}`.
    """
    wanted = {name: value for name, value in edit.values.items() if name != "key" or value}
    told = {n: v for n, v in wanted.items() if n not in edit.seen or v != edit.seen[n]}
    changed = [
        {"field": name, "label": _label(edit.part, name), "yours": value, "theirs": row.get(name)}
        for name, value in told.items()
        if name in edit.seen and row.get(name) not in (edit.seen[name], value)
    ]
    if not changed:
        return told
    raise ActionRefused(
        "edit_conflict",
        _("Somebody else has changed this in the meantime: %(fields)s.")
        % {"fields": ", ".join(str(item["label"]) for item in changed)},
        detail={"expected": 0, "latest": 0, "changed": changed},
    )


def _label(part: str, name: str) -> str:
    """What a person calls a field."""
    model = World if part == "world" else MODELS[part]
    column = next((f for f in model._meta.get_fields() if f.name == name), None)
    return str(getattr(column, "verbose_name", name))


_AT = re.compile(r"(\w+)(?:\[(\d+)\])?\.?(.*)")


def _named(document: Mapping[str, Any], fault: Fault) -> tuple[str, str, str]:
    """The part, the key and the place in the row that a fault is about."""
    found = _AT.fullmatch(fault.path)
    if found is None:
        return "", "", fault.path
    part, at, rest = found.groups()
    key = document[part][int(at)]["key"] if at is not None and part in KEYED else ""
    return part, key, rest


def _known_faults(document: Mapping[str, Any]) -> set[tuple[Any, ...]]:
    return {(f.code, *_named(document, f), str(f.values)) for f in document_faults(document)}


def _must_fit(
    before: Mapping[str, Any], after: Whole, edits: Sequence[Edit], keys: Sequence[str]
) -> None:
    """Refuse what an edit would make wrong; what was wrong before does not stand in its way.

    Raises:
        ActionRefused: "invalid" (400) or "in_use" (409).
    """
    faults = document_faults(after)
    if not faults:
        return
    known = _known_faults(before)
    new = [f for f in faults if (f.code, *_named(after, f), str(f.values)) not in known]
    own = {(edit.part, key) for edit, key in zip(edits, keys, strict=True)}
    problems = list(_problems(after, new, own))
    try:
        refuse_problems(problems)
    except ActionRefused as refused:
        gone = {edit.key for edit in edits if isinstance(edit, Drop)}
        if all(f.code == "not_in_world" and f.values["value"] in gone for f in new):
            raise _in_use(after, new, refused) from None
        raise


def _problems(after: Whole, faults: Sequence[Fault], own: set[tuple[str, str]]) -> Iterator[Any]:
    """Faults of a row that is edited by the field's name, others by what the other row is called."""
    for fault in faults:
        part, key, rest = _named(after, fault)
        if (part, key) in own and len(own) == 1:
            problem = problem_of(fault, rest)
            field_name = re.split(r"[.\[]", rest)[0]
            yield type(problem)(
                problem.code, problem.reason, {**problem.detail, "field": field_name}
            )
        else:
            yield problem_of(fault, f"{part} “{key}” {rest}" if key else fault.path)


def _in_use(after: Whole, faults: Sequence[Fault], refused: ActionRefused) -> ActionRefused:
    """The answer where something stands on what was to go."""
    named = []
    for fault in faults[:5]:
        part, key, _rest = _named(after, fault)
        found = row_at(after, part, key) if part in PARTS and key else None
        named.append(str(found[1]["name"]) if found else fault.path)
    message = _("It is still needed by: %(names)s.") % {"names": ", ".join(dict.fromkeys(named))}
    return ActionRefused("in_use", message, detail=refused.detail)
