"""What a model is given, in order and part by part with sizes (LN-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sessions_app.rules.calls import ChatMessage


@dataclass(frozen=True, slots=True)
class Part:
    """One block of a package; `tokens` counts its text."""

    name: str
    role: str
    tokens: int
    text: str

    def to_json(self) -> dict[str, Any]:
        """The part with its text."""
        return {"name": self.name, "role": self.role, "tokens": self.tokens, "text": self.text}

    def size(self) -> Mapping[str, Any]:
        """The part without its text."""
        return {"name": self.name, "tokens": self.tokens}


@dataclass(frozen=True, slots=True)
class Package:
    """`messages` go to the model; `parts` are the same text as blocks, before merging.

    `left_out` counts messages of the oldest history that did not fit.
    """

    messages: tuple[ChatMessage, ...]
    parts: tuple[Part, ...]
    tokens: int
    left_out: int = 0
    notes: tuple[Mapping[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What is stored with the call and shown to who inspects it."""
        return {
            "parts": [part.to_json() for part in self.parts],
            "tokens": self.tokens,
            "left_out": self.left_out,
            "notes": [dict(note) for note in self.notes],
        }
