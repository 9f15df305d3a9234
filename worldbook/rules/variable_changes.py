"""Changes of story variables: judged one by one, each seeing the last (VR-4).

In JSON a change is `{"of": {"kind": character|item|location|world, "key"?}, "variable": KEY}` and
one of `"to": VALUE`, `"by": NUMBER` (clamped into the range) and `"baseline": true`. What is wrong
with one is left out and told; the others hold.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from worldbook.rules.faults import Fault, by_kind, first, members
from worldbook.rules.fields import Flag, OneOf, Text
from worldbook.rules.refusal import Refusal
from worldbook.rules.variable_values import clamped, read_value, step_fault, value_fault
from worldbook.rules.variables import (
    NUMBER,
    SCOPES,
    WORLD,
    Target,
    Value,
    VariableDef,
    Variables,
    plain,
    read_number,
)

_HOW = ("to", "by", "baseline")
_KEY = Text(200, empty=False)


@dataclass(frozen=True, slots=True)
class VariableChange:
    """A variable of a target before and after; equal where a clamped change did nothing.

    `is_default`: after the change it is the default, so that no row keeps it (VR-1a).
    """

    target: Target
    variable: str
    before: Value
    after: Value
    is_default: bool

    def to_json(self) -> dict[str, Any]:
        """As a round keeps it: {of: {kind, key?}, variable, before, after}."""
        key = {"key": self.target.key} if self.target.kind != WORLD else {}
        return {
            "of": {"kind": self.target.kind, **key},
            "variable": self.variable,
            "before": plain(self.before),
            "after": plain(self.after),
        }


@dataclass(frozen=True, slots=True)
class JudgedChanges:
    """What holds, in order; what was left out, each refusal with `detail["index"]`; the outcome."""

    accepted: tuple[VariableChange, ...]
    left_out: tuple[Refusal, ...]
    variables: Variables


def judge_changes(
    variables: Variables,
    changes: Sequence[Any],
    *,
    keys: Mapping[str, Collection[str]],
    player: str | None = None,
) -> JudgedChanges:
    """Judge changes in order.

    `keys`: the keys there are in the story by kind (character, item, location); the reserved key
    `player` stands for the player's character. Codes of what is left out: those of `faults` for the
    form of a change, unknown_variable, unknown_target, wrong_target, not_number, no_baseline,
    out_of_range, off_step, not_decimal, not_flag, unknown_value, too_long, not_text.
    """
    accepted: list[VariableChange] = []
    left_out: list[Refusal] = []
    for index, change in enumerate(changes):
        judged = _judge(variables, change, keys, player)
        if isinstance(judged, Refusal):
            left_out.append(replace(judged, detail={"index": index, **judged.detail}))
        else:
            accepted.append(judged)
            variables = variables.after(judged.target, judged.variable, judged.after)
    return JudgedChanges(tuple(accepted), tuple(left_out), variables)


def _judge(
    variables: Variables,
    change: Any,
    keys: Mapping[str, Collection[str]],
    player: str | None,
) -> VariableChange | Refusal:
    fault = change_fault(change)
    if fault is not None:
        return fault.refusal("variable_changes")
    target = _target(change["of"], player)
    definition = variables.definition(change["variable"])
    refused = _target_refusal(variables, definition, target, keys, change["variable"])
    if refused is not None or definition is None:
        return refused or _unknown(change["variable"])
    after = _after(variables, definition, target, change)
    if isinstance(after, Refusal):
        return after
    return VariableChange(
        target=target,
        variable=definition.key,
        before=variables.value(definition, target),
        after=after,
        is_default=after == variables.default(definition, target),
    )


def change_fault(change: Any) -> Fault | None:
    """What is wrong with the form of a change."""
    known = ("of", "variable", *_HOW)
    wrong = members(change, "", known=known, needed=("of", "variable"))
    return wrong or first(_form_faults(change))


def _form_faults(change: Mapping[str, Any]) -> Iterator[Fault | None]:
    of = change["of"]
    yield members(of, "of", known=("kind", "key"), needed=("kind",))
    yield by_kind(OneOf(SCOPES), of["kind"], "of.kind")
    if of["kind"] != WORLD:
        yield by_kind(_KEY, of["key"], "of.key") if "key" in of else Fault("missing", "of.key")
    yield by_kind(_KEY, change["variable"], "variable")
    if sum(name in change for name in _HOW) != 1:
        yield Fault("one_of", "", {"known": ", ".join(_HOW)})
    if "baseline" in change:
        yield by_kind(Flag(), change["baseline"], "baseline")
        yield None if change["baseline"] else Fault("unknown_value", "baseline", _ONLY_TRUE)


_ONLY_TRUE = {"value": "false", "known": "true"}


def _target(of: Mapping[str, Any], player: str | None) -> Target:
    if of["kind"] == WORLD:
        return Target(WORLD)
    key = player if of["kind"] == "character" and of["key"] == "player" and player else of["key"]
    return Target(of["kind"], key)


def _target_refusal(
    variables: Variables,
    definition: VariableDef | None,
    target: Target,
    keys: Mapping[str, Collection[str]],
    named: str,
) -> Refusal | None:
    if definition is None:
        return _unknown(named)
    if target.kind != WORLD and target.key not in keys.get(target.kind, ()):
        reason = f"There is no {target.kind} “{target.key}”."
        return Refusal("unknown_target", reason, {"kind": target.kind, "key": target.key})
    if not variables.serves(definition, target):
        reason = f"The variable “{named}” is not one of the {target.kind} “{target.key}”."
        return Refusal("wrong_target", reason, {"variable": named, "scope": definition.scope})
    return None


def _unknown(named: str) -> Refusal:
    return Refusal("unknown_variable", f"There is no variable “{named}”.", {"variable": named})


def _after(
    variables: Variables, definition: VariableDef, target: Target, change: Mapping[str, Any]
) -> Value | Refusal:
    """The value after a change of the right form, or why there is none."""
    if "baseline" in change:
        baseline = variables.baseline(definition, target)
        if baseline is None:
            reason = f"The variable “{definition.key}” has no baseline."
            return Refusal("no_baseline", reason, {"variable": definition.key})
        return baseline
    if "by" in change:
        return _moved(variables, definition, target, change["by"])
    fault = value_fault(definition, change["to"], "to")
    return fault.refusal("to") if fault else read_value(definition, change["to"])


def _moved(
    variables: Variables, definition: VariableDef, target: Target, by: Any
) -> Decimal | Refusal:
    present = variables.value(definition, target)
    if definition.value_kind != NUMBER or not isinstance(present, Decimal):
        reason = f"Only a number can be changed by a number; “{definition.key}” is none."
        return Refusal("not_number", reason, {"variable": definition.key})
    number = read_number(by)
    if number is None:
        return Fault("not_decimal", "by").refusal("by")
    fault = step_fault(definition, number, Decimal(0), "by")
    return fault.refusal("by") if fault else clamped(definition, present + number)
