"""Addresses of this room, below /api/."""

from django.urls import path

from sessions_app.api import (
    commands,
    journal,
    moves,
    pins,
    recorded,
    rolls,
    rounds,
    select,
    state,
    stories,
)

ONE = "sessions/<int:session_id>/"
TURNS = "worldbook/books/<int:book_id>/turns/"

urlpatterns = [
    path(TURNS, recorded.RecordedTurnsView.as_view(), name="api_book_turns"),
    path(f"{TURNS}<int:turn_id>/", recorded.RecordedTurnView.as_view(), name="api_book_turn"),
    path(f"{TURNS}compare/", recorded.CompareTurnsView.as_view(), name="api_book_compare_turns"),
    path("sessions/", stories.StoriesView.as_view(), name="api_stories"),
    path(ONE, stories.OneStoryView.as_view(), name="api_story"),
    path(f"{ONE}messages/", stories.MessagesView.as_view(), name="api_messages"),
    path(f"{ONE}lorebooks/", stories.PinsView.as_view(), name="api_pins"),
    path(f"{ONE}lorebooks/order/", pins.OrderView.as_view(), name="api_pin_order"),
    path(f"{ONE}lorebooks/<int:book_id>/", pins.OnePinView.as_view(), name="api_pin"),
    path(f"{ONE}lorebooks/<int:book_id>/diff/", pins.PinDiffView.as_view(), name="api_pin_diff"),
    path(f"{ONE}next-turn/", pins.NextTurnView.as_view(), name="api_next_turn"),
    path(f"{ONE}select/", select.SelectForStoryView.as_view(), name="api_story_select"),
    path(f"{ONE}state/", state.StateView.as_view(), name="api_state"),
    path(f"{ONE}rounds/", rounds.RoundsView.as_view(), name="api_rounds"),
    path(f"{ONE}rolls/", rolls.RollsView.as_view(), name="api_rolls"),
    path(f"{ONE}time/", rounds.TimeView.as_view(), name="api_time"),
    path(f"{ONE}turns/<int:turn_id>/trace/", stories.TraceView.as_view(), name="api_trace"),
    path(f"{ONE}turns/", commands.send, name="api_send"),
    path(f"{ONE}stop/", commands.stop, name="api_stop"),
    path(f"{ONE}retry/", commands.retry, name="api_retry"),
    path(f"{ONE}resume/", commands.resume, name="api_resume"),
    path(f"{ONE}continue/", commands.go_on, name="api_continue"),
    path(f"{ONE}regenerate/", commands.regenerate, name="api_regenerate"),
    path(f"{ONE}choose/", commands.choose, name="api_choose"),
    path(f"{ONE}edit/", commands.edit, name="api_edit"),
    path(f"{ONE}replay/", commands.replay, name="api_replay"),
    path(f"{ONE}delete/", commands.delete, name="api_delete"),
    path(f"{ONE}delete-from/", commands.delete_from, name="api_delete_from"),
    path(f"{ONE}rewind/", moves.RewindView.as_view(), name="api_rewind"),
    path(f"{ONE}branch/", moves.BranchView.as_view(), name="api_branch"),
    path(f"{ONE}checkpoints/", moves.CheckpointsView.as_view(), name="api_checkpoints"),
    path(
        f"{ONE}checkpoints/<int:checkpoint_id>/",
        moves.CheckpointView.as_view(),
        name="api_checkpoint",
    ),
    path(f"{ONE}journal/", journal.JournalView.as_view(), name="api_journal"),
    path(f"{ONE}undo/", commands.undo, name="api_undo"),
    path(f"{ONE}skip/", commands.skip, name="api_skip"),
    path(f"{ONE}withdraw/", commands.withdraw, name="api_withdraw"),
]
