"""What a message sent now would bring into the prompt; nothing is written, no model is asked (WB-42).

The same way as a turn goes: gather, search, select.
"""

import time

from asgiref.sync import async_to_sync

from sessions_app.engine.gather import gathered
from sessions_app.engine.searching import query_vector, ranked
from sessions_app.engine.values import TurnFailed
from sessions_app.queries.gather import read_next
from sessions_app.rules.calls import ModelFailure
from worldbook.queries.bench import Trial
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import select
from worldbook.rules.tokens import counter_for


def choose_next(session_id: int, text: str) -> Trial | Refusal:
    """The trial of a message; a Refusal with a code of `queries/failures` where a turn would fail.

    Blocks while the query is embedded, where the story searches by meaning (two seconds at most).
    """
    try:
        found = gathered(read_next(session_id, text))
    except TurnFailed as failure:
        return Refusal(failure.code, failure.message, failure.detail)
    except ModelFailure as failure:
        return Refusal(failure.code, failure.detail)
    if found.search is not None:
        found = ranked(found, async_to_sync(query_vector)(found))
    count = counter_for(found.route.model)
    began = time.perf_counter()
    chosen = select(found.request, found.books, count, clock=time.thread_time)
    ms = round((time.perf_counter() - began) * 1000, 3)
    if isinstance(chosen, Refusal):
        return chosen
    return Trial(found.books, found.request, chosen, ms)
