"""Changes of story variables that a rule let pass, written to their rows (VR-1a, VR-4).

Inside a `story_write`. A value equal to its default has no row.
"""

from collections.abc import Iterable
from typing import Any

from sessions_app.models import StoryVariable
from sessions_app.rules.world import Numbers
from worldbook.actions.story_write import StoryWrite
from worldbook.models.story_rows import row_id
from worldbook.rules.variable_changes import VariableChange
from worldbook.rules.variables import BUILT_IN, CHARACTER, ITEM, LOCATION, Target, plain


def write_variables(write: StoryWrite, numbers: Numbers, changes: Iterable[VariableChange]) -> None:
    """Write what changes leave; of several changes of one value the last holds."""
    last = {(change.target, change.variable): change for change in changes}
    for change in last.values():
        about = _columns(write.session_id, numbers, change.target, change.variable)
        rows = StoryVariable.objects.filter(**about)
        if change.is_default:
            rows.delete()
        elif not rows.update(value=plain(change.after)):
            StoryVariable.objects.create(value=plain(change.after), **about)


def _columns(session_id: int, numbers: Numbers, target: Target, variable: str) -> dict[str, Any]:
    """What a value's row is found by."""
    known = {
        CHARACTER: numbers.characters,
        ITEM: numbers.items,
        LOCATION: numbers.locations,
    }
    keys = {
        f"{kind}_id": row_id(session_id, of[target.key]) if kind == target.kind else None
        for kind, of in known.items()
    }
    built_in = variable in BUILT_IN
    return {
        "session_id": session_id,
        "definition_id": None if built_in else row_id(session_id, numbers.variables[variable]),
        "built_in": variable if built_in else "",
        **keys,
    }
