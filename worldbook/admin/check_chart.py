"""The chart of a check as a piece of a page: its exact distribution, its bands, a roll to try (DC-5)."""

from collections.abc import Mapping
from secrets import randbelow
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from worldbook.admin.check_fields import CheckBandsField
from worldbook.rules.check_outlook import Bar, Outlook, outlook
from worldbook.rules.checks import Check, Reading, look_up, read_check
from worldbook.rules.dice import Dice, dice_reason, law_of, read_dice, roll
from worldbook.rules.faults import MESSAGES, Fault
from worldbook.rules.numbers import whole_number
from worldbook.rules.refusal import Refusal

WIDTH, HEIGHT, FOOT = 640, 180, 22
HUES = 8
LIMIT = 1_000_000
"""A target and what is added lie between the negative of this and it."""

Row = Mapping[str, Any]


def chart_of_form(request: HttpRequest) -> str:
    """The chart of what stands in the form, saved or not, with target and modifier to try."""
    given = request.POST
    problem = ""
    try:
        bands = CheckBandsField().to_python(given.get("bands", ""))
    except ValidationError as wrong:
        bands, problem = [], " ".join(wrong.messages)
    row = {
        "key": "",
        "dice": given.get("dice", ""),
        "reading": given.get("reading", "total"),
        "comparison": given.get("comparison", "absolute"),
        "variable": given.get("variable", ""),
        "bands": bands,
    }
    tried = {name: _number(given.get(f"try_{name}", "")) for name in ("target", "added")}
    return chart(row, problem=problem, throw="throw" in given, **tried)


def _number(text: str) -> int:
    """A number that is to be tried; 0 for anything else."""
    found = whole_number(text.strip().lstrip("+").removeprefix("-"))
    value = min(found or 0, LIMIT)
    return -value if text.strip().startswith("-") else value


def chart(
    row: Row, *, target: int = 0, added: int = 0, problem: str = "", throw: bool = False
) -> str:
    """The piece of page for a check; what is wrong with it is said in place of what it needs."""
    dice = read_dice(row["dice"])
    if isinstance(dice, Refusal):
        return _piece({"problem": dice_reason(dice, _) if row["dice"] else ""})
    read = read_check(row)
    bands = read.bands if isinstance(read, Check) else ()
    if not problem and not isinstance(read, Check):
        problem = " ".join(map(_said, read))
    context = {
        "problem": problem,
        "canonical": dice.canonical,
        "range": _range(dice),
        "comparison": row["comparison"],
        "variable": row["variable"],
        "target": target,
        "added": added,
    }
    law = law_of(dice)
    if law is not None:
        found = outlook(law, bands, row["comparison"], target, added)
        context |= _drawn(found, read if isinstance(read, Check) else None)
    if throw:
        context["thrown"] = _thrown(dice, read, target, added)
    return _piece(context)


def _piece(context: Mapping[str, Any]) -> str:
    return render_to_string("admin/worldbook/check_chart.html", dict(context))


def _said(fault: Fault) -> str:
    """A fault as a sentence; of bands by their place, from 1."""
    return _("%(path)s %(problem)s.") % {
        "path": fault.path,
        "problem": _(MESSAGES[fault.code]) % fault.values,
    }


def _range(dice: Dice) -> str:
    low, high = ("∞" if end is None else str(end) for end in (dice.low, dice.high))
    return f"{'−' if dice.low is None else ''}{low} … {high}"


def _drawn(found: Outlook, check: Check | None) -> dict[str, Any]:
    """Bars in pixels, and a row for each band."""
    tallest = max(bar.share for bar in found.bars)
    low, high = found.bars[0].low, found.bars[-1].high
    step = WIDTH / (high - low + 1)
    bars = [_bar(bar, low, step, tallest, check) for bar in found.bars]
    bands = check.bands if check else ()
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "whole": HEIGHT + FOOT,
        "bars": bars,
        "ends": (low, high),
        "mean": None if found.mean is None else f"{found.mean:.2f}",
        "bands": [
            {"hue": n % HUES, "label": band.label, "range": _ends(band), "outcome": band.outcome,
             "share": _percent(share)}
            for n, (band, share) in enumerate(zip(bands, found.shares, strict=True))
        ],
        "uncovered": _percent(found.uncovered) if check and found.uncovered else "",
        "tail": _percent(found.tail) if found.tail else "",
    }  # fmt: skip


def _bar(bar: Bar, low: int, step: float, tallest: float, check: Check | None) -> dict[str, Any]:
    tall = max(bar.share / tallest * HEIGHT, 0.5) / (bar.high - bar.low + 1 if step < 1 else 1)
    label = check.bands[bar.band].label if check and bar.band is not None else ""
    said = str(bar.low) if bar.low == bar.high else f"{bar.low} … {bar.high}"
    gap = min(step * 0.12, 2.0)
    return {
        "x": round((bar.low - low) * step + gap / 2, 2),
        "y": round(HEIGHT - tall, 2),
        "width": round((bar.high - bar.low + 1) * step - gap, 2),
        "height": round(tall, 2),
        "hue": None if bar.band is None else bar.band % HUES,
        "title": f"{said}: {_percent(bar.share)}{' – ' if label else ''}{label}",
    }


def _ends(band: Any) -> str:
    low, high = ("" if end is None else str(end) for end in (band.low, band.high))
    return low if low and low == high else f"{low} … {high}"


def _percent(share: float) -> str:
    """A share as people read it; what is very small keeps its size."""
    percent = share * 100
    return f"{percent:.2f} %" if percent >= 0.01 or percent == 0 else f"{percent:.1e} %"


def _thrown(dice: Dice, read: Any, target: int, added: int) -> dict[str, Any]:
    """A roll to try; nothing of it is kept."""
    thrown = roll(dice, randbelow)
    told: dict[str, Any] = {"dice": thrown.dice[:60], "total": thrown.total}
    if isinstance(read, Check):
        found = look_up(
            read, thrown.total, target=target if read.needs_target else None, added=[added]
        )
        if isinstance(found, Reading):
            told |= {"value": found.looked_up, "band": found.band.label}
            told |= {"outcome": found.band.outcome}
        else:
            told["problem"] = _("No band covers %(value)s.") % found.detail
    return told
