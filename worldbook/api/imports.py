"""Importing over HTTP: a preview, its offers, a dry run, then saving it (WB-8, WB-9b, WK-12)."""

import uuid
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.import_cards import save_import_as_character
from worldbook.actions.imports import (
    accept_offers,
    forget_preview,
    no_lorebook,
    preview_gone,
    preview_import,
)
from worldbook.actions.saving_imports import LINK, REVISION, save_import_as_book
from worldbook.api.base import BookDoor, values_of
from worldbook.api.import_serializers import (
    DryRunSerializer,
    ImportSerializer,
    OffersSerializer,
    PreviewSerializer,
    SavedSerializer,
    SaveSerializer,
    WaySerializer,
)
from worldbook.api.serializers import BookSerializer, refusals
from worldbook.models import Character, ImportPreview, Lorebook
from worldbook.queries.books import draft_book, entry_json, with_draft_state
from worldbook.queries.imports import book_to_save, draft_of_import, live_preview
from worldbook.queries.visible import visible_books
from worldbook.rules.arrivals import arrivals
from worldbook.rules.diff import diff_books
from worldbook.rules.entries import book_from_json


class ImportsView(BookDoor):
    """Upload a file and get a preview of it."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        request=ImportSerializer,
        operation_id="imports_preview",
        responses={201: PreviewSerializer, **refusals(400)},
    )
    def post(self, request: Request) -> Response:
        """Read the file; no book is changed. The preview is kept for an hour."""
        wish = values_of(ImportSerializer, request.data)
        file = wish["file"]
        preview = preview_import(
            by=self.account,
            data=file.read(),
            file_name=file.name,
            wanted=wish["wanted"],
            import_defaults=wish["import_defaults"],
        )
        return Response(PreviewSerializer(preview).data, status=201)


class PreviewDoor(BookDoor):
    """A door to one of the account's previews, within its hour."""

    def preview(self, preview_id: uuid.UUID) -> ImportPreview:
        """The preview.

        Raises:
            ActionRefused: "preview_gone" (404).
        """
        preview = live_preview(self.account, preview_id)
        if preview is None:
            raise preview_gone()
        return preview


class ImportView(PreviewDoor):
    """One preview."""

    @extend_schema(operation_id="imports_read", responses={200: PreviewSerializer, **refusals(404)})
    def get(self, request: Request, preview_id: uuid.UUID) -> Response:
        """The preview again."""
        return Response(PreviewSerializer(self.preview(preview_id)).data)

    @extend_schema(operation_id="imports_forget", responses={204: None, **refusals(404)})
    def delete(self, request: Request, preview_id: uuid.UUID) -> Response:
        """Throw the preview away."""
        forget_preview(by=self.account, preview_id=preview_id)
        return Response(status=204)


class OffersView(PreviewDoor):
    """What a file offers beyond what runs here (WB-9a)."""

    @extend_schema(
        operation_id="imports_offers",
        request=OffersSerializer,
        responses={200: PreviewSerializer, **refusals(400, 404)},
    )
    def put(self, request: Request, preview_id: uuid.UUID) -> Response:
        """Confirm these offers and no others; saving the preview takes them over."""
        numbers = values_of(OffersSerializer, request.data)["accepted"]
        accept_offers(by=self.account, preview_id=preview_id, numbers=numbers)
        return Response(PreviewSerializer(self.preview(preview_id)).data)


class DryRunView(PreviewDoor):
    """What saving would do (WK-12)."""

    @extend_schema(
        operation_id="imports_dry_run",
        parameters=[WaySerializer],
        responses={200: DryRunSerializer, **refusals(400, 404)},
    )
    def get(self, request: Request, preview_id: uuid.UUID) -> Response:
        """Which entries would come or change in `book`; nothing where a new book would be made."""
        wish = values_of(WaySerializer, request.query_params)
        preview = self.preview(preview_id)
        if preview.parsed["book"] is None:
            raise no_lorebook()
        answer: dict[str, Any] = {"arrivals": [], "changes": [], "book_fields": []}
        answer["draft_version"] = None
        if "book" not in wish or wish["as"] == LINK:
            return Response(answer)
        book = self.book_to_edit(wish["book"])
        said = _becoming if wish["as"] == REVISION else _joining
        return Response(answer | said(preview, book) | {"draft_version": book.draft_version})


def _joining(preview: ImportPreview, book: Lorebook) -> dict[str, Any]:
    present = [entry_json(row) for row in book.entries.all()]
    found = arrivals(book_to_save(preview)["entries"], present)
    return {"arrivals": [asdict(item) for item in found]}


def _becoming(preview: ImportPreview, book: Lorebook) -> dict[str, Any]:
    diff = diff_books(draft_book(book.pk), book_from_json(draft_of_import(preview, book)))
    changes = [
        {
            "key_id": item.key_id,
            "title": item.title,
            "change": item.change,
            "fields_changed": item.fields,
        }
        for item in diff.entries
    ]
    return {"changes": changes, "book_fields": diff.fields}


class SaveImportView(PreviewDoor):
    """Save what a preview has read."""

    @extend_schema(
        operation_id="imports_save",
        request=SaveSerializer,
        responses={201: SavedSerializer, **refusals(400, 404, 409)},
    )
    def post(self, request: Request, preview_id: uuid.UUID) -> Response:
        """A new lorebook or character, or a draft that grows or becomes this, or a book that says it.

        Sent twice, it is saved once. 409 "not_known": the book to go on with does not say this;
        409 "draft_conflict": the draft that is to become this was changed since it was looked at.
        """
        wish = values_of(SaveSerializer, request.data)
        if self.preview(preview_id).wanted == ImportPreview.Wanted.CHARACTER:
            character = save_import_as_character(
                by=self.account,
                preview_id=preview_id,
                world_id=wish.get("world"),
                known_book_id=wish.get("book") if wish["as"] == LINK else None,
            )
            return _saved(request, character.lorebook, character)
        book = save_import_as_book(
            by=self.account,
            preview_id=preview_id,
            into_book_id=wish.get("book"),
            as_=wish["as"],
            expected_draft=wish.get("expected_draft"),
        )
        return _saved(request, book, None)


def _saved(request: Request, book: Lorebook | None, character: Character | None) -> Response:
    shown = with_draft_state(visible_books(request.user)).filter(pk=book.pk if book else 0).first()
    answer = {
        "book": BookSerializer(shown).data if shown else None,
        "character": character.pk if character else None,
        "world": character.world_id if character else None,
    }
    return Response(answer, status=201)
