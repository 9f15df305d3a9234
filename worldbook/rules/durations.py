"""Lengths of story time as people write them, `2d 6h`, and in milliseconds (CO-2, TM-1)."""

import re

from worldbook.rules.refusal import Refusal

UNITS = {"w": 604_800_000, "d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1_000}
"""Milliseconds of each unit; a day has 24 hours, whatever the clocks of a zone do."""

LONGEST = 60
_SHAPE = re.compile(r"\s*".join(rf"(?:(?P<{unit}>[0-9]+){unit})?" for unit in UNITS))


def parse_duration(text: object) -> int | Refusal:
    """Milliseconds of `[Nw] [Nd] [Nh] [Nm] [Ns]`: in this order, each once, at least one."""
    if isinstance(text, str) and len(text) <= LONGEST:
        found = _SHAPE.fullmatch(text.strip())
        if found and found.lastgroup:
            return sum(int(found[unit] or 0) * size for unit, size in UNITS.items())
    return Refusal("not_duration", "A duration looks like 2d 6h: weeks, days, hours, minutes, s.")


def format_duration(milliseconds: int) -> str:
    """The shortest form that `parse_duration` reads, whole seconds; "0s" for less than one."""
    parts, left = [], max(milliseconds, 0)
    for unit, size in UNITS.items():
        number, left = divmod(left, size)
        if number:
            parts.append(f"{number}{unit}")
    return " ".join(parts) or "0s"
