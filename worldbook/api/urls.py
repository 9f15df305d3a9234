"""Addresses of the worldbook's API, under /api/."""

from django.urls import path

from worldbook.api import books, imports, indexes

urlpatterns = [
    path("worldbook/books/", books.BooksView.as_view(), name="api_books"),
    path("worldbook/books/<int:pk>/", books.BookView.as_view(), name="api_book"),
    path("worldbook/books/<int:pk>/publish/", books.PublishView.as_view(), name="api_book_publish"),
    path(
        "worldbook/books/<int:book_id>/revisions/<int:number>/",
        books.RevisionView.as_view(),
        name="api_book_revision",
    ),
    path(
        "worldbook/books/<int:book_id>/revisions/<int:number>/index/",
        indexes.IndexView.as_view(),
        name="api_book_index",
    ),
    path("worldbook/imports/", imports.ImportsView.as_view(), name="api_imports"),
    path("worldbook/imports/<uuid:preview_id>/", imports.ImportView.as_view(), name="api_import"),
    path(
        "worldbook/imports/<uuid:preview_id>/save/",
        imports.SaveImportView.as_view(),
        name="api_import_save",
    ),
]
