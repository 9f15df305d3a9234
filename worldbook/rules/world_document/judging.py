"""Everything that keeps a document from being saved as a world."""

from collections.abc import Iterator
from typing import Any

from worldbook.rules.faults import Fault
from worldbook.rules.world_document.laws import Sound, law_faults
from worldbook.rules.world_document.laws_begin import opening_faults, undoable_faults
from worldbook.rules.world_document.laws_told import told_faults
from worldbook.rules.world_document.shapes import Document, shape_faults


def document_faults(document: Any) -> tuple[Fault, ...]:
    """All that is wrong, each with its path (`items[3].holder.key`); nothing for a sound one.

    Rows that are wrong in themselves are judged no further; all others are, so that as much as
    possible is told at once.
    """
    if not isinstance(document, dict):
        return (Fault("not_object", ""),)
    return tuple(_faults(document))


def _faults(document: Document) -> Iterator[Fault]:
    sound = Sound.of(document)
    found = (
        *shape_faults(document),
        *law_faults(sound),
        *told_faults(sound),
        *opening_faults(sound),
    )
    yield from found
    if not found:
        yield from undoable_faults(sound)
