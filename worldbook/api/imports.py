"""Importing over HTTP: a preview, then saving it (WB-8)."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.import_cards import save_import_as_character
from worldbook.actions.imports import (
    forget_preview,
    preview_gone,
    preview_import,
    save_import_as_book,
)
from worldbook.api.base import BookDoor, values_of
from worldbook.api.import_serializers import (
    ImportSerializer,
    PreviewSerializer,
    SavedSerializer,
    SaveSerializer,
)
from worldbook.api.serializers import BookSerializer, refusals
from worldbook.models import Character, ImportPreview, Lorebook
from worldbook.queries.books import with_draft_state
from worldbook.queries.imports import live_preview
from worldbook.queries.visible import visible_books


class ImportsView(BookDoor):
    """Upload a file and get a preview of it."""

    parser_classes = (MultiPartParser,)
    throttle_scope = "imports"

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


class ImportView(BookDoor):
    """One preview."""

    @extend_schema(operation_id="imports_read", responses={200: PreviewSerializer, **refusals(404)})
    def get(self, request: Request, preview_id: uuid.UUID) -> Response:
        """The preview again, within its hour."""
        preview = live_preview(self.account, preview_id)
        if preview is None:
            raise preview_gone()
        return Response(PreviewSerializer(preview).data)

    @extend_schema(operation_id="imports_forget", responses={204: None, **refusals(404)})
    def delete(self, request: Request, preview_id: uuid.UUID) -> Response:
        """Throw the preview away."""
        forget_preview(by=self.account, preview_id=preview_id)
        return Response(status=204)


class SaveImportView(BookDoor):
    """Save what a preview has read."""

    @extend_schema(
        operation_id="imports_save",
        request=SaveSerializer,
        responses={201: SavedSerializer, **refusals(400, 404, 409)},
    )
    def post(self, request: Request, preview_id: uuid.UUID) -> Response:
        """A new lorebook or character, or entries of a draft. Sent twice, it is saved once."""
        wish = values_of(SaveSerializer, request.data)
        preview = live_preview(self.account, preview_id)
        if preview is None:
            raise preview_gone()
        if preview.wanted == ImportPreview.Wanted.CHARACTER:
            character = save_import_as_character(
                by=self.account,
                preview_id=preview_id,
                world_id=wish.get("world"),
            )
            return _saved(request, character.lorebook, character)
        book = save_import_as_book(
            by=self.account,
            preview_id=preview_id,
            into_book_id=wish.get("book"),
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
