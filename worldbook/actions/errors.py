"""How a write says no: one exception that every door turns into its own kind of answer."""

from collections.abc import Mapping
from typing import Any

from worldbook.rules.refusal import Refusal


class ActionRefused(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """A write was refused and nothing was saved.

    Attributes:
        code: stable, for programs ("revision_conflict", "not_yours", ...).
        message: plain words for a person, translated.
        status: the HTTP status an API answers with (400, 403, 404, 409 or 429).
        detail: JSON values that explain it further; a door adds them to its answer.
    """

    def __init__(
        self, code: str, message: str, status: int = 409, detail: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.detail: dict[str, Any] = dict(detail or {})


def refuse(refusal: Refusal, status: int = 400) -> ActionRefused:
    """The exception that says what a rule's refusal says; the caller raises it."""
    return ActionRefused(refusal.code, refusal.reason, status, refusal.detail)
