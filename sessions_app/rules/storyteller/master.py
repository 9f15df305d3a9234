"""The storyteller as game master: the public door of its parts (TB-23).

A message is read over the game master's view (`master_reading`), made one proposal (`master_plan`),
and what became true is narrated (`master_telling`), in English and Chinese.
"""

from sessions_app.rules.storyteller.master_acts import Act
from sessions_app.rules.storyteller.master_deeds import Happened
from sessions_app.rules.storyteller.master_going_on import go_on
from sessions_app.rules.storyteller.master_outcomes import (
    may_wait,
    needs_round,
    outcomes_of,
    outside_answer,
    speaker_in,
    time_proposal,
    waited_words,
)
from sessions_app.rules.storyteller.master_plan import Proposed, barred_by, propose, refused_acts
from sessions_app.rules.storyteller.master_reading import acts_in, read_acts, to_foresee
from sessions_app.rules.storyteller.master_telling import narrate, talks
from sessions_app.rules.storyteller.master_thrown import Thrown, thrown_of

__all__ = [
    "Act",
    "Happened",
    "Proposed",
    "Thrown",
    "acts_in",
    "barred_by",
    "go_on",
    "may_wait",
    "narrate",
    "needs_round",
    "outcomes_of",
    "outside_answer",
    "propose",
    "read_acts",
    "refused_acts",
    "speaker_in",
    "talks",
    "thrown_of",
    "time_proposal",
    "to_foresee",
    "waited_words",
]
