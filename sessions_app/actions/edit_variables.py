"""An author sets a story variable by hand, seeing what it changes (PG-22, AD-5, VR-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sessions_app.actions.applying_variables import write_variables
from sessions_app.actions.commands import Done, give_command
from sessions_app.actions.edit_plain import invalid
from sessions_app.actions.edits import check_said, must_edit
from sessions_app.actions.refusals import refused
from sessions_app.actions.value_words import fault_words
from sessions_app.models import Session
from sessions_app.queries.world import read_world
from sessions_app.rules.judging import keys_by_kind
from worldbook.actions.errors import ActionRefused
from worldbook.actions.story_write import story_write
from worldbook.models import User
from worldbook.rules.faults import MESSAGES
from worldbook.rules.refusal import Refusal
from worldbook.rules.variable_changes import judge_changes
from worldbook.rules.variables import plain

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class VariableEdit:
    """The variable of a target: `of` is {kind, key?}, `seen` and `value` are JSON values."""

    of: Mapping[str, Any]
    variable: str
    seen: Any
    value: Any
    reason: str


def _invalid(edit: VariableEdit, wrong: Refusal) -> ActionRefused:
    """The refusal of a value that the variable cannot have."""
    of_value = wrong.detail.get("at") == "to" and wrong.code in MESSAGES
    reason = fault_words(wrong.code, wrong.detail) if of_value else wrong.reason
    return invalid(edit.variable, wrong.code, reason=reason)


def edit_variable(*, by: User, session_id: int, key: str, edit: VariableEdit) -> Json:
    """Set a variable of a story; {…, variable: {of, variable, before, after}}.

    Raises ActionRefused: not_author, reason_missing, value_changed (409) with `seen` and `present`,
    value_invalid with what is wrong.
    """

    def work(story: Session) -> Done:
        must_edit(by, story)
        check_said(edit.value, edit.reason)
        with story_write(story.pk, cause="author", reason=edit.reason.strip()) as write:
            state = read_world(story.pk)
            change = {"of": edit.of, "variable": edit.variable, "to": edit.value}
            judged = judge_changes(
                state.variables, [change], keys=keys_by_kind(state), player=state.player
            )
            if judged.left_out:
                raise _invalid(edit, judged.left_out[0])
            (accepted,) = judged.accepted
            present = plain(accepted.before)
            if present != edit.seen:
                raise refused("value_changed", field=edit.variable, seen=edit.seen, present=present)
            write_variables(write, state.numbers, judged.accepted)
        return Done("state", result={"variable": accepted.to_json()})

    arguments = {"of": edit.of, "variable": edit.variable, "value": edit.value}
    return give_command(
        by=by, session_id=session_id, key=key, name="edit_variable", arguments=arguments, work=work
    )
