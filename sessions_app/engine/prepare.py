"""Prepare: gather, choose the lore, keep the choice; all that comes before a model is asked."""

from sessions_app.actions.turn_jobs import Claim
from sessions_app.engine.commit import commit_context, commit_failed_choice
from sessions_app.engine.context import Context, make_context
from sessions_app.engine.database import Database
from sessions_app.engine.gather import gather
from sessions_app.engine.searching import query_vector, ranked
from sessions_app.engine.values import Gathered, LoreFailed


async def prepare(database: Database, claim: Claim) -> tuple[Gathered, Context]:
    """Read, search, select and freeze a turn; a second attempt finds the choice made.

    The query is embedded between two visits to the database, so that no transaction waits for it.
    """
    gathered = await database.run(gather, claim.session_id, claim.take_id)
    if gathered.search is not None:
        vector = await query_vector(gathered)
        gathered = await database.run(ranked, gathered, vector)
    return gathered, await database.run(_choose, claim, gathered)


def _choose(claim: Claim, gathered: Gathered) -> Context:
    try:
        context = make_context(gathered, claim.kept_text)
    except LoreFailed as failure:
        commit_failed_choice(claim, failure)
        raise
    commit_context(claim, context)
    return context
