"""Plays a story line by line through the socket, and holds each answer against what it must tell."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from sessions_app.models import Session, Turn
from sessions_app.queries.world import read_world
from sessions_app.rules.world import StoryState
from tests.journeys.playing import Page, laid_text, running
from worldbook.models import User

Holds = Callable[[StoryState], bool]


@dataclass(frozen=True)
class Line:
    """What the player says, what the answer must and must not tell, and what is true afterwards."""

    say: str
    tells: Sequence[str] = ()
    unsaid: Sequence[str] = ()
    then: Holds | None = None


@pytest.fixture
async def no_connection_left() -> AsyncIterator[None]:
    """Close what a test has opened in the event loop's own thread."""
    yield
    await sync_to_async(connections.close_all)()


def has(item: str, holder: str) -> Holds:
    """Whether a thing is with somebody, in something, or at a place."""
    return lambda state: state.things.items[item].holder.key == holder


def is_at(place: str, who: str = "persona") -> Holds:
    """Whether somebody is in a place."""
    return lambda state: state.things.characters[who] == place


async def play(player: User, story: Session, lines: Sequence[Line]) -> list[str]:
    """The answers to all lines; each is what the page has from frames alone."""
    told: list[str] = []
    async with running(), Page(player, story.pk) as page:
        await page.open()
        for line in lines:
            await page.post("turns", text=line.say)
            end = await page.until_end(20)
            text = laid_text(page.frames, end["take"]["id"])
            assert end["type"] == "delivered", (line.say, end)
            assert text == end["take"]["text"]
            for part in line.tells:
                assert part in text, (line.say, part, text)
            for part in line.unsaid:
                assert part not in text, (line.say, part, text)
            if line.then is not None:
                assert line.then(await sync_to_async(read_world)(story.pk)), (line.say, text)
            told.append(text)
    assert await Turn.objects.filter(session=story, number__gt=0).acount() == len(lines)
    return told
