"""The mark that says how many findings lint has in a draft, for pages that do not wait for it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern

from worldbook.admin.workbench import book_of, book_path
from worldbook.queries.lint_counts import counted_lint


def urls(model_admin: Any) -> list[URLPattern]:
    """The address that a page asks for the mark, once it is shown."""
    return [book_path(model_admin, "lint/mark/", mark, "worldbook_lorebook_lint_mark")]


def mark(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
    """The mark as HTML."""
    book = book_of(model_admin, request, book_id)
    context = {"book": book, "lint": counted_lint(book)}
    return render(request, "admin/worldbook/lint_mark.html", context)
