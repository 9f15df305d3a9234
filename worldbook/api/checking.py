"""What lint finds in a book, and who uses it, over HTTP (WB-40, WK-10)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.api.base import BookDoor
from worldbook.api.exports import ExportDoor, StateSerializer
from worldbook.api.serializers import refusals
from worldbook.queries.books import opening_names, used_by
from worldbook.queries.indexes import site_embedding
from worldbook.queries.lint_words import finding_text
from worldbook.rules.findings import ERROR, Finding
from worldbook.rules.lint import lint
from worldbook.rules.tokens import estimate


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
    errors = serializers.IntegerField()
    warnings = serializers.IntegerField()
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
        found = lint(said, count=estimate, index_on=bool(site_embedding()))
        ordered = sorted(found, key=lambda finding: finding.level != ERROR)
        errors = sum(finding.level == ERROR for finding in found)
        return Response(
            {
                "state": state,
                "errors": errors,
                "warnings": len(found) - errors,
                "findings": [finding_json(finding) for finding in ordered],
            }
        )


class RevisionUseSerializer(serializers.Serializer[Any]):
    """How many stories pin a revision."""

    number = serializers.IntegerField()
    stories = serializers.IntegerField()


class UsedBySerializer(serializers.Serializer[Any]):
    """Who reads a book: stories by revision, and openings as "world: opening"."""

    latest_revision = serializers.IntegerField()
    revisions = RevisionUseSerializer(many=True)
    openings = serializers.ListField(child=serializers.CharField())


class UsedByView(BookDoor):
    """Who reads a book."""

    @extend_schema(operation_id="books_used_by", responses={200: UsedBySerializer, **refusals(404)})
    def get(self, request: Request, book_id: int) -> Response:
        """Counts of stories a revision, the newest first; for those who may change the book."""
        book = self.book_to_edit(book_id)
        pinned = sorted(used_by(book.pk).items(), reverse=True)
        return Response(
            {
                "latest_revision": book.latest_revision,
                "revisions": [{"number": number, "stories": n} for number, n in pinned],
                "openings": opening_names(book.pk),
            }
        )
