"""What an author may take over by hand from templates that do not run here (WB-9a).

Plain comparisons of `getvar` become conditions (15-languages, CO-1), initial values of variables
become definitions. Nothing here acts by itself: an offer waits for somebody to confirm it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from worldbook.rules.storable import is_storable

MAX_OFFERS, MAX_OF_ENTRY = 500, 50
CONDITION, VARIABLE = "condition", "variable"

_TAG = re.compile(r"<%[_=#-]?((?:[^<%]|<(?!%)|%(?!>)){1,500})%>")
_IF = re.compile(r"\s*if\s*\((.*)\)\s*\{?\s*[_-]?", re.DOTALL)
_NAME = r"[^'\"`{}()<>=!&|,\n]{1,120}"
_VARIABLE = (
    rf"(?:getvar\(\s*['\"`]({_NAME})['\"`][^()]{{0,120}}\)"
    rf"|['\"`]?\{{\{{\s*getvar\s*::\s*({_NAME}?)\s*\}}\}}['\"`]?)"
)
_VALUE = r"(-?\d{1,15}(?:\.\d{1,15})?|'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|true|false)"
_COMPARED = re.compile(rf"\s*{_VARIABLE}\s*(===?|!==?|<=|>=|<|>)\s*{_VALUE}\s*")
_TURNED = re.compile(rf"\s*{_VALUE}\s*(===?|!==?|<=|>=|<|>)\s*{_VARIABLE}\s*")
_CBS = re.compile(
    rf"\{{\{{#if\s+\{{\{{\s*(\w{{4,14}})::\{{\{{getvar::({_NAME})\}}\}}::([^{{}}\n]{{1,200}})"
    r"\}\}\s*\}\}"
)
_CBS_END = "{{/if}}"
_CBS_OPS = {
    "equal": "==",
    "not_equal": "!=",
    "notequal": "!=",
    "greater": ">",
    "greater_equal": ">=",
    "greaterequal": ">=",
    "less": "<",
    "less_equal": "<=",
    "lessequal": "<=",
}
_OPS = {"===": "==", "!==": "!="}
_MIRROR = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_SET_MACRO = re.compile(rf"\{{\{{\s*setvar\s*::\s*({_NAME}?)\s*::([^{{}}\n]{{0,200}})\}}\}}")
_SET_CALL = re.compile(rf"\bsetvar\(\s*['\"`]({_NAME})['\"`]\s*,\s*{_VALUE}\s*[,)]")
_INITIAL = re.compile(r"\[\s*(?:initvar|initialvariables)\b", re.IGNORECASE)
_LINE = re.compile(r"( *)([^\s:#][^:\n]{0,119}?) *:(?: +(.*?))? *")


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer: a condition for an entry, or the definition of a variable.

    `content` of a condition is the body without its template, where all of it stood inside.
    A variable's value is `{"name", "type": "number" | "text" | "flag", "initial", "description"?}`.
    """

    kind: str
    key_id: str
    value: Mapping[str, Any]
    content: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The offer as the report shows it."""
        data = {"kind": self.kind, "key_id": self.key_id, "value": dict(self.value)}
        return data if self.content is None else {**data, "content": self.content}


def offer_from_json(data: Mapping[str, Any]) -> Offer:
    """An offer that `Offer.to_json` wrote."""
    return Offer(data["kind"], data["key_id"], data["value"], data.get("content"))


def _literal(text: str) -> Any:
    """The value of a number, a quoted text, true or false; other text as it stands."""
    text = text.strip()
    if text in ("true", "false"):
        return text == "true"
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    if re.fullmatch(r"-?\d{1,15}", text):
        return int(text)
    if re.fullmatch(r"-?\d{1,15}\.\d{1,15}", text):
        return float(text)
    return text


def _leaf(name: str, op: str, value: Any) -> dict[str, Any]:
    """A condition on a variable of the world, which is where such programs keep theirs."""
    return {
        "variable": {
            "of": {"kind": "world"},
            "variable": name.strip(),
            "op": _OPS.get(op, op),
            "value": value,
        }
    }


def _compared(text: str) -> dict[str, Any] | None:
    """One comparison, the variable on either side."""
    hit = _COMPARED.fullmatch(text)
    if hit:
        return _leaf(hit[1] or hit[2], hit[3], _literal(hit[4]))
    hit = _TURNED.fullmatch(text)
    if hit:
        return _leaf(hit[3] or hit[4], _MIRROR.get(hit[2], hit[2]), _literal(hit[1]))
    return None


def _condition(text: str) -> dict[str, Any] | None:
    """Comparisons joined by && alone or by || alone; None where anything else is said."""
    for sign, kind in (("&&", "all"), ("||", "any")):
        if sign in text:
            parts = [_compared(part) for part in text.split(sign)]
            return {kind: parts} if all(parts) else None
    return _compared(text)


def _templates(key_id: str, body: str) -> Iterator[Offer]:
    """Conditions in EJS; the body too where one `if` holds all of it."""
    tags = list(_TAG.finditer(body))
    whole = len(tags) == 2 and tags[1][1].strip("_- \t\n") == "}"
    whole = whole and not (body[: tags[0].start()] + body[tags[1].end() :]).strip()
    for tag in tags:
        test = _IF.fullmatch(tag[1])
        condition = _condition(test[1]) if test else None
        if condition:
            inside = body[tags[0].end() : tags[1].start()].strip("\n") if whole else None
            yield Offer(CONDITION, key_id, condition, inside)


def _script_marks(key_id: str, body: str) -> Iterator[Offer]:
    """Conditions in the script marks of Risu."""
    for hit in _CBS.finditer(body):
        op = _CBS_OPS.get(hit[1].lower())
        if op:
            rest = body[hit.end() :].rstrip()
            whole = not body[: hit.start()].strip() and rest.endswith(_CBS_END)
            inside = rest.removesuffix(_CBS_END).strip("\n")
            fits = whole and "{{#" not in inside and "{{:" not in inside and "{{/" not in inside
            condition = _leaf(hit[2], op, _literal(hit[3]))
            yield Offer(CONDITION, key_id, condition, inside if fits else None)


def _definition(name: str, value: Any, description: str = "") -> dict[str, Any] | None:
    """The definition of a variable that begins with a value; None for what is no plain value."""
    kinds = {bool: "flag", int: "number", float: "number", str: "text"}
    kind = kinds.get(type(value))
    if not kind or not name.strip() or len(name) > 200:
        return None
    told = {"description": description} if description else {}
    return {"name": name.strip(), "type": kind, "initial": value, **told}


def _flat(value: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """The variables of nested objects, their names joined by points; `[value, words]` is a pair."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if not str(name).startswith("$"):
                yield from _flat(item, f"{path}.{name}" if path else str(name))
        return
    words = ""
    if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str):
        value, words = value
    found = _definition(path, value, words)
    if found:
        yield found


def _indented(text: str) -> dict[str, Any]:
    """Names and values on lines of their own, nested by indentation (the plain part of YAML)."""
    top: dict[str, Any] = {}
    open_boxes: list[tuple[int, dict[str, Any]]] = [(-1, top)]
    for line in text.splitlines()[:2_000]:
        hit = _LINE.fullmatch(line[:500])
        if not hit:
            continue
        depth = len(hit[1])
        while open_boxes[-1][0] >= depth:
            open_boxes.pop()
        name, value = hit[2].strip("'\""), hit[3]
        if value:
            open_boxes[-1][1][name] = _literal(value)
        elif len(open_boxes) < 20:
            inner: dict[str, Any] = {}
            open_boxes[-1][1][name] = inner
            open_boxes.append((depth, inner))
    return top


def _initial(body: str) -> Iterator[dict[str, Any]]:
    """The variables that an entry of initial values lists, in JSON or on lines."""
    text = body.strip().removeprefix("```json").removeprefix("```yaml").strip("`\n ")
    try:
        value = json.loads(text) if text.startswith("{") else _indented(text)
    except (ValueError, RecursionError):
        value = _indented(text)
    yield from _flat(value)


def _definitions(title: str, body: str) -> Iterator[dict[str, Any]]:
    """All definitions that an entry gives."""
    if _INITIAL.search(title):
        yield from _initial(body)
    for pattern in (_SET_MACRO, _SET_CALL):
        for hit in pattern.finditer(body):
            found = _definition(hit[1], _literal(hit[2]))
            if found:
                yield found


def offers_of(key_id: str, title: str, body: str) -> tuple[Offer, ...]:
    """What one entry offers, each once."""
    if "getvar" not in body and "setvar" not in body and not _INITIAL.search(title):
        return ()
    found: list[Offer] = []
    variables = (Offer(VARIABLE, key_id, value) for value in _definitions(title, body))
    for source in (_templates(key_id, body), _script_marks(key_id, body), variables):
        for offer in source:
            if offer not in found and is_storable(json.dumps(offer.to_json(), ensure_ascii=False)):
                found.append(offer)
            if len(found) >= MAX_OF_ENTRY:
                return tuple(found)
    return tuple(found)
