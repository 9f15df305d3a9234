"""The entries of a draft over HTTP: list, make, look at, change, delete (AP-1, WB-3, WK-14)."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.entries import create_entry, delete_entry, update_entry
from worldbook.actions.errors import ActionRefused
from worldbook.actions.lookup import not_found
from worldbook.api.base import LARGE, BookDoor, Pages, values_of
from worldbook.api.native import EntryJson, entry_fields
from worldbook.api.serializers import refusals
from worldbook.models import Entry
from worldbook.queries.books import entry_json
from worldbook.queries.entry_filter import STATES, EntryFilter, FilterRefused
from worldbook.rules.entries import POSITIONS


class EntrySerializer(EntryJson):  # type: ignore[valid-type,misc]
    """A row of a draft: an entry in native JSON with its id and its version."""

    id = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Rises with every change of the entry.")
    changed_at = serializers.DateTimeField()

    def to_representation(self, instance: Entry) -> dict[str, Any]:
        """The row as it stands, without reading it field by field."""
        own = {"id": instance.pk, "version": instance.version, "changed_at": instance.changed_at}
        return {**own, **entry_json(instance)}


class EntryEdit(EntryJson):  # type: ignore[valid-type,misc]
    """Fields of an entry to be changed; absent ones stay."""

    expected_version = serializers.IntegerField(
        min_value=0, max_value=LARGE, help_text="The `version` that was read."
    )


class ExpectedVersion(serializers.Serializer[Any]):
    """The version that was read."""

    expected_version = serializers.IntegerField(min_value=0, max_value=LARGE)


class EntryDeletion(serializers.Serializer[Any]):
    """Which version is deleted; without it whatever there is."""

    expected_version = serializers.IntegerField(min_value=0, max_value=LARGE, required=False)


class EntryFilterSerializer(serializers.Serializer[Any]):
    """Which entries a list shows; what is not given filters nothing."""

    key_id = serializers.CharField(required=False, max_length=120, help_text="Exactly this id.")
    q = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=500,
        help_text="Words or a “phrase”, each somewhere in title, id, keys, text or note.",
    )
    pattern = serializers.BooleanField(
        required=False, default=False, help_text="`q` is a JavaScript regex."
    )
    tag = serializers.CharField(required=False, max_length=200)
    state = serializers.ChoiceField(STATES, required=False, default="")
    position = serializers.ChoiceField(POSITIONS, required=False, default="")
    color = serializers.CharField(required=False, default="", max_length=20)

    def entry_filter(self) -> EntryFilter:
        """The filter that pages use too."""
        said = self.validated_data
        tags = (said["tag"],) if said.get("tag") else ()
        same = {name: said[name] for name in ("q", "pattern", "state", "position", "color")}
        return EntryFilter(tags=tags, **same)


class EntriesView(BookDoor, generics.GenericAPIView[Entry]):
    """The entries of a book's draft."""

    pagination_class = Pages
    serializer_class = EntrySerializer
    queryset = Entry.objects.none()

    @extend_schema(
        operation_id="entries_list",
        parameters=[EntryFilterSerializer],
        responses={200: EntrySerializer(many=True), **refusals(400, 404)},
    )
    def get(self, request: Request, book_id: int) -> Response:
        """The entries in their places, page by page; for those who may change the book."""
        book = self.book_to_edit(book_id)
        form = EntryFilterSerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        rows = book.entries.order_by("place", "id")
        if "key_id" in form.validated_data:
            rows = rows.filter(key_id=form.validated_data["key_id"])
        try:
            rows = form.entry_filter().apply(rows)
        except FilterRefused as refused:
            raise ActionRefused(refused.refusal.code, str(refused), status=400) from refused
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(EntrySerializer(page, many=True).data)

    @extend_schema(
        operation_id="entries_create",
        request=EntryJson,
        responses={201: EntrySerializer, **refusals(400, 404, 409)},
    )
    def post(self, request: Request, book_id: int) -> Response:
        """Write a new entry; without a `key_id` it is named after its title, else its first key."""
        fields = entry_fields(request.data)
        entry = create_entry(by=self.account, book_id=book_id, **fields)
        entry.refresh_from_db()
        return Response(EntrySerializer(entry).data, status=201)


class EntryView(BookDoor):
    """One entry of a draft."""

    def _entry(self, book_id: int, entry_id: int) -> Entry:
        entry = self.book_to_edit(book_id).entries.filter(pk=entry_id).first()
        if entry is None:
            raise Http404
        return entry

    def _must_be_of(self, book_id: int, entry_id: int) -> None:
        """Refuse an entry that stands in another book than the address says."""
        if not Entry.objects.filter(pk=entry_id, book_id=book_id).exists():
            raise not_found()

    @extend_schema(operation_id="entries_read", responses={200: EntrySerializer, **refusals(404)})
    def get(self, request: Request, book_id: int, entry_id: int) -> Response:
        """The entry as the draft says it."""
        return Response(EntrySerializer(self._entry(book_id, entry_id)).data)

    @extend_schema(
        operation_id="entries_change",
        request=EntryEdit,
        responses={200: EntrySerializer, **refusals(400, 404, 409)},
    )
    def patch(self, request: Request, book_id: int, entry_id: int) -> Response:
        """Change fields of an entry that is still at `expected_version`.

        409 "edit_conflict" has `expected`, `latest` and `changed`: each field that differs with
        `yours` and `theirs`. Nothing is saved then.
        """
        fields = entry_fields(request.data, apart=("expected_version",))
        seen = values_of(ExpectedVersion, request.data)
        self._must_be_of(book_id, entry_id)
        update_entry(by=self.account, entry_id=entry_id, **seen, **fields)
        return Response(EntrySerializer(self._entry(book_id, entry_id)).data)

    @extend_schema(
        operation_id="entries_delete",
        parameters=[EntryDeletion],
        responses={204: None, **refusals(400, 404, 409)},
    )
    def delete(self, request: Request, book_id: int, entry_id: int) -> Response:
        """Delete an entry; given `?expected_version=`, only while it is still at that one."""
        seen = values_of(EntryDeletion, request.query_params)
        self._must_be_of(book_id, entry_id)
        delete_entry(by=self.account, entry_id=entry_id, **seen)
        return Response(status=204)
