"""Whether a book and its entries hold what they may hold, and if not, what is wrong and where.

Refusals carry a code, an English sentence and `detail` with "path" ("entries[3].probability", and
inside a condition "entries[3].conditions.all[1].variable.op"),
"entry" (the entry's id, where there is one), "field" and what the sentence needs, so that a door
can say it in another language and put it beside the field (WK-24).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from worldbook.rules.conditions_validate import save_fault
from worldbook.rules.faults import MESSAGES, Fault, under
from worldbook.rules.fields import BOOK_FIELDS, ENTRY_FIELDS, Kind, Problem, Text, Texts
from worldbook.rules.refusal import Refusal

_LANGUAGES: Mapping[str, Callable[[Any], Fault | None]] = {"conditions": save_fault}
"""Fields whose values have a grammar of their own, and who judges it."""


def _refusal(problem: Problem, path: str, field: str, entry: str) -> Refusal:
    code, values = problem
    sentence = f"{path} {MESSAGES[code] % values}"
    where = {"path": path, "field": field} | ({"entry": entry} if entry else {})
    return Refusal(code, sentence, {**where, **values})


def _problems(
    data: Mapping[str, Any], kinds: Mapping[str, Kind], before: str, entry: str
) -> Iterator[Refusal]:
    for name, value in data.items():
        path, kind = f"{before}{name}", kinds.get(name)
        problem = kind.problem(value) if kind else ("unknown_field", {})
        if problem is None and value is not None and name in _LANGUAGES:
            fault = under(path, _LANGUAGES[name](value))
            problem = (fault.code, dict(fault.values)) if fault else None
            path = fault.path if fault else path
        if problem:
            yield _refusal(problem, path, str(name), entry)


def field_problems(data: Mapping[str, Any], kinds: Mapping[str, Kind]) -> tuple[Refusal, ...]:
    """What is wrong with some fields, judged by a table of `rules.fields`; absent ones pass."""
    return tuple(_problems(data, kinds, "", ""))


def entry_problems(data: Mapping[str, Any], before: str = "") -> tuple[Refusal, ...]:
    """What is wrong with an entry's fields (native JSON names and values); absent fields pass."""
    key_id = data.get("key_id")
    return tuple(_problems(data, ENTRY_FIELDS, before, key_id if isinstance(key_id, str) else ""))


def _entries_problems(entries: Sequence[Any]) -> Iterator[Refusal]:
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        at = f"entries[{index}]"
        if not isinstance(entry, Mapping):
            yield _refusal(("not_object", {}), at, "entries", "")
            continue
        yield from entry_problems(entry, f"{at}.")
        key_id = entry.get("key_id")
        if key_id is None:
            yield _refusal(("missing", {}), f"{at}.key_id", "key_id", "")
        elif isinstance(key_id, str):
            if key_id in seen:
                yield _refusal(("duplicate", {}), f"{at}.key_id", "key_id", key_id)
            seen.add(key_id)


def book_problems(data: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What is wrong with a book in native JSON; empty when it can be kept as it is.

    The book's own fields may be absent; `entries` may not, and each needs a `key_id` of its own.
    """
    own = {
        name: value
        for name, value in data.items()
        if name not in ("entries", "revision", "rpsite_lorebook")
    }
    found = list(_problems(own, BOOK_FIELDS, "", ""))
    entries = data.get("entries")
    if not isinstance(entries, list | tuple):
        code = "missing" if entries is None else "not_list"
        return (*found, _refusal((code, {}), "entries", "entries", ""))
    return (*found, *_entries_problems(entries))


def _cut(data: Mapping[str, Any], kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """The fields with texts that are too long cut to what fits."""
    cut = dict(data)
    for name, value in data.items():
        kind = kinds.get(name)
        if isinstance(kind, Text) and kind.most and isinstance(value, str):
            cut[name] = value[: kind.most]
        elif isinstance(kind, Texts) and kind.most and isinstance(value, list):
            cut[name] = [str(item)[: kind.most] for item in value]
    return cut


def cut_to_fit(book: Mapping[str, Any]) -> dict[str, Any]:
    """A book in native JSON with its short texts (names, tags, ...) cut to what can be kept."""
    entries = [_cut(entry, ENTRY_FIELDS) for entry in book["entries"]]
    return _cut(book, BOOK_FIELDS) | {"entries": entries}
