"""Doors to what a player tells a story: each reads its values and calls one action."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from sessions_app.actions import messages, turns, undoing
from sessions_app.api.base import MessageView, StoryView, key_of
from sessions_app.api.serializers import (
    EditSerializer,
    MessageSerializer,
    RegenerateSerializer,
    ReplaySerializer,
    SendSerializer,
    StopSerializer,
    TakeSerializer,
    TurnSerializer,
    UndoSerializer,
)

Json = dict[str, Any]


class CommandView(StoryView):
    """A command: `values` is what its serializer lets pass, `act` the action behind it."""

    takes: ClassVar[type[BaseSerializer[Any]]]
    act: ClassVar[Callable[..., Json]]
    renames: ClassVar[dict[str, str]] = {
        "take": "take_id",
        "turn": "turn_id",
        "command": "command_id",
    }
    wants: ClassVar[tuple[str, ...]] = ()
    status: ClassVar[int] = 200

    def post(self, request: Request, session_id: int) -> Response:
        """Give the command; sent again under its key it is answered the same."""
        serializer = self.takes(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        arguments = {self.renames.get(name, name): values.get(name) for name in self.wants}
        answer = type(self).act(
            by=self.player, session_id=session_id, key=key_of(request), **arguments
        )
        return Response(answer, status=self.status)


class PlayView(CommandView, MessageView):
    """A command after which a model is asked: answered before it is (202), and counted."""

    status = 202


def door(
    name: str, base: type[CommandView], takes: type[BaseSerializer[Any]], act: Any, *wants: str
) -> Any:
    """A view for one command, with its own name in the schema."""

    @extend_schema(
        operation_id=f"story_{name}", request=takes, responses={base.status: OpenApiTypes.OBJECT}
    )
    def post(self: CommandView, request: Request, session_id: int) -> Response:
        return base.post(self, request, session_id)

    members = {"takes": takes, "act": staticmethod(act), "wants": wants, "__doc__": act.__doc__}
    name_of_class = f"{name.title().replace('_', '')}View"
    view: Any = type(name_of_class, (base,), members | {"post": post})
    return view.as_view()


send = door("send", PlayView, SendSerializer, turns.submit_turn, "text")
stop = door("stop", CommandView, StopSerializer, turns.stop_turn, "keep")
retry = door("retry", PlayView, TakeSerializer, turns.retry_take, "take")
resume = door("resume", PlayView, TakeSerializer, turns.resume_take, "take")
go_on = door("continue", PlayView, TakeSerializer, turns.continue_take, "take")
regenerate = door(
    "regenerate",
    PlayView,
    RegenerateSerializer,
    turns.regenerate,
    "take",
    "instruction",
    "undo_edits",
)
replay = door("replay", PlayView, ReplaySerializer, messages.replay, "turn", "text")
skip = door("skip", CommandView, TurnSerializer, turns.skip_turn, "turn")
withdraw = door("withdraw", CommandView, TurnSerializer, turns.withdraw_turn, "turn")
choose = door("choose", CommandView, TakeSerializer, messages.choose_take, "take")
edit = door("edit", CommandView, EditSerializer, messages.edit_message, "turn", "take", "text")
delete = door("delete", CommandView, MessageSerializer, messages.delete_message, "turn", "take")
delete_from = door(
    "delete_from", CommandView, MessageSerializer, messages.delete_from, "turn", "take"
)
undo = door("undo", CommandView, UndoSerializer, undoing.undo, "command")
