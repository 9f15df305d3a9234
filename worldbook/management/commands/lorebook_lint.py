"""`manage.py lorebook_lint --json`: what is to be mended in a book before it is played (WB-40)."""

import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

from worldbook.management.commands.lorebook_preview import read_request
from worldbook.management.json_command import JsonCommand
from worldbook.rules.condition_asks import PARTS
from worldbook.rules.findings import ERROR
from worldbook.rules.lint import BUDGET, lint
from worldbook.rules.refusal import Refusal
from worldbook.rules.tokens import estimate


class Command(JsonCommand):
    """Reads a lorebook or a card and tells what lint finds in its book; saves nothing."""

    help = (
        "Lints {file | book, import_defaults?, budget?, index?: whether entries are found by "
        "meaning (false unless said), known_facts?: the parts of the state that stories keep}."
    )

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """The findings, errors first, each with its place and its English sentence."""
        wrong = _wrong(request)
        if wrong is not None:
            return wrong
        parsed = read_request(request)
        if isinstance(parsed, Refusal):
            return parsed
        if parsed.book is None:
            return Refusal("no_lorebook", "This card holds no lorebook.")
        facts = request.get("known_facts")
        found = lint(
            parsed.book,
            count=estimate,
            budget=BUDGET if request.get("budget") is None else request["budget"],
            index_on=request.get("index") is True,
            known_facts=None if facts is None else frozenset(facts),
            clock=time.thread_time,
        )
        errors = sum(finding.level == ERROR for finding in found)
        return {
            "name": parsed.name,
            "errors": errors,
            "warnings": len(found) - errors,
            "findings": [finding.to_json() for finding in found],
        }


def _wrong(request: Mapping[str, Any]) -> Refusal | None:
    """The first member of a request that is of the wrong kind; null is as if it were not there."""
    for name, fits, message in _CHECKS:
        if request.get(name) is not None and not fits(request[name]):
            return Refusal("bad_request", f"`{name}` {message}", {"at": name})
    return None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_facts(value: Any) -> bool:
    return isinstance(value, list) and all(fact in PARTS for fact in value)


_CHECKS: Collection[tuple[str, Callable[[Any], bool], str]] = (
    ("budget", _is_whole, "is a whole number, 0 or more."),
    ("index", lambda value: isinstance(value, bool), "is true or false."),
    ("known_facts", _are_facts, f"is a list of: {', '.join(PARTS)}."),
)
