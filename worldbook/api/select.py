"""Choosing from a lorebook for a chat, without a story; nothing is saved (WB-42)."""

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from worldbook.actions.errors import ActionRefused
from worldbook.api.base import DRAFT, LARGE, BookDoor
from worldbook.api.serializers import refusals
from worldbook.models import ImportPreview, Lorebook, Revision
from worldbook.queries.bench import Trial, answer_json, try_selection
from worldbook.queries.compiled import compiled_books
from worldbook.queries.compiled_drafts import compiled_draft
from worldbook.queries.open_parts import reach_of
from worldbook.queries.selection_words import refusal_words
from worldbook.queries.visible import work_books
from worldbook.rules.formats.decode import too_deep
from worldbook.rules.formats.refusals import reason_in
from worldbook.rules.inline_books import inline_book
from worldbook.rules.open_part import Reach, is_open
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import CompiledBook, Selection, compile_book
from worldbook.rules.selection.requests import player_answer, read_request

MOST_CHARACTERS = 200_000
"""Of the chat and all else but the book, written as JSON."""


class ChatSerializer(serializers.Serializer[Any]):
    """The chat; the last message is the query."""

    messages = serializers.ListField(child=serializers.DictField(), min_length=1)
    char = serializers.CharField(required=False, help_text="The played character.")
    user = serializers.CharField(required=False, help_text="The player.")


class SelectSerializer(serializers.Serializer[Any]):
    """A request as of `manage.py lorebook_select`; `book` may also be the id of a saved one."""

    book = serializers.JSONField(
        help_text="A lorebook or card of any known format, inline, or the id of a saved lorebook."
    )
    revision = serializers.JSONField(
        required=False, help_text="Of a saved book: a number or `draft`; without it the latest."
    )
    import_defaults = serializers.ChoiceField(
        choices=ImportPreview.Defaults.choices, required=False
    )
    chat = ChatSerializer()
    strategy = serializers.ChoiceField(["rules", "hybrid"], required=False)
    budget = serializers.IntegerField(min_value=0, required=False)
    audience = serializers.CharField(required=False)
    state = serializers.DictField(required=False)
    turn = serializers.IntegerField(min_value=0, required=False)
    seed = serializers.CharField(required=False)
    timed = serializers.DictField(child=serializers.IntegerField(min_value=0), required=False)
    all = serializers.BooleanField(required=False, help_text="Tell also what nothing called.")


def refuse(refusal: Refusal, status: int = 400) -> ActionRefused:
    """A refusal of a rule as the API answers it; the caller raises it."""
    detail = {"at": refusal.detail["at"]} if "at" in refusal.detail else {}
    return ActionRefused(refusal.code, reason_in(refusal, _), status, detail)


def selection_of(trial: Trial) -> Selection:
    """What was selected.

    Raises:
        ActionRefused: 409 with the rule's code where a turn would fail here (WB-25).
    """
    if isinstance(trial.selection, Refusal):
        refusal = trial.selection
        raise ActionRefused(refusal.code, refusal_words(refusal), 409, dict(refusal.detail))
    return trial.selection


def body_of(request: Request, *, but: str = "") -> Mapping[str, Any]:
    """The object that a request brings, of bounded size and depth; `but` names an unbounded member.

    Raises:
        ActionRefused: "bad_request", "too_deep" or "too_large" (400).
    """
    body = request.data
    if not isinstance(body, dict):
        raise ActionRefused("bad_request", _("The request is no JSON object."), 400)
    rest = {name: value for name, value in body.items() if name != but}
    if too_deep(body, beyond=2):
        raise ActionRefused(
            "too_deep", _("Lists and objects stand too deep inside each other."), 400
        )
    try:
        size = len(json.dumps(rest, ensure_ascii=False).encode())
    except UnicodeEncodeError as error:
        raise ActionRefused("bad_request", _("The text is not valid Unicode."), 400) from error
    if size > MOST_CHARACTERS:
        message = _("Chat and settings have %(size)s bytes; at most %(limit)s are read.")
        detail = {"size": size, "limit": MOST_CHARACTERS}
        raise ActionRefused("too_large", message % detail, 400, detail)
    return body


class SelectView(BookDoor):
    """Choose from a book that comes along, or from a saved one."""

    key_scope = "play"
    key_reading = ("POST",)
    throttle_scope = "select"

    @extend_schema(
        operation_id="select",
        request=SelectSerializer,
        responses={200: OpenApiTypes.OBJECT, **refusals(400, 404, 409)},
    )
    def post(self, request: Request) -> Response:
        """What the book would bring into the prompt, and why.

        The answer is that of `lorebook_select`. Of a saved book each entry also has `book`,
        `revision`, `title`, `text`; who only reads the book as a player gets what players are shown:
        `selected`, and the number that is `hidden`.
        """
        body = body_of(request, but="book")
        wanted = read_request(body)
        if isinstance(wanted, Refusal):
            raise refuse(wanted)
        every = body.get("all") is True
        if _is_id(body.get("book")):
            return self._from_saved(body, wanted, every=every)
        trial = try_selection([_compiled_inline(body)], wanted)
        return Response(answer_json(trial, selection_of(trial), saved=False, every=every))

    def _from_saved(self, body: Mapping[str, Any], wanted: Any, *, every: bool) -> Response:
        state = _state(body.get("revision"))
        if not 1 <= body["book"] <= 2**63 - 1:
            raise Http404
        book = self.book_in_state(body["book"], state)
        compiled = _compiled_saved(book, state)
        trial = try_selection([compiled], wanted)
        selection = selection_of(trial)
        if self._sees_all(book, compiled):
            return Response(answer_json(trial, selection, saved=True, every=every))
        # Whoever asks has made up the state: what waits for one is not told by it.
        told = {entry.key_id for entry in compiled.entries if is_open(entry)}
        return Response(player_answer(selection, ms=trial.ms, among=told))

    def _sees_all(self, book: Lorebook, compiled: CompiledBook) -> bool:
        """Whether all of the choice may be told; 404 where nothing of the book may."""
        reach = reach_of(self.account, book, compiled.book)
        if reach is Reach.NOTHING:
            raise Http404
        return reach is Reach.ALL and work_books(self.account).filter(pk=book.pk).exists()


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _compiled_inline(body: Mapping[str, Any]) -> CompiledBook:
    if body.get("file") is not None:
        message = _("Files of the server are not read here; send the book itself.")
        raise ActionRefused("bad_request", message, 400, {"at": "file"})
    if body.get("book") is None:
        message = _("A request has a `book`: JSON, or the id of a saved one.")
        raise ActionRefused("bad_request", message, 400, {"at": "book"})
    book = inline_book(body, max_entries=settings.WORLDBOOK_IMPORT_MAX_ENTRIES)
    if isinstance(book, Refusal):
        raise refuse(book)
    return compile_book(book)


def _state(value: Any) -> str:
    """A revision's number, "draft", or "" for the latest."""
    if value is None or value == DRAFT:
        return value or ""
    if _is_id(value) and 1 <= value <= LARGE:
        return str(value)
    message = _("`revision` is a revision's number or `draft`.")
    raise ActionRefused("bad_request", message, 400, {"at": "revision"})


def _compiled_saved(book: Lorebook, state: str) -> CompiledBook:
    if state == DRAFT:
        return compiled_draft(book)
    number = int(state) if state else book.latest_revision
    row = Revision.objects.filter(book=book, number=number).only("pk").first()
    if row is None:
        raise Http404
    return compiled_books([row.pk])[0]
