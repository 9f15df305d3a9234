"""What an entry's form would be told if it were saved now, and what lint says of it (WK-24)."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse

from worldbook.actions.words import say_problem
from worldbook.models import Lorebook
from worldbook.queries.books import ENTRY_FIELDS, entry_json
from worldbook.queries.entry_check import entry_findings
from worldbook.queries.lint_words import finding_text
from worldbook.rules.entries import entry_from_json
from worldbook.rules.tokens import estimate
from worldbook.rules.validation import entry_problems

UNNAMED = "new entry"
"""An id that no entry has (it is no slug), for one that has not got its own yet."""

Said = dict[str, list[str]]


def check(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Judge a posted form without saving it; `_row` is the entry's row, "" for a new one.

    Answers `{errors, hints: {field: [sentence]}, tokens}`; 404 for a row of somebody else's.
    """
    if request.method != "POST":
        return HttpResponse(status=405, headers={"Allow": "POST"})
    row = request.POST.get("_row", "")
    entry = model_admin.get_object(request, row) if row else None
    if row and (entry is None or not model_admin.has_change_permission(request, entry)):
        return HttpResponse(status=404)
    if not row and not model_admin.has_add_permission(request):
        return HttpResponse(status=404)
    before = entry_json(entry) if entry else {}
    form = model_admin.get_form(request, entry, change=entry is not None)(
        request.POST, instance=entry
    )
    return JsonResponse(judge(form, before, entry.book if entry else None))


def judge(
    form: forms.ModelForm, before: Mapping[str, Any], book: Lorebook | None
) -> dict[str, Any]:
    """What is wrong with a bound form, what lint finds, and how long the text is.

    `before` is the row in native JSON; its values stand in where a field cannot be read.
    """
    errors: Said = {name: list(map(str, said)) for name, said in form.errors.items()}
    given = {name: form.cleaned_data[name] for name in ENTRY_FIELDS if name in form.cleaned_data}
    for problem in entry_problems({name: v for name, v in given.items() if v or name != "key_id"}):
        errors.setdefault(problem.detail["field"], []).append(say_problem(problem))
    usable = {name: value for name, value in given.items() if name not in errors}
    whole = {**before, **usable}
    whole["key_id"] = usable.get("key_id") or before.get("key_id") or UNNAMED
    hints: Said = {}
    home = book or form.cleaned_data.get("book")
    if home is not None:
        for finding in entry_findings(home, entry_from_json(whole)):
            hints.setdefault(finding.field, []).append(finding_text(finding))
    return {"errors": errors, "hints": hints, "tokens": estimate(whole.get("content", ""))}
