"""Importing over HTTP: a preview, then saving it (WB-8)."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import FormParser, JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from worldbook.actions.import_cards import save_import_as_character
from worldbook.actions.imports import (
    forget_preview,
    preview_gone,
    preview_import,
    save_import_as_book,
)
from worldbook.api.serializers import (
    BookSerializer,
    ErrorSerializer,
    ImportSerializer,
    PreviewSerializer,
    SavedSerializer,
    SaveSerializer,
)
from worldbook.models import Character, ImportPreview, Lorebook
from worldbook.queries.books import with_draft_state
from worldbook.queries.imports import live_preview
from worldbook.queries.roles import signed_in
from worldbook.queries.visible import visible_books


class ImportsView(APIView):
    """Upload a file and get a preview of it."""

    key_scope = "author"
    parser_classes = (MultiPartParser,)
    throttle_scope = "imports"

    @extend_schema(
        request=ImportSerializer,
        responses={201: PreviewSerializer, 400: ErrorSerializer, 429: ErrorSerializer},
    )
    def post(self, request: Request) -> Response:
        """Read the file; no book is changed. The preview is kept for an hour."""
        form = ImportSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        file = form.validated_data["file"]
        preview = preview_import(
            by=signed_in(request.user),
            data=file.read(),
            file_name=file.name,
            wanted=form.validated_data["wanted"],
            import_defaults=form.validated_data["import_defaults"],
        )
        return Response(PreviewSerializer(preview).data, status=201)


class ImportView(APIView):
    """One preview."""

    key_scope = "author"

    @extend_schema(responses={200: PreviewSerializer, 404: ErrorSerializer})
    def get(self, request: Request, preview_id: uuid.UUID) -> Response:
        """The preview again, within its hour."""
        preview = live_preview(signed_in(request.user), preview_id)
        if preview is None:
            raise preview_gone()
        return Response(PreviewSerializer(preview).data)

    @extend_schema(responses={204: None, 404: ErrorSerializer})
    def delete(self, request: Request, preview_id: uuid.UUID) -> Response:
        """Throw the preview away."""
        forget_preview(by=signed_in(request.user), preview_id=preview_id)
        return Response(status=204)


class SaveImportView(APIView):
    """Save what a preview has read."""

    key_scope = "author"
    parser_classes = (JSONParser, FormParser, MultiPartParser)

    @extend_schema(
        request=SaveSerializer,
        responses={201: SavedSerializer, 400: ErrorSerializer, 404: ErrorSerializer},
    )
    def post(self, request: Request, preview_id: uuid.UUID) -> Response:
        """A new lorebook or character, or entries of a draft. Sent twice, it is saved once."""
        form = SaveSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        preview = live_preview(signed_in(request.user), preview_id)
        if preview is None:
            raise preview_gone()
        if preview.wanted == ImportPreview.Wanted.CHARACTER:
            character = save_import_as_character(
                by=signed_in(request.user),
                preview_id=preview_id,
                world_id=form.validated_data.get("world"),
            )
            return _saved(request, character.lorebook, character)
        book = save_import_as_book(
            by=signed_in(request.user),
            preview_id=preview_id,
            into_book_id=form.validated_data.get("book"),
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
