"""Taking over what an import has offered and somebody has confirmed (WB-9a)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from worldbook.rules.formats.cannot_run import found
from worldbook.rules.formats.notes import BLOCKED, block_reason
from worldbook.rules.formats.offers import CONDITION, VARIABLE, Offer

VARIABLES = "variable_definitions"
"""Where a book's `source` keeps confirmed definitions, until a world declares variables."""

Json = Mapping[str, Any]


def _and(before: Json | None, after: Json) -> Json:
    """Both conditions as one."""
    if not before:
        return after
    if set(before) == {"all"}:
        return before if after in before["all"] else {"all": [*before["all"], after]}
    return before if before == after else {"all": [before, after]}


def _blocked(title: str, body: str) -> str:
    """What still blocks an entry with this body; "" where nothing does."""
    codes = (note.code for note in found(title, body) if note.kind == BLOCKED)
    return next((block_reason(code) for code in codes), "")


def _with_conditions(entry: Json, offers: Sequence[Offer]) -> Json:
    """An entry (native JSON) with confirmed conditions; where one of them held the whole body, the
    body without its template, and no longer blocked by it."""
    made = dict(entry)
    for offer in offers:
        made["conditions"] = _and(made.get("conditions"), dict(offer.value))
        if offer.content is not None:
            made["content"] = offer.content
            made["blocked"] = _blocked(str(made.get("title", "")), offer.content)
    return made


def accept(book: Json, offers: Sequence[Offer], taken: Collection[int]) -> dict[str, Any]:
    """A book (native JSON) with the offers taken whose numbers are given; others change nothing.

    Conditions go to their entries, beside those an entry has already. Definitions of variables go
    to `source`, one a name.
    """
    wanted = [offer for number, offer in enumerate(offers) if number in taken]
    by_entry: dict[str, list[Offer]] = {}
    for offer in wanted:
        if offer.kind == CONDITION:
            by_entry.setdefault(offer.key_id, []).append(offer)
    entries = [
        _with_conditions(entry, by_entry[entry["key_id"]]) if entry["key_id"] in by_entry else entry
        for entry in book["entries"]
    ]
    defined = {
        offer.value["name"]: dict(offer.value)
        for offer in reversed(wanted)
        if offer.kind == VARIABLE
    }
    source = dict(book.get("source") or {})
    if defined:
        source[VARIABLES] = list(reversed(defined.values()))
    return {**book, "entries": entries, "source": source}
