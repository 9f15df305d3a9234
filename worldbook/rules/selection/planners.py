"""What the planning side is told: its share of the turn's selection, and what is for it alone (WB-36)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from worldbook.rules.refusal import Refusal
from worldbook.rules.selection.choose import Count, select
from worldbook.rules.selection.compiled import CompiledBook
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.result import Selection

PLANNER = "planner"


def request_for(
    request: SelectionRequest, chosen: Selection, audience: str = PLANNER
) -> SelectionRequest:
    """The request for another audience of a turn that something was chosen for.

    Rankings are made over what is eligible, so those of the first audience are of no use: words are
    ranked anew, and vectors are none until the caller puts in its own (`eligible` of this request).
    """
    given = tuple(
        f"{entry.book}:{entry.key_id}" for entry in chosen.selected if audience in entry.audience
    )
    return replace(
        request,
        audience=audience,
        after=request.audience,
        given=given,
        by_words=None,
        by_vectors=None,
        lacking=(),
    )


def select_for_planner(
    request: SelectionRequest,
    books: Sequence[CompiledBook],
    count: Count,
    *,
    chosen: Selection,
    clock: Callable[[], float] | None = None,
) -> Selection | Refusal:
    """Choose for another audience after `chosen`, as one selection of its own.

    First come the entries of `chosen` that address this audience as well, then those that address it
    and not the first one, by the same rules and up to the same budget: what came over is paid from
    it, holds its groups, and bars its foes. An entry that requires one that was decided and did not
    come over falls. Where the scenario does not share its lore nothing is chosen.

    Args:
        request: of `request_for`.
        books: the pinned books, as they were for `chosen`.
        count: counts tokens.
        chosen: what was chosen for the first audience.
        clock: as for `select`.

    Returns:
        The selection; its `timed` is that of `chosen` with the clocks that this one starts. Or a
        refusal, as `select`.
    """
    if not request.share_worldbook:
        return Selection(timed=chosen.timed, budget=request.budget)
    result = select(request, books, count, clock=clock)
    if isinstance(result, Refusal):
        return result
    return replace(result, timed=_with_clocks(chosen.timed, request.timed, result.timed))


def _with_clocks(
    chosen: Mapping[str, int], before: Mapping[str, int], after: Mapping[str, int]
) -> Mapping[str, Any]:
    """The timed state of the turn with the clocks that a second selection has started."""
    started = {name: turn for name, turn in after.items() if before.get(name) != turn}
    return {**chosen, **started}
