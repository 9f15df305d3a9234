"""The page that checks a book: every finding with the way to its field (WB-40, WK-11)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from worldbook.admin.differences import label_of
from worldbook.admin.paging import page_of
from worldbook.admin.workbench import book_of, book_path, page
from worldbook.models import Entry, Lorebook
from worldbook.queries.books import draft_book
from worldbook.queries.lint import lint_here
from worldbook.queries.lint_words import finding_text
from worldbook.rules.findings import ERROR, WARNING, Finding

FINDINGS_A_PAGE = 50
LEVELS = {ERROR: gettext_lazy("error"), WARNING: gettext_lazy("warning")}
COLOURS = {ERROR: "danger", WARNING: "warning"}


def findings_said(book: Lorebook, findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings for worldbook/findings.html, each with the address of its field; one query."""
    wanted = {finding.key_id for finding in findings if finding.key_id}
    rows = Entry.objects.filter(book=book, key_id__in=wanted).values_list("key_id", "pk", "title")
    entries = {key_id: (pk, title or key_id) for key_id, pk, title in rows}
    return [_finding_said(book, finding, entries) for finding in findings]


def _finding_said(
    book: Lorebook, finding: Finding, entries: dict[str, tuple[int, str]]
) -> dict[str, Any]:
    said: dict[str, Any] = {
        "level": LEVELS[finding.level],
        "colour": COLOURS[finding.level],
        "text": finding_text(finding),
        "field": label_of(finding.field, Entry if finding.key_id else Lorebook),
    }
    if not finding.key_id:
        return said | {"title": book.name, "url": _place("lorebook", book.pk, finding.field)}
    if finding.key_id not in entries:
        return said | {"title": finding.key_id}
    pk, title = entries[finding.key_id]
    return said | {"title": title, "url": _place("entry", pk, finding.field)}


def _place(model: str, pk: int, field: str) -> str:
    """The form of a row, opened at a field (static/worldbook/field_focus.js)."""
    url = reverse(f"admin:worldbook_{model}_change", args=[pk])
    return f"{url}?field={field}" if field else url


def _kinds(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """How often each kind of finding is there, with the words of the first of it."""
    found = list(findings)
    counts = Counter(finding.code for finding in found)
    first = {finding.code: finding for finding in reversed(found)}
    return [
        {"code": code, "count": count, "text": finding_text(first[code])}
        for code, count in counts.most_common()
    ]


def check(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """What lint finds in the draft, all of it or one kind, page by page."""
    book = book_of(model_admin, request, book_id)
    findings = lint_here(draft_book(book.pk))
    code = request.GET.get("code", "")
    kept = [finding for finding in findings if code in ("", finding.code)]
    shown = page_of(request, Paginator(kept, FINDINGS_A_PAGE))
    return page(
        model_admin,
        request,
        book,
        title=_("Check of %(book)s") % {"book": book.name},
        template="lint",
        current="lint",
        context={
            "page": shown,
            "findings": findings_said(book, list(shown)),
            "kinds": _kinds(findings),
            "code": code,
            "errors": sum(finding.level == ERROR for finding in findings),
            "warnings": sum(finding.level == WARNING for finding in findings),
        },
    )


def urls(model_admin: Any) -> list[URLPattern]:
    """The address of the page."""
    return [book_path(model_admin, "check/", check, "worldbook_lorebook_lint")]
