"""Import formats, one a file: bytes in, entries and report out; nothing is saved here (WB-6…10)."""

from worldbook.rules.formats.cards import Card
from worldbook.rules.formats.notes import Note
from worldbook.rules.formats.reading import Parsed, parsed_from_json, read, read_value
from worldbook.rules.formats.report import Report

__all__ = ["Card", "Note", "Parsed", "Report", "parsed_from_json", "read", "read_value"]
