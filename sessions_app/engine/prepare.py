"""Prepare: gather, choose the lore, keep the choice; all that comes before a model is asked."""

from sessions_app.actions.turn_jobs import Claim
from sessions_app.engine.commit import commit_context, commit_failed_choice
from sessions_app.engine.context import Context, make_context
from sessions_app.engine.database import Database
from sessions_app.engine.gather import gather
from sessions_app.engine.searching import Found, query_vector, ranked
from sessions_app.engine.values import Gathered, LoreFailed


async def prepare(database: Database, claim: Claim) -> tuple[Gathered, Context]:
    """Read, search, select and freeze a turn; a second attempt finds the choice made.

    One visit to the database; a query is embedded between two, so that no transaction waits for it.
    """
    gathered, context = await database.run(_read, claim)
    if context is not None:
        return gathered, context
    vector = await query_vector(gathered)
    return await database.run(_search, claim, gathered, vector)


def _read(claim: Claim) -> tuple[Gathered, Context | None]:
    """The story, and the choice where no search comes before it."""
    gathered = gather(claim.session_id, claim.take_id)
    return gathered, _choose(claim, gathered) if gathered.search is None else None


def _search(claim: Claim, gathered: Gathered, vector: Found) -> tuple[Gathered, Context]:
    """The story with its rankings, and the choice."""
    found = ranked(gathered, vector)
    return found, _choose(claim, found)


def _choose(claim: Claim, gathered: Gathered) -> Context:
    try:
        context = make_context(gathered, claim.kept_text)
    except LoreFailed as failure:
        commit_failed_choice(claim, failure)
        raise
    commit_context(claim, context)
    return context
