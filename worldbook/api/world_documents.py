"""A world's document over HTTP: read, replaced, edited row by row, judged (AD-1, AD-5, TB-19)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.words import problem_json
from worldbook.actions.world_documents import problem_of, save_world_document
from worldbook.actions.world_parts import Drop, Edit, Put, edit_world
from worldbook.api.base import LARGE, values_of
from worldbook.api.serializers import refusals
from worldbook.api.world_base import WorldDoor
from worldbook.models import World
from worldbook.queries.world_document import read_world_document
from worldbook.queries.world_lint import findings_of_world, lint_counts, world_findings
from worldbook.rules.world_document import KEYED, document_faults

MOST_EDITS = 1_000


class DocumentSerializer(serializers.Serializer[Any]):
    """What a world says, and the version at which it says so."""

    document_version = serializers.IntegerField()
    document = serializers.DictField()


class DocumentChange(serializers.Serializer[Any]):
    """A whole document, for a world that is still at a version."""

    expected_version = serializers.IntegerField(
        min_value=0, max_value=LARGE, help_text="The `document_version` that was read."
    )
    document = serializers.DictField(help_text="Rows whose keys are not in it are deleted.")


class WorldEditSerializer(serializers.Serializer[Any]):
    """One row: a new one (no `key`), other values of one, or one that goes (`drop`).

    `seen` are the values, by field, that were read: where a field has another one now, and is to be
    changed, everything is refused (409 "edit_conflict").
    """

    part = serializers.ChoiceField(["world", *KEYED])
    key = serializers.CharField(required=False, allow_null=True, default=None)
    values = serializers.DictField(required=False, default=dict)
    seen = serializers.DictField(required=False, default=dict)
    drop = serializers.BooleanField(required=False, default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A row that goes is named, and the world itself stays."""
        if attrs["drop"] and (not attrs["key"] or attrs["part"] == "world"):
            raise serializers.ValidationError({"key": ["A row that goes is named by its key."]})
        return attrs


class EditsSerializer(serializers.Serializer[Any]):
    """Edits that are done in order, all or none."""

    edits = WorldEditSerializer(  # type: ignore[call-arg]  # a list's own argument
        many=True, allow_empty=False, max_length=MOST_EDITS
    )


class EditedSerializer(serializers.Serializer[Any]):
    """The key of each row that was put, "" for one that has gone; and the new version."""

    keys = serializers.ListField(child=serializers.CharField(allow_blank=True))
    document_version = serializers.IntegerField()


class WorldFindingSerializer(serializers.Serializer[Any]):
    """One finding: about the row `key` of a `part` of the document."""

    code = serializers.CharField()
    level = serializers.ChoiceField(["error", "warning"])
    part = serializers.CharField()
    key = serializers.CharField(allow_blank=True)
    detail = serializers.DictField()
    text = serializers.CharField()


class FaultSerializer(serializers.Serializer[Any]):
    """What keeps a document from being saved, with its place in it."""

    code = serializers.CharField()
    path = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class WorldLintSerializer(serializers.Serializer[Any]):
    """All that is to be mended: `problems` bar saving, errors bar a world from being played well."""

    problems = FaultSerializer(many=True)
    error_count = serializers.IntegerField()
    warning_count = serializers.IntegerField()
    findings = WorldFindingSerializer(many=True)


def _said(world: World) -> Response:
    document = read_world_document(world).document
    return Response({"document_version": world.document_version, "document": document})


def _lint(document: dict[str, Any], findings: list[dict[str, Any]]) -> Response:
    problems = [problem_json(problem_of(fault)) for fault in document_faults(document)]
    said = {"problems": problems, **lint_counts(findings), "findings": findings}
    return Response(WorldLintSerializer(said).data)


class DocumentView(WorldDoor):
    """A world as one document; for those who may change it."""

    @extend_schema(
        operation_id="world_document_read", responses={200: DocumentSerializer, **refusals(404)}
    )
    def get(self, request: Request, world_id: int) -> Response:
        """Everything that the world says."""
        return _said(self.world_to_edit(world_id))

    @extend_schema(
        operation_id="world_document_replace",
        request=DocumentChange,
        responses={200: DocumentSerializer, **refusals(400, 404, 409)},
    )
    def put(self, request: Request, world_id: int) -> Response:
        """Make the world say this.

        400 "invalid" has `problems`, every fault with its `path`; 409 "edit_conflict" has `changed`,
        what it would change now, with `yours` and `theirs`.
        """
        wish = values_of(DocumentChange, request.data)
        world = save_world_document(
            by=self.account,
            world_id=world_id,
            document=wish["document"],
            seen=wish["expected_version"],
        )
        return _said(world)

    @extend_schema(
        operation_id="world_document_edit",
        request=EditsSerializer,
        responses={200: EditedSerializer, **refusals(400, 404, 409)},
    )
    def patch(self, request: Request, world_id: int) -> Response:
        """Put, change and take away single rows; 409 "in_use" where something stands on one."""
        wish = values_of(EditsSerializer, request.data)
        edits = [_edit(edit) for edit in wish["edits"]]
        keys = edit_world(by=self.account, world_id=world_id, edits=edits)
        version = self.world_to_edit(world_id).document_version
        return Response({"keys": list(keys), "document_version": version})


def _edit(told: dict[str, Any]) -> Edit:
    if told["drop"]:
        return Drop(told["part"], told["key"])
    return Put(told["part"], told["values"], told["key"] or None, told["seen"])


class WorldLintView(WorldDoor):
    """The check of a world."""

    @extend_schema(operation_id="world_lint", responses={200: WorldLintSerializer, **refusals(404)})
    def get(self, request: Request, world_id: int) -> Response:
        """What its author should know before players do."""
        world = self.world_to_edit(world_id)
        document = read_world_document(world).document
        return _lint(document, findings_of_world(self.account, world))


class DocumentLint(serializers.Serializer[Any]):
    """A document to judge."""

    document = serializers.DictField()


class DocumentLintView(WorldDoor):
    """The check of a document that is nowhere yet."""

    @extend_schema(
        operation_id="world_document_lint",
        request=DocumentLint,
        responses={200: WorldLintSerializer, **refusals(400)},
    )
    def post(self, request: Request) -> Response:
        """Every fault and finding of a document; saves nothing."""
        document = values_of(DocumentLint, request.data)["document"]
        return _lint(document, world_findings(document))
