"""What a rule refused, said in the language of whoever asked."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from worldbook.actions.errors import ActionRefused
from worldbook.rules.dice import dice_reason
from worldbook.rules.faults import MESSAGES
from worldbook.rules.refusal import Refusal

MOST_SHOWN = 50


def say_problem(problem: Refusal) -> str:
    """What is wrong with a field, without the field's name."""
    detail = dict(problem.detail)
    if "dice_code" in detail:
        dice = Refusal(detail["dice_code"], detail["reason"], detail)
        detail["reason"] = dice_reason(dice, _)
    return _(MESSAGES[problem.code]) % detail


def problem_json(problem: Refusal) -> dict[str, Any]:
    """One problem as an API answers it."""
    return {
        "code": problem.code,
        "path": problem.detail["path"],
        "entry": problem.detail.get("entry", ""),
        "field": problem.detail["field"],
        "message": say_problem(problem),
    }


def refuse_problems(problems: Sequence[Refusal]) -> None:
    """Refuse with everything that is wrong, the first fifty by name; nothing wrong, nothing done.

    Raises:
        ActionRefused: "invalid" (400), with detail `problems`.
    """
    if not problems:
        return
    first = problems[0]
    message = _("%(path)s %(problem)s.") % {
        "path": first.detail["path"],
        "problem": say_problem(first),
    }
    if len(problems) > 1:
        message = _("%(first)s (%(count)d problems in all)") % {
            "first": message,
            "count": len(problems),
        }
    shown = [problem_json(problem) for problem in problems[:MOST_SHOWN]]
    raise ActionRefused(
        "invalid", message, status=400, detail={"problems": shown, "problem_count": len(problems)}
    )
