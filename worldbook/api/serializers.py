"""The JSON of books, revisions and refusals."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from worldbook.api.base import LARGE
from worldbook.api.native import BookJson, fields_of
from worldbook.models import Lorebook, Revision, Visibility
from worldbook.rules.fields import BOOK_FIELDS


class ProblemSerializer(serializers.Serializer[Any]):
    """What a refusal says."""

    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="For people, in their language.")


class ErrorSerializer(serializers.Serializer[Any]):
    """Every refusal; further keys of `error` explain it."""

    error = ProblemSerializer()


def refusals(*statuses: int) -> dict[int, type[ErrorSerializer]]:
    """The refusals of a door for its schema: those that every door has, and these."""
    return dict.fromkeys((401, 403, 429, *statuses), ErrorSerializer)


class BookSerializer(serializers.ModelSerializer[Lorebook]):
    """A book without its entries.

    `version` guards its own fields, `draft_version` rises with every change of the draft;
    `draft_differs`: the draft says something that is not published.
    """

    constant_budget_ratio = serializers.FloatField(read_only=True)
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
            "scan_depth",
            "case_sensitive",
            "whole_words",
            "max_passes",
            "constant_budget_ratio",
            "players_may_read",
            "entry_count",
            "latest_revision",
            "version",
            "draft_version",
            "draft_differs",
            "draft_changed_at",
        )
        read_only_fields: tuple[str, ...] = fields


class OneBookSerializer(BookSerializer):
    """A book, and whether the account may change it."""

    may_edit = serializers.SerializerMethodField()

    class Meta(BookSerializer.Meta):
        fields: tuple[str, ...] = (*BookSerializer.Meta.fields, "may_edit")
        read_only_fields: tuple[str, ...] = fields

    def get_may_edit(self, book: Lorebook) -> bool:
        """Whether the account may change and publish the book."""
        return bool(self.context["may_edit"])


class BookHeadSerializer(serializers.Serializer[Any]):
    """What a request says of a book besides its native fields."""

    key = serializers.SlugField(max_length=100, allow_unicode=True, required=False)
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)


class NewBookSerializer(BookHeadSerializer):
    """As BookHeadSerializer, for a book that is to be made."""

    name = serializers.CharField(max_length=200, trim_whitespace=False)


class BookChangeSerializer(BookHeadSerializer):
    """As BookHeadSerializer, for a book that is there."""

    owner = serializers.CharField(
        max_length=150, required=False, help_text="The account it is given to; its owner may."
    )
    expected_version = serializers.IntegerField(
        min_value=0, max_value=LARGE, help_text="The `version` that was read."
    )


_NATIVE = {name: kind for name, kind in BOOK_FIELDS.items() if name != "key"}
_UNNAMED = {name: kind for name, kind in _NATIVE.items() if name != "name"}
NewBook: Any = type(
    "NewBook",
    (NewBookSerializer,),
    {
        "__doc__": "A new book; without a key one is made from its name.",
        **fields_of(_UNNAMED, Lorebook),
    },
)
BookChange: Any = type(
    "BookChange",
    (BookChangeSerializer,),
    {
        "__doc__": "Fields of a book to be changed; absent ones stay.",
        **fields_of(_NATIVE, Lorebook),
    },
)


class BookFilterSerializer(serializers.Serializer[Any]):
    """Which books a list shows."""

    q = serializers.CharField(
        required=False, allow_blank=True, default="", help_text="Words in name, key or description."
    )
    owner = serializers.CharField(required=False, help_text="An account's name; `me` is one's own.")
    may_edit = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Only those one may change, or not.",
    )
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)
    language = serializers.CharField(required=False, max_length=10)
    tag = serializers.CharField(required=False, max_length=60)
    ordering = serializers.ChoiceField(
        ["name", "-draft_changed_at", "id"], required=False, default="name"
    )


class RevisionSerializer(serializers.ModelSerializer[Revision]):
    """A revision without its body."""

    published_by = serializers.CharField(
        source="published_by.username", read_only=True, default=None, allow_null=True
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

    body = serializers.SerializerMethodField()

    class Meta(RevisionSerializer.Meta):
        fields: tuple[str, ...] = (*RevisionSerializer.Meta.fields, "body")
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field(BookJson)
    def get_body(self, revision: Revision) -> dict[str, Any]:
        """What it said."""
        return revision.body


class PublishSerializer(serializers.Serializer[Any]):
    """What is published: the draft as it is, or `book`, a whole book in native JSON."""

    expected_revision = serializers.IntegerField(min_value=0, max_value=LARGE)
    note = serializers.CharField(required=False, allow_blank=True, max_length=300, default="")
    book = serializers.DictField(required=False, help_text="Native JSON; the draft becomes it.")
    expected_draft = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGE,
        help_text="The draft_version seen, where the draft has unpublished changes.",
    )
