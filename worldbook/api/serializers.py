"""The JSON of books, revisions and previews."""

from typing import Any

from rest_framework import serializers

from worldbook.models import ImportPreview, Lorebook, Revision
from worldbook.queries.books import book_value
from worldbook.queries.imports import report_said
from worldbook.rules.entries import book_to_json


class BookSerializer(serializers.ModelSerializer[Lorebook]):
    """A book in a list; `draft_differs`: the draft says something that is not published."""

    entry_count = serializers.IntegerField(read_only=True)
    draft_differs = serializers.BooleanField(read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)

    class Meta:
        model = Lorebook
        fields: tuple[str, ...] = (
            "id",
            "key",
            "name",
            "description",
            "language",
            "owner",
            "visibility",
            "tags",
            "entry_count",
            "latest_revision",
            "draft_version",
            "draft_differs",
            "draft_changed_at",
        )
        read_only_fields: tuple[str, ...] = fields


class RevisionSerializer(serializers.ModelSerializer[Revision]):
    """A revision without its body."""

    published_by = serializers.CharField(
        source="published_by.username", read_only=True, default=None
    )

    class Meta:
        model = Revision
        fields: tuple[str, ...] = (
            "number",
            "content_hash",
            "entry_count",
            "note",
            "published_by",
            "published_at",
        )
        read_only_fields: tuple[str, ...] = fields


class WholeRevisionSerializer(RevisionSerializer):
    """A revision with what it said, as native JSON."""

    body = serializers.JSONField(read_only=True)

    class Meta(RevisionSerializer.Meta):
        fields: tuple[str, ...] = (*RevisionSerializer.Meta.fields, "body")
        read_only_fields: tuple[str, ...] = fields


class WholeBookSerializer(BookSerializer):
    """A book with its revisions and, for those who may edit it, its draft as native JSON."""

    revisions = RevisionSerializer(many=True, read_only=True)
    may_edit = serializers.SerializerMethodField()
    draft = serializers.SerializerMethodField()

    class Meta(BookSerializer.Meta):
        fields: tuple[str, ...] = (*BookSerializer.Meta.fields, "may_edit", "revisions", "draft")
        read_only_fields: tuple[str, ...] = fields

    def get_may_edit(self, book: Lorebook) -> bool:
        """Whether the account may change and publish the book."""
        return bool(self.context["may_edit"])

    def get_draft(self, book: Lorebook) -> dict[str, Any] | None:
        """The draft as native JSON; null for readers, who read what was published."""
        if not self.context["may_edit"]:
            return None
        return book_to_json(book_value(book, book.entries.order_by("place", "id")))


class PublishSerializer(serializers.Serializer[Any]):
    """What is published: the draft as it is, or `book`, a whole book in native JSON."""

    expected_revision = serializers.IntegerField(min_value=0)
    note = serializers.CharField(required=False, allow_blank=True, max_length=300, default="")
    book = serializers.DictField(required=False, help_text="Native JSON; the draft becomes it.")
    expected_draft = serializers.IntegerField(
        required=False, help_text="The draft_version seen, where the draft has unpublished changes."
    )


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
    name = serializers.CharField(source="parsed.name", read_only=True)
    book = serializers.JSONField(source="parsed.book", read_only=True)
    card = serializers.JSONField(source="parsed.card", read_only=True)
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

    def get_report(self, preview: ImportPreview) -> dict[str, Any]:
        """The report of WB-41 in the account's language."""
        return report_said(preview.report)


class SaveSerializer(serializers.Serializer[Any]):
    """Where what was read goes: into a book or a world, else into a new one."""

    book = serializers.IntegerField(required=False, help_text="A lorebook to add the entries to.")
    world = serializers.IntegerField(required=False, help_text="A world for the character.")


class SavedSerializer(serializers.Serializer[Any]):
    """What has become of a preview."""

    book = BookSerializer(allow_null=True)
    character = serializers.IntegerField(allow_null=True)
    world = serializers.IntegerField(allow_null=True)


class ErrorSerializer(serializers.Serializer[Any]):
    """Every refusal; further keys of `error` explain it."""

    error = serializers.DictField()
