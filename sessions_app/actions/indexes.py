"""A story that searches by meaning has what it pins indexed in its own embedding (WB-16)."""

from sessions_app.models import Session, SessionPin
from sessions_app.queries.embeddings import embedding_for
from sessions_app.queries.scenarios import effective_scenario
from sessions_app.rules.calls import ModelFailure
from worldbook.actions.indexes import queue_index
from worldbook.models import Revision
from worldbook.queries.indexes import indexes_of
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection.ranking import HYBRID


def want_indexes(story: Session) -> None:
    """Queue the indexes that a story's pins lack; nothing where lore is chosen by rules alone.

    One that has failed or was called off is its author's to ask for again.
    """
    scenario = effective_scenario(story.scenario_id, story.settings)
    if isinstance(scenario, Refusal) or scenario.config.strategy != HYBRID:
        return
    try:
        version = embedding_for(scenario.config).version
    except ModelFailure:
        return
    pinned = list(SessionPin.objects.filter(session=story).values_list("revision_id", flat=True))
    known = indexes_of(pinned, version)
    lacking = [revision for revision in pinned if revision not in known]
    for revision in Revision.objects.filter(pk__in=lacking).only("pk", "book_id"):
        queue_index(revision, by=None, embedding=version)
