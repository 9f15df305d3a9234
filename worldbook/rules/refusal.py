"""How a rule says no: a value, never an exception."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was refused: `code` for programs, `reason` in plain words, `detail` as JSON values."""

    code: str
    reason: str
    detail: Mapping[str, Any] = field(default_factory=dict)
