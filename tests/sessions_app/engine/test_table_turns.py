"""Whole turns at the table in this process, from the message to the text that is kept."""

import asyncio
from functools import partial

import pytest
from django.db import connections

from sessions_app.actions.rolls import check_by_player, roll_by_player
from sessions_app.actions.scenarios import load_shipped_scenarios
from sessions_app.actions.turn_jobs import claim_take
from sessions_app.actions.turns import submit_turn
from sessions_app.engine.attempt import Attempt
from sessions_app.engine.database import Database
from sessions_app.models import Passage, Provider, Session, StoryClock, Take, TimeLog
from sessions_app.outbox.redis_client import close_async_client
from tests.sessions_app.stories import by_hand, new_key
from tests.sessions_app.tables import inn, make_table_story

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = 60_000


def answer(story: Session, text: str) -> str:
    """What the game master says to a message."""
    return asyncio.run(_answer(story, text))


async def _answer(story: Session, text: str) -> str:
    database = Database(threads=1)
    try:
        send = partial(submit_turn, by=story.owner, session_id=story.pk, key=new_key(), text=text)
        take = (await database.run(send))["takes"][0]["id"]
        claim = await database.run(claim_take, story.pk, take, new_key())
        assert claim is not None
        await Attempt(claim, database).run()
        told = await database.run(partial(_told, take))
    finally:
        await close_async_client()
        await database.run(connections.close_all)
        await database.close()
    return told


def _told(take: int) -> str:
    assert Take.objects.get(pk=take).status == Take.Status.DELIVERED
    return "\n\n".join(Passage.objects.filter(take=take).values_list("text", flat=True))


def at_the_table(**world: str) -> Session:
    load_shipped_scenarios()
    Provider.objects.filter(kind="storyteller").update(options={"delay_ms": 0})
    document = inn()
    document["world"] |= world
    return make_table_story(document=document, scenario="table")


def put_back(story: Session, minutes: int) -> int:
    """Let the clock have stopped so many minutes ago."""
    clock = StoryClock.objects.get(session=story)
    clock.now -= minutes * MINUTE
    with by_hand(story):
        clock.save()
    return clock.now


@pytest.mark.spec("TM-4")
def test_who_was_away_is_told_how_long_once_and_the_clock_has_gone_on():
    story = at_the_table(clock_mode="real")
    answer(story, "I look around.")
    stood = put_back(story, 12)
    assert "You were away for 12 minutes" in answer(story, "I look around.")
    step = TimeLog.objects.filter(session=story, kind="real", turn=2).earliest("id")
    assert step.begins == stood
    assert step.ends - stood >= 12 * MINUTE
    assert "away" not in answer(story, "I look around.")


@pytest.mark.spec("TM-4")
@pytest.mark.parametrize("minutes", [4, 5])
def test_less_than_five_minutes_are_no_absence_in_the_storys_language(minutes: int):
    story = at_the_table(language="zh-hans", clock_mode="real")
    answer(story, "看看四周。")
    put_back(story, minutes)
    assert (f"{minutes}分钟" in answer(story, "看看四周。")) == (minutes == 5)


@pytest.mark.spec("DC-5")
def test_what_the_player_threw_is_told_in_the_next_turn_alone():
    story = at_the_table()
    answer(story, "I look around.")
    thrown = roll_by_player(by=story.owner, session_id=story.pk, key=new_key(), expression="2d6+3")
    check_by_player(by=story.owner, session_id=story.pk, key=new_key(), check="luck")
    told = answer(story, "I look around.")
    assert "2d6+3" in told
    assert str(thrown["roll"]["total"]) in told
    assert "Luck" in told
    assert "2d6+3" not in answer(story, "I look around.")
