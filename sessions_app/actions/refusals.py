"""What a player reads when a command is refused: words for the codes of `rules/phases.py`."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from worldbook.actions.errors import ActionRefused
from worldbook.rules.refusal import Refusal

WORDS: Mapping[str, tuple[int, Promise]] = {
    "turn_running": (409, _("An answer is being written; stop it first.")),
    "not_last_answer": (409, _("Only the last answer of the story can do this.")),
    "greeting_stays": (409, _("The greeting stands where the story begins.")),
    "wrong_state": (409, _("This answer cannot do that now.")),
    "nothing_kept": (409, _("There is no text to go on from.")),
    "nothing_runs": (409, _("Nothing is being written now.")),
    "not_waiting": (409, _("This message does not wait any more.")),
    "not_on_line": (409, _("This message is not on the story's line.")),
    "cannot_undo": (409, _("This can no longer be undone.")),
    "nothing_to_undo": (409, _("There is nothing to undo.")),
    "already_deleted": (409, _("This message is deleted.")),
    "too_many_waiting": (409, _("Too many messages wait already.")),
    "key_reused": (409, _("This key was used for another command.")),
    "already_pinned": (409, _("This story reads that lorebook already.")),
    "pin_missing": (404, _("There is no such revision of this lorebook.")),
    "not_pinned": (404, _("This story does not read that lorebook.")),
    "pin_moved": (409, _("The story reads another revision by now. Look at the difference again.")),
    "pin_same": (409, _("The story reads this revision already.")),
    "pins_changed": (409, _("The story reads other lorebooks by now. Load the page again.")),
    "not_author": (403, _("Only who may edit the world of the story can do this.")),
    "next_turn_invalid": (400, _("This cannot be given for the next turn.")),
    "unknown_entry": (400, _("No pinned revision has this entry.")),
    "scenario_unavailable": (400, _("This scenario does not exist or is switched off.")),
    "setting_unknown": (400, _("There is no such setting.")),
    "setting_invalid": (400, _("This setting is out of its range.")),
    "no_cast": (400, _("This opening has no characters.")),
    "opening_broken": (409, _("This opening does not fit its world; its author has to mend it.")),
    "player_is_set": (400, _("This opening says whom the player plays.")),
    "field_fixed": (400, _("This cannot be changed by hand.")),
    "reason_missing": (400, _("Say why this is changed.")),
    "value_changed": (409, _("This has another value by now. Look at it again.")),
    "value_invalid": (400, _("This value cannot stand here.")),
    "step_refused": (409, _("The story does not let this happen.")),
    "no_key": (400, _("The command has no idempotency key.")),
    "text_empty": (400, _("There is no text.")),
    "text_too_long": (400, _("The text is too long.")),
    "one_place": (400, _("Name one place: an answer, a message or a checkpoint.")),
    "already_there": (409, _("The story stands there already.")),
    "state_gone": (409, _("This place cannot be brought back: something it needs is gone.")),
    "lorebook_gone": (
        409,
        _("This place cannot be brought back: a lorebook that was read there has been deleted."),
    ),
    "edits_undone": (409, _("This would undo changes made by hand.")),
    "checkpoint_exists": (409, _("There is a checkpoint of this name already.")),
    "too_many_checkpoints": (409, _("There are too many checkpoints already.")),
    "not_found": (404, _("There is nothing here.")),
}


def refused(code: str, **detail: object) -> ActionRefused:
    """The exception for a code; the caller raises it."""
    status, words = WORDS[code]
    return ActionRefused(code, str(words), status, detail)


def raise_for(refusal: Refusal | None) -> None:
    """Raise where a rule said no."""
    if refusal is not None:
        raise refused(refusal.code, **refusal.detail)


def checked(value: str | Refusal) -> str:
    """The text a rule let pass; raises where it did not."""
    if isinstance(value, Refusal):
        raise refused(value.code, **value.detail)
    return value
