"""What went wrong in a turn, in the reader's language: a technical error is never story (TB-4)."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from sessions_app.rules.calls import FAILURES

REASONS: Mapping[str, Promise] = {
    "unreachable": _("The model service cannot be reached."),
    "wrong_key": _("The model service refused the key."),
    "rate_limited": _("The model service is busy; too many calls were made."),
    "over_quota": _("The quota at the model service is used up."),
    "context_overflow": _("The prompt is larger than the model's window."),
    "stream_cut": _("The connection to the model broke in the middle of the answer."),
    "empty_completion": _("The model gave an empty answer."),
    "time_limit": _("The model took longer than its time limit."),
    "bad_response": _("The model service answered with something that cannot be read."),
    "invalid_output": _("The model's answer could not be used, after several tries."),
    "cancelled": _("The call was ended from the other side."),
    "scenario_unavailable": _("The scenario of this story does not exist or is switched off."),
    "route_missing": _("No model is set up for this role."),
    "storyteller_only": _(
        "The game master of a table is the built-in storyteller in this version; its route leads to "
        "a language model."
    ),
    "bad_request": _("The lore of this turn could not be chosen."),
    "pinned_twice": _("A lorebook is pinned twice."),
    "pin_broken": _("A lorebook of this story cannot be read at its revision."),
    "required_over_budget": _(
        "The required lore does not fit into the worldbook's budget. A larger budget may be given "
        "in the story's settings."
    ),
    "too_many_required": _("There are more required entries than may be used in one turn."),
    "process_lost": _("The process that played this turn ended twice."),
    "internal": _("Something went wrong on this site; it has been written down."),
}


def error_json(error: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A stored error for a reader: the reason by its code, and the service's own words as detail."""
    if error is None:
        return None
    code = error["code"]
    exact = error.get("message", "")
    return {
        "code": code,
        "message": str(REASONS.get(code, exact)),
        "detail": error.get("detail", "" if code in FAILURES else exact),
        "parts": error.get("parts", []),
    }
