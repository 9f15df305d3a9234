"""Stories in the admin, for reading only: their owners' own, all of them for moderators (AD-2)."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import display

from sessions_app.admin import repinning
from sessions_app.models import Session, SessionPin, StoryCharacter
from sessions_app.queries.journal import journal_json, may_read_journal
from sessions_app.queries.messages import MAX_WINDOW, window_json
from sessions_app.queries.stories import readable_stories
from worldbook.models import JournalRow
from worldbook.queries.looking import note_look_at_story
from worldbook.queries.roles import signed_in

CHANGES = 50
"""How many of the last changes a story's page shows."""


class ReadOnly:
    """Nothing is added, changed or deleted here: a story is its player's."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PinInline(ReadOnly, TabularInline):
    model = SessionPin
    fields = ["book", "revision", "place"]
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[SessionPin]:
        return (
            super()
            .get_queryset(request)
            .select_related("book", "revision__book")
            .defer("revision__body")
        )


class CharacterInline(ReadOnly, TabularInline):
    model = StoryCharacter
    fields = ["name", "key", "cast"]
    extra = 0


@admin.register(Session)
class SessionAdmin(ReadOnly, ModelAdmin):
    list_display = ["title", "owner", "world", "scenario_id", "language", "played_at"]
    list_filter = ["scenario_id", "language"]
    list_select_related = ["owner", "world"]
    search_fields = ["title", "owner__username"]
    inlines = [PinInline, CharacterInline]
    fields = [
        "title", "owner", "world", "language", "scenario_id", "seed", "timeline",
        "persona_name", "persona_text", "settings", "branched_from", "branched_turn", "created_at",
        "played_at", "messages", "journal",
    ]  # fmt: skip
    readonly_fields = fields

    def get_fields(self, request: HttpRequest, obj: Session | None = None) -> list[str]:
        """The journal tells what a player may not know: for moderators and the world's authors."""
        if obj is not None and may_read_journal(signed_in(request.user), obj):
            return list(self.fields)
        return [name for name in self.fields if name != "journal"]

    def get_urls(self) -> list[Any]:
        return repinning.urls(self) + super().get_urls()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        return super().get_queryset(request) & readable_stories(signed_in(request.user))

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Session | None:
        """The story; a moderator's look at it is noted (AP-3)."""
        story: Session | None = super().get_object(request, object_id, from_field)
        if story is not None and self.has_view_permission(request, story):
            note_look_at_story(signed_in(request.user), story.pk, story.owner_id)
        return story

    @display(description=_("last messages"))
    def messages(self, story: Session) -> SafeString:
        turns, _more = window_json(story, before_turn=None, limit=MAX_WINDOW)
        return format_html(
            "<ol>{}</ol>", format_html_join("", "<li>{}<p>{}</p></li>", lines(turns))
        )

    @display(description=_("last changes of its state"))
    def journal(self, story: Session) -> SafeString:
        changes = journal_json(story, limit=CHANGES)["changes"]
        return format_html(
            "<ol>{}</ol>",
            format_html_join("", "<li>{} · {} · {} · {}<p>{}</p></li>", change_lines(changes)),
        )


def change_lines(changes: list[dict[str, Any]]) -> list[tuple[str, str, str, str, str]]:
    """When, who, which row, and which of its columns, with the reason where one was given."""
    found = []
    for change in changes:
        cause = str(JournalRow.Cause(change["cause"]).label)
        row = f"{change['what']} {change['name']} #{change['n']}"
        which = ", ".join(change["labels"])
        found.append((change["at"], cause, row, which, change["reason"]))
    return found


def lines(turns: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What the player wrote and what was answered, a pair a turn."""
    found = []
    for turn in turns:
        player = turn["player"]["text"] if turn["player"] else ""
        take = next((take for take in turn["takes"] if take["id"] == turn["chosen"]), None)
        found.append((player, take["text"] if take else ""))
    return found
