"""The world's checks: how a roll is read, and what its bands must cover (DC-1, DC-3, DI-G6).

A check is read in three steps: the total of its dice and what is added to it is the *value*; what is
looked up is that value, or how far it lies over or under a target; the band it falls into says what
comes of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import floor, inf
from typing import Any

from worldbook.rules.dice import Dice, Spans, read_dice
from worldbook.rules.dice.edges import Edge, Reach
from worldbook.rules.faults import Fault, by_kind, first, members
from worldbook.rules.fields import OneOf, Text, Whole
from worldbook.rules.refusal import Refusal

READINGS = ("total", "successes")
COMPARISONS = ("absolute", "over", "under")
MOST_BANDS = 100
FURTHEST = 10**15
"""Ends of bands lie between the negative of this and it."""
_LISTED = 1_000_000
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Band:
    """Whole numbers from `low` to `high`, both included; None is without an end."""

    low: int | None
    high: int | None
    label: str
    outcome: str

    @property
    def ends(self) -> tuple[Edge, Edge]:
        """Both ends as numbers."""
        return (
            -inf if self.low is None else self.low,
            inf if self.high is None else self.high,
        )

    def holds(self, value: int) -> bool:
        """Whether a number falls into it."""
        low, high = self.ends
        return low <= value <= high


@dataclass(frozen=True, slots=True)
class Check:
    """A valid check. `variable`: the key of a character's number that is added, or ""."""

    key: str
    dice: Dice
    reading: str
    comparison: str
    variable: str
    bands: tuple[Band, ...]

    @property
    def needs_target(self) -> bool:
        """Whether it cannot be rolled without a target."""
        return self.comparison != "absolute"


@dataclass(frozen=True, slots=True)
class Reading:
    """A roll as its check reads it: the value, what was looked up, and the band."""

    value: int
    looked_up: int
    band: Band


def check_faults(row: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Everything that is wrong with a check `{dice, reading, comparison, variable, bands}` (DC-3)."""
    dice = read_dice(row["dice"])
    faults = list(_form_faults(row))
    if isinstance(dice, Refusal):
        told = {"reason": dice.reason, "dice_code": dice.code, **dice.detail}
        faults.append(Fault("bad_dice", "dice", told))
    elif row["reading"] == "successes" and not dice.counts_successes:
        faults.append(Fault("counts_nothing", "dice"))
    band_faults = _band_faults(row["bands"])
    if faults or band_faults or isinstance(dice, Refusal):
        return (*faults, *band_faults)
    bands = _bands(row["bands"])
    return (*_overlaps(bands), *(_gaps(dice, bands) if _is_fixed(row) else ()))


def check_warnings(row: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Bands of a check without faults that none of its rolls can reach (DI-G6)."""
    dice = read_dice(row["dice"])
    if isinstance(dice, Refusal) or not _is_fixed(row):
        return ()
    reach = dice.reach(_LISTED)
    return tuple(
        Fault("never_reached", f"bands[{n}]", {"label": band.label})
        for n, band in enumerate(_bands(row["bands"]))
        if not _reaches(reach, band)
    )


def read_check(row: Mapping[str, Any]) -> Check | tuple[Fault, ...]:
    """A check as a value, or everything that is wrong with it."""
    faults, dice = check_faults(row), read_dice(row["dice"])
    if faults or isinstance(dice, Refusal):
        return faults
    return Check(
        row.get("key", ""),
        dice,
        row["reading"],
        row["comparison"],
        row["variable"],
        _bands(row["bands"]),
    )


def look_up(
    check: Check, total: int, *, target: int | None = None, added: Sequence[int | Decimal] = ()
) -> Reading | Refusal:
    """Read a roll's total; `added` are a variable's value and numbers given, each rounded down."""
    if check.needs_target and target is None:
        return Refusal("needs_target", "This check is read against a target; none was given.")
    if not check.needs_target and target is not None:
        return Refusal("no_target", "This check has no target.")
    value = total + sum(floor(number) for number in added)
    looked_up = compared(check.comparison, value, target or 0)
    band = next((band for band in check.bands if band.holds(looked_up)), None)
    if band is None:
        reason = f"No band of this check covers {looked_up}."
        return Refusal("no_band", reason, {"value": looked_up})
    return Reading(value, looked_up, band)


def compared(comparison: str, value: int, target: int) -> int:
    """What is looked up in the bands (DC-1)."""
    return {"over": value - target, "under": target - value}.get(comparison, value)


def _is_fixed(row: Mapping[str, Any]) -> bool:
    """Whether what is looked up is what the dice give: no target, nothing added."""
    return bool(row["comparison"] == "absolute" and not row["variable"])


def _form_faults(row: Mapping[str, Any]) -> Iterable[Fault]:
    found = (
        by_kind(OneOf(READINGS), row["reading"], "reading"),
        by_kind(OneOf(COMPARISONS), row["comparison"], "comparison"),
    )
    return (fault for fault in found if fault)


def _band_faults(bands: Any) -> tuple[Fault, ...]:
    if not isinstance(bands, list | tuple):
        return (Fault("not_list", "bands"),)
    if not bands:
        return (Fault("no_bands", "bands"),)
    if len(bands) > MOST_BANDS:
        return (Fault("too_many", "bands", {"most": MOST_BANDS}),)
    found = (_band_fault(band, f"bands[{n}]") for n, band in enumerate(bands))
    return tuple(fault for fault in found if fault)


def _band_fault(band: Any, path: str) -> Fault | None:
    wrong = members(
        band, path, known=("from", "to", "label", "outcome"), needed=("label", "outcome")
    )
    if wrong:
        return wrong
    end = Whole(-FURTHEST, FURTHEST, null=True)
    wrong = first(
        (
            by_kind(end, band.get("from"), f"{path}.from"),
            by_kind(end, band.get("to"), f"{path}.to"),
            by_kind(Text(200, empty=False), band["label"], f"{path}.label"),
            by_kind(Text(2_000, empty=False), band["outcome"], f"{path}.outcome"),
        )
    )
    low, high = (-inf, inf) if wrong else _band(band).ends
    return wrong or (Fault("ends_before", path) if low > high else None)


def _band(band: Mapping[str, Any]) -> Band:
    return Band(band.get("from"), band.get("to"), band["label"], band["outcome"])


def _bands(bands: Iterable[Mapping[str, Any]]) -> tuple[Band, ...]:
    return tuple(_band(band) for band in bands)


def _overlaps(bands: Sequence[Band]) -> Iterable[Fault]:
    """Bands that have a number in common with an earlier one."""
    for n, band in enumerate(bands):
        for other in bands[:n]:
            if band.ends[0] <= other.ends[1] and other.ends[0] <= band.ends[1]:
                yield Fault("overlap", f"bands[{n}]", {"other": other.label})
                break


def _gaps(dice: Dice, bands: Sequence[Band]) -> Iterable[Fault]:
    """What the dice can give and no band covers."""
    left = uncovered(dice.reach(_LISTED), bands)
    if left:
        yield Fault("uncovered", "bands", {"values": _named(left)})


def uncovered(reach: Reach, bands: Sequence[Band]) -> tuple[tuple[Edge, Edge], ...]:
    """Runs of what can come that no band covers; a run may be without an end."""
    runs = _possible(reach)
    for band in bands:
        low, high = band.ends
        cut: list[tuple[Edge, Edge]] = []
        for start, stop in runs:
            cut += [(start, min(stop, low - 1))] if start < low else []
            cut += [(max(start, high + 1), stop)] if stop > high else []
        runs = cut
    return tuple(sorted(runs))


def _possible(reach: Reach) -> list[tuple[Edge, Edge]]:
    """What can come, as runs: listed where it is known, without gaps beyond explosions ten deep."""
    spans: Spans | None = reach.spans
    if spans is None:
        return [(reach.low, reach.high)]
    runs: list[tuple[Edge, Edge]] = list(spans.runs)
    if not reach.whole:
        runs += [(reach.low, spans.low - 1)] if reach.low < spans.low else []
        runs += [(spans.high + 1, reach.high)] if reach.high > spans.high else []
    return runs


def _reaches(reach: Reach, band: Band) -> bool:
    low, high = band.ends
    return any(low <= stop and start <= high for start, stop in _possible(reach))


def _named(runs: Sequence[tuple[Edge, Edge]]) -> str:
    """Runs as people write them: `7, 9–12, 20–`."""
    told = ", ".join(_run(start, stop) for start, stop in runs[:_NAMED])
    return f"{told} …" if len(runs) > _NAMED else told


def _run(start: Edge, stop: Edge) -> str:
    low, high = ("" if isinstance(edge, float) else str(edge) for edge in (start, stop))
    return low if start == stop else f"{low}–{high}"
