"""Addresses of the worldbook's API, under /api/."""

from django.urls import path

from worldbook.api import (
    books,
    checking,
    drafts,
    entries,
    exports,
    imports,
    indexes,
    revisions,
    select,
    sharing,
    world_documents,
    worlds,
)

BOOKS = "worldbook/books/"
ONE = f"{BOOKS}<int:book_id>/"
REVISION = f"{ONE}revisions/<int:number>/"
IMPORT = "worldbook/imports/<uuid:preview_id>/"
WORLD = "worlds/<int:world_id>/"

urlpatterns = [
    path(BOOKS, books.BooksView.as_view(), name="api_books"),
    path(ONE, books.BookView.as_view(), name="api_book"),
    path(f"{ONE}draft/", drafts.DraftView.as_view(), name="api_book_draft"),
    path(f"{ONE}restore/", drafts.RestoreView.as_view(), name="api_book_restore"),
    path(f"{ONE}entries/", entries.EntriesView.as_view(), name="api_entries"),
    path(f"{ONE}entries/<int:entry_id>/", entries.EntryView.as_view(), name="api_entry"),
    path(f"{ONE}publish/", revisions.PublishView.as_view(), name="api_book_publish"),
    path(f"{ONE}revisions/", revisions.RevisionsView.as_view(), name="api_book_revisions"),
    path(REVISION, revisions.RevisionView.as_view(), name="api_book_revision"),
    path(f"{REVISION}index/", indexes.IndexView.as_view(), name="api_book_index"),
    path(f"{ONE}diff/", revisions.DiffView.as_view(), name="api_book_diff"),
    path(f"{ONE}exports/", exports.ExportsView.as_view(), name="api_book_exports"),
    path(f"{ONE}exports/<slug:name>/", exports.ExportView.as_view(), name="api_book_export"),
    path(f"{ONE}lint/", checking.LintView.as_view(), name="api_book_lint"),
    path(f"{ONE}used-by/", checking.UsedByView.as_view(), name="api_book_used_by"),
    path(f"{ONE}shares/", sharing.SharesView.as_view(), name="api_book_shares"),
    path(f"{ONE}shares/<str:username>/", sharing.ShareView.as_view(), name="api_book_share"),
    path("worldbook/select/", select.SelectView.as_view(), name="api_select"),
    path("worldbook/imports/", imports.ImportsView.as_view(), name="api_imports"),
    path(IMPORT, imports.ImportView.as_view(), name="api_import"),
    path(f"{IMPORT}offers/", imports.OffersView.as_view(), name="api_import_offers"),
    path(f"{IMPORT}dry-run/", imports.DryRunView.as_view(), name="api_import_dry_run"),
    path(f"{IMPORT}save/", imports.SaveImportView.as_view(), name="api_import_save"),
    path("worlds/", worlds.WorldsView.as_view(), name="api_worlds"),
    path("worlds/lint/", world_documents.DocumentLintView.as_view(), name="api_world_lint_any"),
    path(WORLD, worlds.WorldView.as_view(), name="api_world"),
    path(f"{WORLD}document/", world_documents.DocumentView.as_view(), name="api_world_document"),
    path(f"{WORLD}lint/", world_documents.WorldLintView.as_view(), name="api_world_lint"),
]
