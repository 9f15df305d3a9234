"""The JSON of import previews, and of what becomes of them (WB-8)."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from worldbook.actions.saving_imports import NEW, REVISION, WAYS
from worldbook.api.base import LARGE
from worldbook.api.native import BookJson
from worldbook.api.serializers import BookSerializer
from worldbook.models import ImportPreview
from worldbook.queries.imports import report_said
from worldbook.queries.recognition import known_content
from worldbook.rules.formats.offers import MAX_OFFERS


class ImportSerializer(serializers.Serializer[Any]):
    """A file to read."""

    file = serializers.FileField(allow_empty_file=True)
    wanted = serializers.ChoiceField(
        choices=ImportPreview.Wanted.choices, default=ImportPreview.Wanted.LOREBOOK
    )
    import_defaults = serializers.ChoiceField(
        choices=ImportPreview.Defaults.choices, default=ImportPreview.Defaults.NATIVE
    )


class KnownSerializer(serializers.Serializer[Any]):
    """A lorebook that says already what the file says (WB-9b)."""

    book = serializers.IntegerField()
    name = serializers.CharField()
    where = serializers.ChoiceField(
        ["draft", "revision", "file"], help_text="file: the same file was imported into it."
    )
    revision = serializers.IntegerField(allow_null=True)


class PreviewSerializer(serializers.ModelSerializer[ImportPreview]):
    """What was read of a file, and the report; nothing is saved yet.

    `report.offers` may be confirmed before it is saved; `known` are books that say it already.
    """

    format = serializers.CharField(source="parsed.format", read_only=True)
    name = serializers.CharField(source="parsed.name", read_only=True, allow_blank=True)
    book = serializers.SerializerMethodField()
    card = serializers.DictField(source="parsed.card", read_only=True, allow_null=True)
    report = serializers.SerializerMethodField()
    known = serializers.SerializerMethodField()

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
            "known",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(BookJson(allow_null=True))
    def get_book(self, preview: ImportPreview) -> dict[str, Any] | None:
        """The book in native JSON, entries without what is default; null where there is none."""
        return preview.parsed["book"]

    def get_report(self, preview: ImportPreview) -> dict[str, Any]:
        """The report of WB-41 in the account's language, with what it offers (WB-9a)."""
        return report_said(preview.report)

    @extend_schema_field(KnownSerializer(many=True))
    def get_known(self, preview: ImportPreview) -> list[dict[str, Any]]:
        """Only books that its owner may read."""
        return [known.to_json() for known in known_content(preview.owner, preview)]


class OffersSerializer(serializers.Serializer[Any]):
    """Which of a preview's offers are confirmed, by their place in `report.offers` from 0."""

    accepted = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=LARGE), max_length=MAX_OFFERS
    )


class WaySerializer(serializers.Serializer[Any]):
    """What is to become of a lorebook that was read."""

    book = serializers.IntegerField(
        min_value=1, max_value=LARGE, required=False, help_text="The lorebook it is saved into."
    )

    def get_fields(self) -> dict[str, serializers.Field]:
        """`as` is no name in Python."""
        said = (
            "new: a new lorebook, or entries added to the draft of `book`; revision: the draft of "
            "`book` becomes exactly this; link: go on with `book`, which says it already."
        )
        return {
            "as": serializers.ChoiceField(WAYS, default=NEW, help_text=said),
            **super().get_fields(),
        }


class SaveSerializer(WaySerializer):
    """What is to become of what was read."""

    world = serializers.IntegerField(
        min_value=1, max_value=LARGE, required=False, help_text="A world for the character."
    )
    expected_draft = serializers.IntegerField(
        min_value=0,
        max_value=LARGE,
        required=False,
        help_text="For `revision`: the `draft_version` that was looked at.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A draft is replaced only by whoever says which one they have seen."""
        if attrs["as"] == REVISION and "expected_draft" not in attrs:
            missing = self.fields["expected_draft"].error_messages["required"]
            raise serializers.ValidationError({"expected_draft": [missing]}, code="required")
        return attrs


class SavedSerializer(serializers.Serializer[Any]):
    """What has become of a preview."""

    book = BookSerializer(allow_null=True)
    character = serializers.IntegerField(allow_null=True)
    world = serializers.IntegerField(allow_null=True)


class ArrivalSerializer(serializers.Serializer[Any]):
    """One entry that would come."""

    was = serializers.CharField(help_text="Its id in the file.")
    key_id = serializers.CharField(help_text="Its id in the book.")
    title = serializers.CharField(allow_blank=True)
    twin = serializers.CharField(
        allow_blank=True, help_text="The entry of the book that says the same already."
    )


class EntryOutcomeSerializer(serializers.Serializer[Any]):
    """One entry of the draft that would differ."""

    key_id = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    change = serializers.ChoiceField(["added", "removed", "changed"])
    fields_changed = serializers.ListField(child=serializers.CharField())


class DryRunSerializer(serializers.Serializer[Any]):
    """What saving would do to a book that is there; nothing is saved.

    `arrivals` where entries are added, `changes` and `book_fields` where the draft becomes this.
    """

    draft_version = serializers.IntegerField(
        allow_null=True, help_text="Of the draft that was compared; saving sends it back."
    )

    arrivals = ArrivalSerializer(many=True)
    changes = EntryOutcomeSerializer(many=True)
    book_fields = serializers.ListField(child=serializers.CharField())
