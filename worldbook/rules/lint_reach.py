"""What lint finds in whether an entry can ever be used: starts, bodies, conditions (WB-14, WB-40)."""

from collections.abc import Collection, Iterator

from worldbook.rules import folding
from worldbook.rules.condition_asks import leaves_of, parts_of
from worldbook.rules.conditions_validate import condition_fault
from worldbook.rules.entries import Book, Entry
from worldbook.rules.findings import Finding, finding
from worldbook.rules.lint_errors import acts
from worldbook.rules.macros import has_macros, macro_names, unknown_macros


def reach_findings(
    book: Book, *, index_on: bool, known_facts: Collection[str] | None
) -> Iterator[Finding]:
    """All findings about whether the entries that act can be used."""
    brought = {name for entry in book.entries if acts(entry) for name in entry.requires}
    for entry in book.entries:
        if acts(entry):
            yield from _body(entry)
            yield from _reach(book, entry, index_on=index_on, brought=entry.key_id in brought)
            if known_facts is not None:
                yield from _unkept(entry, known_facts)


def _body(entry: Entry) -> Iterator[Finding]:
    if not entry.content.strip():
        yield finding("empty_body", entry.key_id, "content")
    if has_macros(entry.content):
        for name in unknown_macros(entry.content):
            yield finding("unknown_macro", entry.key_id, "content", macro=name)
        if "setvar" in macro_names(entry.content):
            yield finding("setvar", entry.key_id, "content")


def _reach(book: Book, entry: Entry, *, index_on: bool, brought: bool) -> Iterator[Finding]:
    """Why nothing can ever bring an entry up, the first reason there is."""
    if entry.probability == 0:
        yield finding("never_drawn", entry.key_id, "probability")
    elif brought:
        return
    elif entry.delay_until_recursion > book.max_passes:
        yield finding(
            "unreachable_pass",
            entry.key_id,
            "delay_until_recursion",
            **{"pass": entry.delay_until_recursion, "passes": book.max_passes},
        )
    elif not (entry.required or entry.constant or entry.activate):
        yield from _unstarted(book, entry, index_on=index_on)


def _unstarted(book: Book, entry: Entry, *, index_on: bool) -> Iterator[Finding]:
    """Why neither keys nor the search by meaning can start an entry."""
    depth = book.scan_depth if entry.scan_depth is None else entry.scan_depth
    if entry.dont_activate:
        yield finding("unreachable_switch", entry.key_id, "dont_activate")
    elif index_on:
        return
    elif not any(map(folding.trim, entry.keys)):
        yield finding("unreachable", entry.key_id, "keys")
    elif depth == 0 and entry.exclude_recursion:
        yield finding("unreachable_depth", entry.key_id, "scan_depth")


def _unkept(entry: Entry, known: Collection[str]) -> Iterator[Finding]:
    """The parts of the state that a condition asks for and stories do not keep, each once."""
    if not entry.conditions or condition_fault(entry.conditions):
        return
    missing: dict[str, str] = {}
    for kind, part, path in leaves_of(entry.conditions, ""):
        for fact in parts_of(kind, part):
            if fact not in known:
                missing.setdefault(fact, path)
    for fact, path in missing.items():
        yield finding("unkept_fact", entry.key_id, "conditions", fact=fact, path=path)
