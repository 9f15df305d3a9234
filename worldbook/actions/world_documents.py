"""Saving a world as a document: judged whole, compared with what was seen, written at once.

Every change of what stands in a world comes by here, from a whole document down to one field.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import must_author, must_own, world_to_edit
from worldbook.actions.words import refuse_problems
from worldbook.actions.world_writing import WorldWriter
from worldbook.models import Lorebook, Revision, User, World
from worldbook.queries.naming import free_world_key
from worldbook.queries.visible import visible_books
from worldbook.queries.world_document import ReadWorld, read_world_document
from worldbook.rules.faults import MESSAGES, Fault
from worldbook.rules.refusal import Refusal
from worldbook.rules.world_document import document_faults, whole_document
from worldbook.rules.world_document.differences import CHANGED, document_changes

MOST_SHOWN = 50
Whole = Mapping[str, Any]


@transaction.atomic
def save_world_document(
    *, by: User, world_id: int, document: Mapping[str, Any], seen: int | None = None
) -> World:
    """Make a world say what a document says; rows whose keys are not in it are deleted.

    `seen` is the `document_version` at which the document was read; None takes any.

    Raises:
        ActionRefused: "not_found", "not_yours", "key_taken", "invalid" (400) with every fault as
            detail `problems`, "edit_conflict" (409) with `expected`, `latest` and `changed`, what
            it would change now: `{part, key, kind, field, yours, theirs}`.
    """
    world = world_to_edit(by, world_id)
    refuse_faults(document_faults(document))
    after = whole_document(document)
    read = read_world_document(world)
    if seen is not None and seen != world.document_version:
        _refuse_overtaken(world, seen, read.document, after)
    return write_world(by, world, read, after)


@transaction.atomic
def create_world_document(*, by: User, document: Mapping[str, Any], **values: Any) -> World:
    """Make a new world that says what a document says; `values` are other columns of the world.

    Raises:
        ActionRefused: "not_author" (403), "key_taken" (409), "invalid" (400).
    """
    must_author(by)
    refuse_faults(document_faults(document))
    after = whole_document(document)
    key = after["world"]["key"] or free_world_key(after["world"]["name"])
    _must_be_free(key)
    world = World.objects.create(owner=by, **values, **(after["world"] | {"key": key}))
    return write_world(by, world, read_world_document(world), after)


def write_world(
    by: User,
    world: World,
    read: ReadWorld,
    after: Whole,
    old_keys: Mapping[tuple[str, str], str] | None = None,
) -> World:
    """Write a whole, judged document over a locked world; `old_keys`: (part, new key) → old key.

    Raises:
        ActionRefused: "key_taken" (409), "not_owner" (403) where it opens or closes the world to
            those who play in it, "invalid" (400) where it newly names a book that the account may
            not read, or a revision that is not there.
    """
    if after["world"]["open_to_players"] != read.document["world"]["open_to_players"]:
        must_own(by, world)
    if after["world"]["key"] != world.key:
        _must_be_free(after["world"]["key"])
    books = _Books(by, read.document, after)
    writer = WorldWriter(world, read, books.ids, books.revisions, old_keys or {})
    writer.write(after)
    return world


def _must_be_free(key: str) -> None:
    if World.objects.filter(key=key).exists():
        raise ActionRefused("key_taken", _("The key “%(key)s” is taken.") % {"key": key})


def refuse_faults(faults: Sequence[Fault]) -> None:
    """Refuse with every fault; none, nothing done.

    Raises:
        ActionRefused: "invalid" (400), with detail `problems`.
    """
    refuse_problems([problem_of(fault) for fault in faults])


def problem_of(fault: Fault, path: str | None = None) -> Refusal:
    """A fault as a problem that doors can show; `path` says it in other words."""
    at = fault.path if path is None else path
    said = f"{at} {MESSAGES[fault.code] % fault.values}"
    name = at.rpartition(".")[2].partition("[")[0]
    return Refusal(fault.code, said, {"path": at or "document", "field": name, **fault.values})


def _refuse_overtaken(world: World, seen: int, theirs: Whole, yours: Whole) -> None:
    """Refuse a document that was read before somebody else's change, unless it says the same.

    Raises:
        ActionRefused: "edit_conflict" (409).
    """
    changed = list(_conflicts(theirs, yours))
    if not changed:
        return
    raise ActionRefused(
        "edit_conflict",
        _("Somebody else has changed this world in the meantime; nothing was saved."),
        detail={
            "expected": seen,
            "latest": world.document_version,
            "changed": changed[:MOST_SHOWN],
            "changed_count": len(changed),
        },
    )


def _conflicts(theirs: Whole, yours: Whole) -> Iterator[dict[str, Any]]:
    for change in document_changes(theirs, yours, {}):
        said = {"part": change.part, "key": change.key, "kind": change.kind}
        if change.kind != CHANGED:
            yield {**said, "field": "", "yours": change.after, "theirs": change.before}
            continue
        for name in change.fields:
            yours_now, theirs_now = (change.after or {})[name], (change.before or {})[name]
            yield {**said, "field": name, "yours": yours_now, "theirs": theirs_now}


@dataclass(slots=True)
class _Books:
    """The lorebooks and revisions that a document names; new ones must be visible and there.

    Books that the world names already stay, also where whoever edits it may not read them.
    """

    by: User
    before: Whole
    after: Whole
    ids: dict[str, int] = field(default_factory=dict)
    revisions: dict[tuple[str, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wanted = {key for _, key in _named_books(self.after)}
        if not wanted:
            return
        kept = {key for _, key in _named_books(self.before)}
        rows = Lorebook.objects.filter(key__in=wanted)
        may = set(visible_books(self.by).filter(key__in=wanted).values_list("key", flat=True))
        self.ids = {b.key: b.pk for b in rows.only("key") if b.key in may | kept}
        faults = [
            Fault("no_such_book", path, {"value": key})
            for path, key in _named_books(self.after)
            if key not in self.ids
        ]
        refuse_faults(faults or list(self._read_revisions()))

    def _read_revisions(self) -> Iterator[Fault]:
        pins = [pin for pin in _pins(self.after) if pin[1]["revision"] is not None]
        if not pins:
            return
        named = {pin["book"] for _, pin in pins}
        rows = Revision.objects.filter(book__key__in=named).values_list("book__key", "number", "pk")
        self.revisions = {(key, number): pk for key, number, pk in rows}
        for path, pin in pins:
            if (pin["book"], pin["revision"]) not in self.revisions:
                yield Fault("no_such_revision", f"{path}.revision", {"value": pin["revision"]})


def _named_books(document: Whole) -> Iterator[tuple[str, str]]:
    """The path and the key of every lorebook that is named."""
    for at, row in enumerate(document["characters"]):
        if row["lorebook"]:
            yield f"characters[{at}].lorebook", row["lorebook"]
    for path, pin in _pins(document):
        yield f"{path}.book", pin["book"]


def _pins(document: Whole) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for at, opening in enumerate(document["openings"]):
        for number, pin in enumerate(opening["pins"]):
            yield f"openings[{at}].pins[{number}]", pin
