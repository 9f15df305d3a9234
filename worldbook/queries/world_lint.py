"""What lint finds in a world, in the reader's language (TB-19, IT-9, DI-G6)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from worldbook.rules.world_findings import ERROR
from worldbook.rules.world_lint import lint_world


def world_findings(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All findings, errors first, as `{code, level, part, key, detail, text}`."""
    return [finding.to_json(gettext) for finding in lint_world(document)]


def lint_counts(findings: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """How many findings are errors and warnings."""
    errors = sum(finding["level"] == ERROR for finding in findings)
    return {"error_count": errors, "warning_count": len(findings) - errors}
