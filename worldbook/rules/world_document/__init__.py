"""A whole authored world as one JSON document: what it may hold, and every fault with its path."""

from worldbook.rules.world_document.editing import added, altered, without
from worldbook.rules.world_document.judging import document_faults
from worldbook.rules.world_document.parts import FORMAT, KEYED, PARTS, VERSION
from worldbook.rules.world_document.shapes import whole_document, whole_row

__all__ = [
    "FORMAT",
    "KEYED",
    "PARTS",
    "VERSION",
    "added",
    "altered",
    "document_faults",
    "whole_document",
    "whole_row",
    "without",
]
