"""What lint finds in a book, and who uses it, over HTTP (WB-40, WK-10)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.api.base import BookDoor
from worldbook.api.exports import ExportDoor, StateSerializer
from worldbook.api.serializers import refusals
from worldbook.queries.lint import lint_here
from worldbook.queries.lint_words import finding_text
from worldbook.queries.used_by import openings_pinning, revision_uses, stories_reading
from worldbook.rules.findings import ERROR, Finding

STORIES = 200


class FindingSerializer(serializers.Serializer[Any]):
    """One finding; `key_id` is empty where it is about the book."""

    code = serializers.CharField()
    level = serializers.ChoiceField(["error", "warning"])
    key_id = serializers.CharField(allow_blank=True)
    field = serializers.CharField(allow_blank=True)
    detail = serializers.DictField()
    text = serializers.CharField()


class LintSerializer(serializers.Serializer[Any]):
    """All findings, errors first; errors bar publishing."""

    state = serializers.CharField()
    error_count = serializers.IntegerField()
    warning_count = serializers.IntegerField()
    findings = FindingSerializer(many=True)


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding with its sentence in the reader's language."""
    return {
        "code": finding.code,
        "level": finding.level,
        "key_id": finding.key_id,
        "field": finding.field,
        "detail": dict(finding.detail),
        "text": finding_text(finding),
    }


class LintView(ExportDoor):
    """The check of a book."""

    @extend_schema(
        operation_id="books_lint",
        parameters=[StateSerializer],
        responses={200: LintSerializer, **refusals(400, 404)},
    )
    def get(self, request: Request, book_id: int) -> Response:
        """What its author should know before players do."""
        _book, state, said = self.asked(request, book_id)
        found = lint_here(said)
        errors = sum(finding.level == ERROR for finding in found)
        return Response(
            {
                "state": state,
                "error_count": errors,
                "warning_count": len(found) - errors,
                "findings": [finding_json(finding) for finding in found],
            }
        )


class RevisionUseSerializer(serializers.Serializer[Any]):
    """How many stories pin a revision, and how many of them are the account's own."""

    number = serializers.IntegerField()
    stories = serializers.IntegerField()
    own = serializers.IntegerField()


class StoryUseSerializer(serializers.Serializer[Any]):
    """A story that pins the book, at revision `number`."""

    story = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True)
    owner_name = serializers.CharField()
    number = serializers.IntegerField()
    played_at = serializers.DateTimeField(allow_null=True)


class OpeningUseSerializer(serializers.Serializer[Any]):
    """An opening that pins the book: at `revision`, or at the latest where that is null."""

    opening = serializers.IntegerField(source="opening_id")
    name = serializers.CharField(source="opening.name")
    world = serializers.CharField(source="opening.world.name")
    revision = serializers.IntegerField(source="revision.number", default=None, allow_null=True)


class UsedBySerializer(serializers.Serializer[Any]):
    """Who reads a book; of stories those the account may know of, 200 at most."""

    latest_revision = serializers.IntegerField()
    revisions = RevisionUseSerializer(many=True)
    stories = StoryUseSerializer(many=True)
    openings = OpeningUseSerializer(many=True)


class UsedByView(BookDoor):
    """Who reads a book."""

    @extend_schema(operation_id="books_used_by", responses={200: UsedBySerializer, **refusals(404)})
    def get(self, request: Request, book_id: int) -> Response:
        """Counts of stories a revision, the newest first; for those who may change the book."""
        book = self.book_to_edit(book_id)
        said = {
            "latest_revision": book.latest_revision,
            "revisions": revision_uses(self.account, book),
            "stories": stories_reading(self.account, book)[:STORIES],
            "openings": openings_pinning(self.account, book),
        }
        return Response(UsedBySerializer(said).data)
