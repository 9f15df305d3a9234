"""The JSON of import previews, and of what becomes of them (WB-8)."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from worldbook.api.base import LARGE
from worldbook.api.native import BookJson
from worldbook.api.serializers import BookSerializer
from worldbook.models import ImportPreview
from worldbook.queries.imports import report_said


class ImportSerializer(serializers.Serializer[Any]):
    """A file to read."""

    file = serializers.FileField(allow_empty_file=True)
    wanted = serializers.ChoiceField(
        choices=ImportPreview.Wanted.choices, default=ImportPreview.Wanted.LOREBOOK
    )
    import_defaults = serializers.ChoiceField(
        choices=ImportPreview.Defaults.choices, default=ImportPreview.Defaults.NATIVE
    )


class PreviewSerializer(serializers.ModelSerializer[ImportPreview]):
    """What was read of a file, and the report; nothing is saved yet."""

    format = serializers.CharField(source="parsed.format", read_only=True)
    name = serializers.CharField(source="parsed.name", read_only=True, allow_blank=True)
    book = serializers.SerializerMethodField()
    card = serializers.DictField(source="parsed.card", read_only=True, allow_null=True)
    report = serializers.SerializerMethodField()

    class Meta:
        model = ImportPreview
        fields: tuple[str, ...] = (
            "id",
            "wanted",
            "file_name",
            "file_hash",
            "import_defaults",
            "expires_at",
            "format",
            "name",
            "book",
            "card",
            "report",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(BookJson(allow_null=True))
    def get_book(self, preview: ImportPreview) -> dict[str, Any] | None:
        """The book in native JSON, entries without what is default; null where there is none."""
        return preview.parsed["book"]

    def get_report(self, preview: ImportPreview) -> dict[str, Any]:
        """The report of WB-41 in the account's language, with what it offers (WB-9a)."""
        return report_said(preview.report)


class SaveSerializer(serializers.Serializer[Any]):
    """Where what was read goes: into a book or a world, else into a new one."""

    book = serializers.IntegerField(
        min_value=1, max_value=LARGE, required=False, help_text="A lorebook to add the entries to."
    )
    world = serializers.IntegerField(
        min_value=1, max_value=LARGE, required=False, help_text="A world for the character."
    )


class SavedSerializer(serializers.Serializer[Any]):
    """What has become of a preview."""

    book = BookSerializer(allow_null=True)
    character = serializers.IntegerField(allow_null=True)
    world = serializers.IntegerField(allow_null=True)
