"""The page modules of a book, and the addresses they give the admin of lorebooks."""

from typing import Any

from django.urls import URLPattern

from worldbook.admin import (
    bench,
    bulk,
    comparing,
    entry_list,
    entry_list_edits,
    exporting,
    importing,
    indexes,
    lint_badge,
    lint_page,
    publishing,
    replace,
    revisions,
    undo,
    used_by,
)

PAGE_MODULES = (
    bench,
    bulk,
    entry_list,
    entry_list_edits,
    publishing,
    replace,
    revisions,
    comparing,
    exporting,
    lint_badge,
    lint_page,
    indexes,
    importing,
    undo,
    used_by,
)


def book_urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of all pages of a book."""
    return [address for module in PAGE_MODULES for address in module.urls(model_admin)]
