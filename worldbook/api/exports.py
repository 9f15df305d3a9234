"""A book as a file of any of the formats over HTTP, and what others will not see of it (WB-11)."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.errors import ActionRefused
from worldbook.api.base import LARGE, BookDoor, state_asked, values_of
from worldbook.api.serializers import refusals
from worldbook.models import Character, Lorebook
from worldbook.queries.exports import (
    CARDS,
    ExportWish,
    characters_with,
    exported,
    file_name,
)
from worldbook.rules.entries import Book
from worldbook.rules.exports import FORMATS, Loss, losses
from worldbook.rules.formats.refusals import reason_in
from worldbook.rules.refusal import Refusal


class StateSerializer(serializers.Serializer[Any]):
    """Which state of a book is meant."""

    state = serializers.RegexField(
        r"^(draft|\d{1,9})$",
        required=False,
        help_text="`draft` or a revision's number; else the latest revision, else the draft.",
    )


class ExportQuery(StateSerializer):
    """Which state of a book is written, and whose card it is."""

    character = serializers.IntegerField(
        min_value=1, max_value=LARGE, required=False, help_text="For the card formats."
    )


class LossSerializer(serializers.Serializer[Any]):
    """One thing that other programs will not see; `key_id` is empty where it is the book's."""

    key_id = serializers.CharField(allow_blank=True)
    field = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.DictField()
    text = serializers.CharField()


class ExportSerializer(serializers.Serializer[Any]):
    """One of the formats."""

    format = serializers.ChoiceField(list(FORMATS))
    url = serializers.CharField(help_text="Where the file is.")
    losses = LossSerializer(many=True)


class ExportListSerializer(serializers.Serializer[Any]):
    """What a state of a book can be written as."""

    state = serializers.CharField()
    entry_count = serializers.IntegerField()
    formats = ExportSerializer(many=True)


def loss_json(loss: Loss) -> dict[str, Any]:
    """A loss with its sentence in the reader's language."""
    return {**loss.to_json(), "text": loss.say(gettext)}


class ExportDoor(BookDoor):
    """A door to a book in a state that is asked for: drafts for editors, revisions for readers."""

    def asked(self, request: Request, book_id: int) -> tuple[Lorebook, str, Book]:
        """The book, the state's name, and what it says to the account."""
        values_of(StateSerializer, request.query_params)
        state = state_asked(request, self.book_to_read(book_id))
        book = self.book_in_state(book_id, state)
        return book, state, self.said_in(book, state)


class ExportsView(ExportDoor):
    """The formats of a book."""

    @extend_schema(
        operation_id="exports_list",
        parameters=[StateSerializer],
        responses={200: ExportListSerializer, **refusals(400, 404)},
    )
    def get(self, request: Request, book_id: int) -> Response:
        """Each format with what other programs will not see of the book; native loses nothing."""
        _book, state, said = self.asked(request, book_id)
        base = request.build_absolute_uri(request.path)
        formats = [
            {
                "format": name,
                "url": f"{base}{name}/?state={state}",
                "losses": [loss_json(loss) for loss in losses(said, name)],
            }
            for name in FORMATS
        ]
        count = len(said.entries)
        return Response({"state": state, "entry_count": count, "formats": formats})


class ExportView(ExportDoor):
    """A file."""

    def _character(self, book: Lorebook, wish: dict[str, Any], name: str) -> Character | None:
        if name not in CARDS or "character" not in wish:
            return None
        found = characters_with(self.account, book).filter(pk=wish["character"]).first()
        if found is None:
            raise Http404
        return found

    @extend_schema(
        operation_id="exports_read",
        parameters=[ExportQuery],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "image/png"): OpenApiTypes.BINARY,
            **refusals(400, 404),
        },
    )
    def get(self, request: Request, book_id: int, name: str) -> HttpResponse:
        """The book in a format. A card without `character` has the book's name and nothing else."""
        if name not in FORMATS:
            raise Http404
        wish = values_of(ExportQuery, request.query_params)
        book, state, said = self.asked(request, book_id)
        asked = ExportWish(name, state, self._character(book, wish, name))
        file = exported(asked, said)
        if isinstance(file, Refusal):
            reason = reason_in(file, gettext)
            raise ActionRefused(file.code, reason, status=400, detail=file.detail)
        shown_as = file_name(asked, said, file.ending)
        disposition = content_disposition_header(as_attachment=True, filename=shown_as)
        headers = {"Content-Disposition": disposition or "attachment"}
        return HttpResponse(file.data, content_type=file.media_type, headers=headers)
