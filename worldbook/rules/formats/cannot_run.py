"""What a body holds that runs in other programs and not here, and so blocks its entry (WB-9)."""

import re
from collections.abc import Iterator

from worldbook.rules.formats.notes import Note
from worldbook.rules.macros import KNOWN

WRITING_MACROS = frozenset({"setvar"})

_SUSPECT = re.compile(r"[<{\[_]|```|javascript:|function", re.IGNORECASE)
_EJS = re.compile(r"<%")
_SCRIPT = re.compile(r"<script\b|javascript:", re.IGNORECASE)
_FRONTEND = re.compile(
    r"<(?:!doctype|html|body|iframe|style|object|embed|StatusPlaceHolderImpl)\b"
    r"|<[a-z][^<>]*\son[a-z]+\s*=",
    re.IGNORECASE,
)
_MVU = re.compile(
    r"\[\s*(?:mvu\w*|initvar|InitialVariables)\b|</?UpdateVariable\b|<status_current_variables?\b"
    r"|\b_\.(?:set|add|assign|insert|remove|delete)\s*\(|\bget_message_variable\b",
    re.IGNORECASE,
)
_LUA = re.compile(r"^[ \t]*(?:local +)?function +[\w.:]+ *\([^)\n]*\)", re.MULTILINE)
_LUA_END = re.compile(r"^[ \t]*end\b", re.MULTILINE)
_CBS = re.compile(r"\{\{\s*(?:[#:?]|/(?!/))")
_TITLE_MARK = re.compile(r"@INJECT\b|\[(?:GENERATE|RENDER)\b")
_MACRO = re.compile(r"\{\{\s*(//|[^\s:{}]+)")


def macros_in(text: str) -> Iterator[str]:
    """The names of the macros in a text, lower-case, nested ones too."""
    for hit in _MACRO.finditer(text, 0, text.rfind("}}") + 1):
        yield hit.group(1).lower()


def _unknown_macro(text: str) -> str:
    """The first macro that is not known here, or ""."""
    for name in macros_in(text):
        if name not in KNOWN and not name.startswith("//"):
            return name
    return ""


def found(title: str, body: str) -> Iterator[Note]:
    """The notes for what cannot run in one entry, worst first; none where all of it can."""
    if _MVU.search(title):
        yield Note("blocked_mvu", "comment")
    if _TITLE_MARK.search(title):
        yield Note("title_mark", "comment")
    if not _SUSPECT.search(body):
        return
    for code, pattern in (
        ("blocked_ejs", _EJS),
        ("blocked_script", _SCRIPT),
        ("blocked_frontend", _FRONTEND),
        ("blocked_mvu", _MVU),
        ("blocked_cbs", _CBS),
    ):
        if pattern.search(body):
            yield Note(code, "content")
    if _LUA.search(body) and _LUA_END.search(body):
        yield Note("blocked_lua", "content")
    unknown = "" if _CBS.search(body) else _unknown_macro(body)
    if unknown:
        yield Note("blocked_macro", "content", {"was": unknown})


def writing(body: str) -> Iterator[Note]:
    """The notes for macros that would write and do not."""
    if "{{" in body:
        for name in sorted(WRITING_MACROS & set(macros_in(body))):
            yield Note("does_nothing", name)
