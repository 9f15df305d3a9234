"""Macros in double braces: which there are, and what they leave in their place (WB-33).

    {{char}} {{user}} {{original}}        names and text handed in
    {{getvar::name}}                      a story variable, empty where there is none
    {{setvar::name::value}}               nothing is written; noted
    {{random::a::b}} {{random:a,b}}       one of them, drawn anew each turn
    {{pick::a::b}}                        one of them, the same in the whole session
    {{roll:2d6}}                          what dice come to (rules/dice); X alone is a die of X sides
    {{trim}}                              nothing, and the line breaks around it go too
    {{// remark}}                         nothing

Names are read in any case and may have spaces around them. Macros nest; the inner ones go first,
and a value that was put in is never read again, so a name made of braces stays a name.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.dice import read_dice, roll
from worldbook.rules.draws import draw
from worldbook.rules.refusal import Refusal

_SIDES = re.compile(r"[0-9]{1,5}")
# Of three or more opening braces the last two count.
_BRACES = re.compile(r"\{\{(?!\{)|\}\}")
_COLONS, _DOUBLED, _COMMA = re.compile("::?"), re.compile("::"), re.compile(r"(?<!\\),")
_NAME = re.compile(r"\s*(//|[A-Za-z_]+(?![^\s:]))")
# Stands for {{trim}} until the whole text is there; a noncharacter, so no text may hold it.
_TRIM = "\ufdd0"
_TRIMMED = re.compile(f"(?:\r?\n)*{_TRIM}(?:\r?\n)*")

# A piece of text: (it, whether it is as written and not a value that was put in).
_Piece = tuple[str, bool]


@dataclass(frozen=True, slots=True)
class MacroContext:
    """What macros may know. `salt` names the text, so that two texts draw apart."""

    char: str = ""
    user: str = ""
    seed: str = ""
    turn: int = 1
    salt: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    original: str = ""


@dataclass(frozen=True, slots=True)
class Expansion:
    """A text after macros, and what is to be told of it: `{"code", "macro"}` objects."""

    text: str
    notes: tuple[Mapping[str, Any], ...] = ()


def has_macros(text: str) -> bool:
    """Whether a text may hold a macro at all."""
    return "{{" in text


def macro_names(text: str) -> tuple[str, ...]:
    """Names (lower case) of all macros in a text, known or not, in order of their ends."""
    seen: list[str] = []

    def look(pieces: list[_Piece]) -> _Piece:
        seen.append(_name_of(pieces))
        return "{{" + "".join(piece for piece, _ in pieces) + "}}", False

    _walk(text, look)
    return tuple(seen)


def without_remarks(text: str) -> str:
    """A text as written but for the remarks in it: those are its author's own."""

    def look(pieces: list[_Piece]) -> _Piece:
        inside = "".join(piece for piece, _ in pieces)
        return "" if _name_of(pieces) == "//" else "{{" + inside + "}}", False

    return _walk(text, look) if has_macros(text) else text


def unknown_macros(text: str) -> tuple[str, ...]:
    """Names of the macros in a text that do not run here, each once."""
    return tuple(dict.fromkeys(name for name in macro_names(text) if name not in KNOWN))


def reads_variables(text: str) -> bool:
    """Whether a text holds `getvar`, so that the story's variables are needed for it."""
    return "getvar" in text.lower() and "getvar" in macro_names(text)


def is_drawn(text: str) -> bool:
    """Whether a text's expansion depends on more than the names: chance, variables, original."""
    return any(name not in ("char", "user", "//", "trim", "setvar") for name in macro_names(text))


def expand(
    text: str, context: MacroContext, *, escape: Callable[[str], str] | None = None
) -> Expansion:
    """A text with its macros substituted; `escape` is applied to every value that is put in.

    Unknown macros stay as they are and are noted.
    """
    if not has_macros(text):
        return Expansion(text)
    text = text.replace(_TRIM, "")
    run = _Run(context, escape or (lambda value: value))
    return Expansion(_TRIMMED.sub("", _walk(text, run.substitute)), tuple(run.notes))


def _walk(text: str, act: Callable[[list[_Piece]], _Piece]) -> str:
    """Text with every `{{…}}`, inner ones first, replaced by what `act` makes of its inside."""
    stack: list[list[_Piece]] = [[]]
    written = 0
    for found in _BRACES.finditer(text):
        at = found.start()
        stack[-1].append((text[written:at], True))
        written = at + 2
        if text[at] == "{":
            stack.append([])
        elif len(stack) > 1:
            inside = stack.pop()
            stack[-1].append(act(inside))
        else:
            stack[-1].append(("}}", True))
    stack[-1].append((text[written:], True))
    return "{{".join("".join(piece for piece, _ in level) for level in stack)


def _name_of(pieces: list[_Piece]) -> str:
    """The macro's name in lower case; "" where there is none, or where a value stands first."""
    found = _NAME.match(pieces[0][0]) if pieces[0][1] else None
    return found.group(1).lower() if found else ""


def _arguments(pieces: list[_Piece], name: str) -> list[str]:
    """What follows the name, split at `::` or, without one, at commas; only where written so."""
    head = pieces[0][0].lstrip()[len(name) :].lstrip()
    pieces = [(_COLONS.sub("", head, count=1) if head.startswith(":") else head, True), *pieces[1:]]
    doubled = any("::" in piece for piece, as_written in pieces if as_written)
    splitter = _DOUBLED if doubled else _COMMA
    parts = [""]
    for piece, as_written in pieces:
        cut = splitter.split(piece) if as_written else [piece]
        parts[-1] += cut[0]
        parts.extend(cut[1:])
    return [part.strip() if doubled else part.strip().replace("\\,", ",") for part in parts]


class _Run:
    """One expansion: counts its draws, collects its notes."""

    def __init__(self, context: MacroContext, escape: Callable[[str], str]) -> None:
        self.context, self.escape = context, escape
        self.notes: list[Mapping[str, Any]] = []
        self._draws = 0

    def substitute(self, pieces: list[_Piece]) -> _Piece:
        """What a macro leaves in its place."""
        inside = "".join(piece for piece, _ in pieces)
        name = _name_of(pieces)
        act = KNOWN.get(name)
        if act is None:
            self.notes.append({"code": "unknown_macro", "macro": name or inside[:40]})
            return "{{" + inside + "}}", False
        value = act(self, _arguments(pieces, name))
        return (value if name == "trim" else self.escape(value)), False

    def char(self, _: list[str]) -> str:
        return self.context.char

    def user(self, _: list[str]) -> str:
        return self.context.user

    def original(self, _: list[str]) -> str:
        return self.context.original

    def nothing(self, _: list[str]) -> str:
        return ""

    def trim(self, _: list[str]) -> str:
        return _TRIM

    def getvar(self, arguments: list[str]) -> str:
        return str(self.context.variables.get(arguments[0], "")) if arguments else ""

    def setvar(self, arguments: list[str]) -> str:
        self.notes.append({"code": "setvar_writes_nothing", "macro": (arguments or [""])[0]})
        return ""

    def random(self, arguments: list[str]) -> str:
        return self._one_of(arguments, "random", str(self.context.turn))

    def pick(self, arguments: list[str]) -> str:
        return self._one_of(arguments, "pick", "")

    def _one_of(self, choices: list[str], kind: str, turn: str) -> str:
        return choices[int(self._draw(kind, turn) * len(choices))] if choices else ""

    def roll(self, arguments: list[str]) -> str:
        text = arguments[0] if arguments else ""
        dice = read_dice(f"d{text}" if _SIDES.fullmatch(text) else text)
        if isinstance(dice, Refusal):
            self.notes.append({"code": "bad_roll", "macro": text[:40]})
            return ""
        turn = str(self.context.turn)
        return str(roll(dice, lambda below: int(self._draw("roll", turn) * below)).total)

    def _draw(self, kind: str, turn: str) -> float:
        self._draws += 1
        return draw(self.context.seed, kind, turn, self.context.salt, self._draws)


KNOWN: Mapping[str, Callable[[_Run, list[str]], str]] = {
    "char": _Run.char,
    "user": _Run.user,
    "original": _Run.original,
    "//": _Run.nothing,
    "trim": _Run.trim,
    "getvar": _Run.getvar,
    "setvar": _Run.setvar,
    "random": _Run.random,
    "pick": _Run.pick,
    "roll": _Run.roll,
}
