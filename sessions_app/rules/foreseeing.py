"""How a story would stand after part of a round, judged by the laws of rounds; nothing is written.

What a message wants done later is looked up as things would be then (what an opened box shows, the
doors of the next place), and each act is told as things were just after it.
"""

from dataclasses import replace

from sessions_app.rules.judging import for_player
from sessions_app.rules.judging_items import joined_parts, judge_items
from sessions_app.rules.judging_moves import judge_moves
from sessions_app.rules.proposals import RoundProposal
from sessions_app.rules.world import StoryState


def foreseen(state: StoryState, proposal: RoundProposal) -> StoryState:
    """The state after what is possible of the item changes and moves; what is not leaves it as it is."""
    proposal = for_player(proposal, state)
    changes = proposal.item_changes
    first = judge_items(state, state.things, changes, after_moves=False)
    moves = judge_moves(state, first.things, state.placements, proposal)
    last = judge_items(state, moves.things, changes, after_moves=True)
    parts = joined_parts(first.parts, last.parts)
    texts = {part: replace(state.items[whole], key=part) for part, whole in parts.items()}
    items = {**state.items, **texts} if texts else state.items
    return replace(state, things=last.things, items=items)
