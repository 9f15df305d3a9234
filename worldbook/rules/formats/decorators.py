"""Decorator lines at the head of a body become fields of the entry (WB-28a, WB-55).

The syntax is that of the Character Card V3 specification: `@@name value`, and `@@@name value`
right after it as the fallback where the line before is not understood.
"""

import re
from collections.abc import Callable
from typing import Any

from worldbook.rules.entries import ROLES
from worldbook.rules.fields import SMALL
from worldbook.rules.formats.coerce import split_text
from worldbook.rules.formats.notes import Note

# Turns: longer than any story, and still a number that every column takes.
ENDLESS = 1_000_000
MAX_LINES = 500

_LINE = re.compile(r"\s*(@@[^\n]*)(?:\n|\Z)")
_BLANK = re.compile(r"\A(?:[^\S\n]*\n)*")


def _whole(value: str, low: int = 0, high: int = SMALL) -> int | None:
    """A whole number moved into low…high, or None."""
    try:
        return min(max(int(value[:20]), low), high)
    except ValueError:
        return None


def _number(field: str, low: int = 0) -> Callable[[str], dict[str, Any] | None]:
    """A decorator whose value is a number that goes into one field."""

    def read(value: str) -> dict[str, Any] | None:
        number = _whole(value, low)
        return None if number is None else {field: number}

    return read


def _depth(value: str) -> dict[str, Any] | None:
    number = _whole(value)
    return None if number is None else {"depth": number, "position": "at_depth"}


def _role(value: str) -> dict[str, Any] | None:
    return {"role": value.lower()} if value.lower() in ROLES else None


def _additional(value: str) -> dict[str, Any] | None:
    keys = tuple(split_text(value))
    return {"additional_keys": (keys,)} if keys else None


def _exclude(value: str) -> dict[str, Any] | None:
    keys = tuple(split_text(value))
    return {"exclude_keys": keys} if keys else None


def _fixed(**fields: Any) -> Callable[[str], dict[str, Any] | None]:
    """A decorator without a value."""
    return lambda _value: fields


KNOWN: dict[str, Callable[[str], dict[str, Any] | None]] = {
    "activate": _fixed(activate=True),
    "dont_activate": _fixed(dont_activate=True),
    "activate_only_after": _number("only_after"),
    "activate_only_every": _number("only_every", low=1),
    "keep_activate_after_match": _fixed(sticky=ENDLESS),
    "dont_activate_after_match": _fixed(cooldown=ENDLESS),
    "depth": _depth,
    "role": _role,
    "scan_depth": _number("scan_depth"),
    "additional_keys": _additional,
    "exclude_keys": _exclude,
}


def _head(body: str) -> tuple[list[str], str]:
    """The decorator lines at the head of a body, trimmed, and the text after them."""
    lines: list[str] = []
    at = 0
    while len(lines) < MAX_LINES and (hit := _LINE.match(body, at)):
        lines.append(hit.group(1).strip())
        at = hit.end()
    return lines, _BLANK.sub("", body[at:], count=1) if lines else body


def _take(fields: dict[str, Any], read: dict[str, Any]) -> None:
    """Lay the fields of one decorator over those before it: the first counts, key lists add up."""
    for name, value in read.items():
        if name == "additional_keys":
            fields[name] = (*fields.get(name, ()), *value)
        else:
            fields.setdefault(name, value)


def _chains(lines: list[str], notes: list[Note]) -> list[list[tuple[str, str, str]]]:
    """Decorators with their fallbacks: as the report shows it, its name, its value."""
    chains: list[list[tuple[str, str, str]]] = []
    for line in lines:
        name, _gap, value = line.lstrip("@").partition(" ")
        is_fallback = line.startswith("@@@")
        item = (f"{'@@@' if is_fallback else '@@'}{name[:40]}", name.lower(), value.strip())
        if not is_fallback:
            chains.append([item])
        elif chains:
            chains[-1].append(item)
        else:
            notes.append(Note("loose_fallback", item[0]))
    return chains


def read_decorators(body: str, notes: list[Note]) -> tuple[dict[str, Any], str]:
    """The fields that the head of a body sets, and the body without that head."""
    if "@@" not in body:
        return {}, body
    lines, rest = _head(body)
    fields: dict[str, Any] = {}
    for chain in _chains(lines, notes):
        for shown, name, value in chain:
            reader = KNOWN.get(name)
            read = reader(value) if reader else None
            if read is not None:
                _take(fields, read)
                notes.append(Note("decorator", shown))
                break
            notes.append(Note("unknown_decorator", shown))
    return fields, rest
