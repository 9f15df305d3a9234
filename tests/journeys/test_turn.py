"""A whole turn: sent by the API, played by the runner, seen through the socket."""

import pytest
from asgiref.sync import sync_to_async

from tests.factories import make_user
from tests.journeys.playing import Page, laid_text, running
from tests.sessions_app.stories import make_story, tell_slowly

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def a_story(delay_ms: float = 0):
    player = make_user()
    tell_slowly(delay_ms)
    return player, make_story(player)


@pytest.mark.spec("WB-37", "LN-5")
async def test_a_turn_streams_its_answer_after_its_lore() -> None:
    player, story = await a_story()
    async with running(), Page(player, story.pk) as page:
        await page.open()
        turn = await page.post("turns", text="Look, a copper key!")
        end = await page.until_end()
        kinds = [frame["type"] for frame in page.frames]
        assert kinds.index("worldbook") < kinds.index("text")
        lore = next(frame for frame in page.frames if frame["type"] == "worldbook")
        assert [entry["id"] for entry in lore["selected"]] == ["copper-key"]
        assert end["type"] == "delivered"
        assert end["take"]["text"]
        assert laid_text(page.frames, end["take"]["id"]) == end["take"]["text"]
        assert await page.text_of(turn["id"]) == end["take"]["text"]
