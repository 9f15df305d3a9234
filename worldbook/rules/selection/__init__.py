"""Choosing from lorebooks: the public names of the rule (WB-18).

request, compiled   what goes in
eligibility         who may be chosen at all
window, activation  what the keys find, pass by pass
ranking             what words and vectors find, for the strategy hybrid
budget, placement   who fits, and where it goes
choose              the whole way, in that order
planners            the same for the planning side, after the actor
trace, explain      what is told of it
"""

from worldbook.rules.selection.choose import select
from worldbook.rules.selection.compiled import CompiledBook, compile_book
from worldbook.rules.selection.eligibility import eligible
from worldbook.rules.selection.explain import explain
from worldbook.rules.selection.planners import request_for, select_for_planner
from worldbook.rules.selection.request import DEFAULT_BUDGET, MAX_ENTRIES, Message, SelectionRequest
from worldbook.rules.selection.result import SelectedEntry, Selection

__all__ = [
    "DEFAULT_BUDGET",
    "MAX_ENTRIES",
    "CompiledBook",
    "Message",
    "SelectedEntry",
    "Selection",
    "SelectionRequest",
    "compile_book",
    "eligible",
    "explain",
    "request_for",
    "select",
    "select_for_planner",
]
