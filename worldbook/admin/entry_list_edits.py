"""What is changed in the list of entries itself: one value of a row, several switches, the order.

Bodies are JSON objects. An answer is an object too, with `html` where rows are to be shown anew; a
refusal is `{"error": {code, message, …}}` with its status, and then `html` is the row as it is.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from worldbook.actions.entries import set_entries, update_entry
from worldbook.actions.entry_order import move_entries
from worldbook.actions.errors import ActionRefused
from worldbook.admin.entry_list import rows_html
from worldbook.admin.workbench import book_of, book_path
from worldbook.models import Lorebook, User
from worldbook.queries.roles import signed_in
from worldbook.rules.storable import storable

INLINE: Mapping[str, type] = {"order": int, "priority": int, "enabled": bool}
"""What a row lets one change in its place, and of which type it is."""

Body = Mapping[str, Any]
Change = Callable[[User, Lorebook, Body], dict[str, Any]]


def urls(model_admin: Any) -> list[URLPattern]:
    """The addresses of the changes."""
    changes = {"set": _set, "switch": _switch, "move": _move}
    return [
        book_path(model_admin, f"entries/{name}/", door(change), f"worldbook_lorebook_entry_{name}")
        for name, change in changes.items()
    ]


def door(change: Change) -> Callable[..., HttpResponse]:
    """The view that reads a body, makes the change, and says what came of it."""

    def view(model_admin: Any, request: HttpRequest, book_id: int) -> HttpResponse:
        if request.method != "POST":
            return HttpResponse(status=405, headers={"Allow": "POST"})
        book, body, status = book_of(model_admin, request, book_id), {}, 200
        try:
            body = _body(request)
            said = change(signed_in(request.user), book, body)
        except ActionRefused as refused:
            error = {"code": refused.code, "message": refused.message, **refused.detail}
            said, status = {"error": error}, refused.status
        if isinstance(body.get("id"), int):
            query = storable(str(body.get("list", "")))
            may_edit = model_admin.has_change_permission(request, book)
            said["html"] = rows_html(book, [body["id"]], may_edit=may_edit, query=query)
        return JsonResponse(said, status=status)

    return view


def _invalid(reason: str) -> ActionRefused:
    return ActionRefused("invalid", reason, 400)


def _body(request: HttpRequest) -> dict[str, Any]:
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise _invalid(_("This is not a JSON object.")) from error
    if not isinstance(body, dict):
        raise _invalid(_("This is not a JSON object."))
    return body


def _of_type(body: Body, name: str, kind: type) -> Any:
    value = body.get(name)
    if type(value) is not kind:
        raise _invalid(_("“%(name)s” is missing or of another type.") % {"name": name})
    return value


def _ids(body: Body) -> list[int]:
    ids = _of_type(body, "ids", list)
    if not ids or any(type(item) is not int for item in ids):
        raise _invalid(_("“%(name)s” is missing or of another type.") % {"name": "ids"})
    return ids


def _set(by: User, book: Lorebook, body: Body) -> dict[str, Any]:
    """`{id, version, field, value}`: one of INLINE, if the row is still at that version."""
    entry_id, version = _of_type(body, "id", int), _of_type(body, "version", int)
    name = _of_type(body, "field", str)
    if name not in INLINE or not book.entries.filter(pk=entry_id).exists():
        raise _invalid(_("That cannot be changed here."))
    value = _of_type(body, "value", INLINE[name])
    update_entry(by=by, entry_id=entry_id, expected_version=version, **{name: value})
    return {}


def _switch(by: User, book: Lorebook, body: Body) -> dict[str, Any]:
    """`{ids, enabled}`: several entries on or off; locked ones stay as they are."""
    ids, enabled = _ids(body), _of_type(body, "enabled", bool)
    count = set_entries(by=by, book_id=book.pk, entry_ids=ids, enabled=enabled)
    said = ngettext("%(count)d entry changed.", "%(count)d entries changed.", count)
    return {"count": count, "message": said % {"count": count}}


def _move(by: User, book: Lorebook, body: Body) -> dict[str, Any]:
    """`{ids, anchor, side, order}`: entries before or after another; `order` names what was seen."""
    order = move_entries(
        by=by,
        book_id=book.pk,
        entry_ids=_ids(body),
        anchor_id=_of_type(body, "anchor", int),
        side=_of_type(body, "side", str),
        order_seen=_of_type(body, "order", str),
    )
    return {"order": order}
