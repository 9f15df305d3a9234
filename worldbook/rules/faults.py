"""What is wrong inside a value: a code, the place in it, and the sentence for people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.fields import Kind
from worldbook.rules.refusal import Refusal
from worldbook.rules.words import gettext_noop as _

MESSAGES: Mapping[str, str] = {
    "not_text": _("must be text"),
    "unstorable": _("holds a character that cannot be stored"),
    "empty": _("must not be empty"),
    "not_one_line": _("must be one line, without control characters"),
    "too_long": _("has %(length)s characters; at most %(most)s are possible"),
    "not_flag": _("must be true or false"),
    "not_whole": _("must be a whole number"),
    "not_number": _("must be a number"),
    "out_of_range": _("must lie between %(low)s and %(high)s, not %(value)s"),
    "unknown_value": _("cannot be “%(value)s”; possible are %(known)s"),
    "not_list": _("must be a list"),
    "not_object": _("must be an object"),
    "not_filter": _("must be an object with mode and names"),
    "unknown_field": _("is not a field of this format"),
    "missing": _("is missing"),
    "duplicate": _("is used by another entry of this book"),
    "unknown_kind": _("is no kind of condition; possible are %(known)s"),
    "one_of": _("must have exactly one of %(known)s"),
    "one_or_more": _("must have at least one of %(known)s"),
    "too_many_nodes": _("has more than %(most)s parts"),
    "too_many_levels": _("stands more than %(most)s levels deep"),
    "not_value": _("must be a number, true or false, or text"),
    "not_instant": _("must be a date with a time, such as 2026-03-29T14:30"),
    "not_date": _("must be a date, such as 2026-03-29"),
    "not_month_day": _("must be a month and a day that exist, such as 02-29"),
    "not_time": _("must be a time of day, such as 22:00"),
    "not_duration": _("must be a duration, such as 2d 6h"),
    "zero": _("must not be 0"),
    "never": _("can never be so"),
    "not_in_world": _("is not in this world: “%(value)s”"),
    "unknown_zone": _("must be the name of a time zone, such as Europe/Berlin"),
    "beyond_calendar": _("must lie in the years 1 to 9999"),
    "wrong_count": _("must have %(count)s names, not %(found)s"),
    "named_twice": _("is there twice: “%(value)s”"),
    "not_decimal": _("must be a number with at most four places after the point"),
    "off_step": _("must be a whole number of steps of %(step)s from %(from)s"),
    "not_above_zero": _("must be more than 0"),
    "least_above_most": _("must not be less than the least one"),
    "overlap": _("has numbers in common with “%(other)s”"),
    "too_many": _("has too many members; at most %(most)s are possible"),
    "only_numbers": _("is for numbers only"),
    "only_choices": _("is for choices only"),
    "only_one_world": _("cannot be said of the world, which there is once"),
    "built_in": _("is the key of a built-in variable: “%(value)s”"),
    "same_time": _("begins at the same time as another: %(value)s"),
    "circle": _("names itself in a circle: %(circle)s"),
    "not_key": _("may have letters, digits, hyphens and underscores only"),
    "key_taken": _("is the key of another one already: “%(value)s”"),
    "reserved": _("is a name that means something else: “%(value)s”"),
    "itself": _("must be another one than itself"),
    "not_container": _("is no container: “%(value)s”"),
    "several": _("stands for several things and cannot hold any: “%(value)s”"),
    "not_unique": _("must be 1 for a thing that is unique"),
    "not_wearable": _("cannot be worn: it has no wear slot"),
    "not_carried": _("is only for what a character carries"),
    "slot_full": _("takes no more than %(most)s: “%(value)s”"),
    "two_doors": _("differs from the other side of the door “%(value)s”"),
    "no_such_book": _("is no lorebook that you may read: “%(value)s”"),
    "no_such_revision": _("is no revision of that book: %(value)s"),
    "not_playable": _("cannot be played: “%(value)s”"),
    "no_such_variable": _("has no such variable: “%(value)s”"),
    "bad_dice": _("cannot be rolled: %(reason)s"),
    "counts_nothing": _("counts no successes; write what counts, such as 5d10cs>=8"),
    "no_bands": _("must have at least one band"),
    "ends_before": _("ends before it begins"),
    "uncovered": _("do not cover what the dice can give: %(values)s"),
    "never_reached": _("can never be reached: “%(label)s”"),
    "wrong_weekday": _("names another day of the week than the date is"),
    "cannot_be_done": _("cannot be done: %(reason)s"),
}
"""What is wrong with a field or a part of it, to be read after its name."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: a code of MESSAGES, where (`all[1].op`), what the sentence needs."""

    code: str
    path: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def refusal(self, whole: str) -> Refusal:
        """The fault as an answer; `whole` names the value itself where the path is empty."""
        at = self.path or whole
        sentence = f"{at} {MESSAGES[self.code] % self.values}"
        return Refusal(self.code, sentence, {"at": at, **self.values})


def inside(path: str, name: str) -> str:
    """The path of a member of what stands at a path."""
    return f"{path}.{name}" if path else name


def under(path: str, fault: Fault | None) -> Fault | None:
    """A fault of a part, with its path in the whole."""
    if fault is None:
        return None
    joined = path + fault.path if fault.path.startswith("[") else inside(path, fault.path)
    return Fault(fault.code, joined if fault.path else path, fault.values)


def by_kind(kind: Kind, value: Any, path: str) -> Fault | None:
    """What a kind of `rules.fields` has against a value."""
    problem = kind.problem(value)
    return Fault(problem[0], path, problem[1]) if problem else None


def first(faults: Iterable[Fault | None]) -> Fault | None:
    """The first fault there is; later ones are not looked for."""
    return next((fault for fault in faults if fault), None)


def members(
    value: Any, path: str, *, known: Iterable[str], needed: Iterable[str] = ()
) -> Fault | None:
    """Whether a value is an object with known members only, and with those that are needed."""
    if not isinstance(value, Mapping):
        return Fault("not_object", path)
    for name in value:
        if name not in known:
            return Fault("unknown_field", inside(path, str(name)))
    return first(Fault("missing", inside(path, n)) for n in needed if n not in value)


def some_of(value: Mapping[str, Any], path: str, names: Iterable[str]) -> Fault | None:
    """Whether an object has at least one of some members."""
    if any(name in value for name in names):
        return None
    return Fault("one_or_more", path, {"known": ", ".join(names)})
