"""Findings of lint as sentences in the reader's language (WB-40)."""

from django.utils.translation import gettext

from worldbook.rules.findings import Finding


def finding_text(finding: Finding) -> str:
    """What was found, as a sentence; whose entry it is stands beside it."""
    return finding.say(gettext)
