"""What a bulk change makes of one entry: fields set, members of lists added and removed (WK-3).

An edit says which fields it reads (`fields`) and what they become (`new`); what stays equal is no
change. Locked entries are left alone by every edit but the one that does nothing but unlock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from worldbook.rules.entries import AUDIENCES
from worldbook.rules.fields import ENTRY_FIELDS
from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

Values = Mapping[str, Any]

SETTABLE = tuple(
    name for name in ENTRY_FIELDS if name not in ("key_id", "place", "source", "source_id")
)
"""The fields that several entries may be given the same value of."""
LISTS = ("keys", "secondary_keys", "exclude_keys", "tags", "groups", "requires", "conflicts")
"""The lists of texts of which members may be added and removed; and `audience`."""

MESSAGES: Mapping[str, str] = {
    "not_settable": _("“%(field)s” cannot be set for several entries."),
    "not_a_list": _("“%(field)s” is no list that members can be added to."),
    "nothing_to_do": _("Say what is to be changed."),
}
"""Why a bulk change is refused, by code."""


class Edit(Protocol):
    """A change of one entry that is made to many."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that it reads and may change."""

    @property
    def unlocks(self) -> bool:
        """Whether it does nothing but unlock, and so may touch what is locked."""

    def new(self, row: Values) -> Values:
        """What the fields become; `row` has them and `key_id`."""


@dataclass(frozen=True, slots=True)
class SetFields:
    """Fields that get one value in every entry; `edit_problem` says what is wrong with it."""

    values: Values

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that it reads and may change."""
        return tuple(self.values)

    @property
    def unlocks(self) -> bool:
        """Whether it does nothing but unlock."""
        return dict(self.values) == {"locked": False}

    def new(self, row: Values) -> Values:
        """What the fields become."""
        return self.values


@dataclass(frozen=True, slots=True)
class ChangeList:
    """Members added to and removed from a list; what is added twice is there once.

    Members are compared as they are written. An entry is never made to need or exclude itself.
    """

    field: str
    add: Sequence[str] = ()
    remove: Sequence[str] = ()
    unlocks: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The field that it reads and may change."""
        return (self.field,)

    def new(self, row: Values) -> Values:
        """What the field becomes."""
        old = list(row[self.field])
        kept = [member for member in old if member not in self.remove]
        itself = row["key_id"] if self.field in ("requires", "conflicts") else None
        more = [member for member in self.add if member not in kept and member != itself]
        return {self.field: [*kept, *dict.fromkeys(more)]}


def edit_problem(edit: SetFields | ChangeList) -> Refusal | None:
    """Why an edit cannot be made at all; values are judged by `rules.validation`."""
    if isinstance(edit, SetFields):
        wrong = next((name for name in edit.values if name not in SETTABLE), None)
        code = "not_settable" if wrong else "" if edit.values else "nothing_to_do"
    else:
        wrong = edit.field if edit.field not in (*LISTS, "audience") else None
        code = "not_a_list" if wrong else "" if edit.add or edit.remove else "nothing_to_do"
    if not code:
        return None
    return Refusal(code, MESSAGES[code] % {"field": wrong}, {"field": wrong})


def members_known(field: str) -> tuple[str, ...]:
    """The members that a list may have, where only some are possible."""
    return AUDIENCES if field == "audience" else ()
