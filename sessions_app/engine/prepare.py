"""Prepare: gather, choose the lore, keep the choice; all that comes before a model is asked."""

from sessions_app.actions.turn_jobs import Claim
from sessions_app.engine.commit import commit_context
from sessions_app.engine.context import Context, make_context
from sessions_app.engine.gather import gather
from sessions_app.engine.values import Gathered


def prepare(claim: Claim) -> tuple[Gathered, Context]:
    """Read, select and freeze a turn, in one thread; a second attempt finds the choice made."""
    gathered = gather(claim.session_id, claim.take_id)
    context = make_context(gathered, claim.kept_text)
    commit_context(claim, context)
    return gathered, context
