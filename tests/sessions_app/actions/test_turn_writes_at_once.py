"""Two that write to one take at the same moment: who waited finds out that it is over (TB-3)."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, connections, transaction

from sessions_app.actions.turn_jobs import (
    Claim,
    Ending,
    Superseded,
    claim_take,
    end_attempt,
    freeze_selection,
    write_checkpoint,
)
from sessions_app.actions.turns import submit_turn
from sessions_app.models import Passage, Session, Take, Turn
from tests.sessions_app.stories import make_story, new_key

pytestmark = pytest.mark.django_db(transaction=True)

BLOCKED_BY_US = """
SELECT count(*) FROM pg_locks
WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))
"""


def claimed(story: Session) -> Claim:
    story.refresh_from_db()
    claim = claim_take(story.pk, story.head_id)
    assert claim is not None
    return claim


def overtaken(late: Callable[[], object], first: Callable[[], object]) -> list[str]:
    """Run `first` and, before it is committed, `late`, which has to wait; how `late` came out."""
    outcome: list[str] = []

    def run() -> None:
        try:
            late()
            outcome.append("written")
        except Superseded:
            outcome.append("superseded")
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        first()
        thread.start()
        until = time.monotonic() + 20
        waits = 0
        while not waits and time.monotonic() < until and thread.is_alive():
            with connection.cursor() as cursor:
                cursor.execute(BLOCKED_BY_US)
                (waits,) = cursor.fetchone()
        assert waits, "the late write did not wait for the first"
    thread.join(20)
    return outcome


def a_running_turn() -> Claim:
    story = make_story()
    submit_turn(by=story.owner, session_id=story.pk, key=new_key(), text="Hello")
    return claimed(story)


@pytest.mark.spec("TB-3")
def test_a_checkpoint_that_waited_for_the_end_does_not_write_over_it() -> None:
    claim = a_running_turn()
    end = Ending(status="delivered", text="The whole answer.", speaker="guard")
    outcome = overtaken(
        lambda: write_checkpoint(claim, text="The wh", speaker="guard", frame_id="1-0"),
        lambda: end_attempt(claim, end),
    )
    assert outcome == ["superseded"]
    assert Passage.objects.get(take=claim.take_id).text == "The whole answer."
    assert Take.objects.get(pk=claim.take_id).status == "delivered"


@pytest.mark.spec("TB-3")
def test_a_choice_that_waited_for_that_of_a_later_attempt_does_not_write_over_it() -> None:
    first = a_running_turn()

    def choose(claim: Claim, by: str) -> None:
        freeze_selection(claim, selection_input={}, selection={"by": by}, trace={}, timed={})

    outcome = overtaken(
        lambda: choose(first, "first"),
        lambda: choose(claimed(Session.objects.get(pk=first.session_id)), "second"),
    )
    assert outcome == ["superseded"]
    assert Turn.objects.get(pk=first.turn_id).selection == {"by": "second"}
