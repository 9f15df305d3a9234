"""Thirty turns at the table in English: a chest is found, opened and emptied, by the world's laws."""

import pytest
from asgiref.sync import sync_to_async

from sessions_app.models import DiceRoll
from tests.journeys.table_play import Line, has, is_at, no_connection_left, play  # noqa: F401
from tests.journeys.table_worlds import make_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_connection_left"),
]

STORY = (
    Line(
        "I look around.",
        ["The common room", "hearth", "Mira Holt", "storm lamp", "front door", "(locked)"],
        ["pearl", "tunnel", "Tom"],
    ),
    Line("“Good evening, Mira,” I say.", ["Mira"], then=has("coins", "mira")),
    Line("Examine the hearth", ["The fire has burned down to red."]),
    Line("take the storm lamp", ["storm lamp"], then=has("lamp", "persona")),
    Line("Look at it", ["Its glass is cracked from top to bottom."]),
    Line("take the ship's anvil", ["The ship's anvil cannot be moved."], then=has("anvil", "hall")),
    Line("Take the black pearl", ["You see nothing here"], then=has("pearl", "hall")),
    Line("Eat some fish soup", ["fish soup"], then=lambda s: "soup" in s.things.items),
    Line("open the trapdoor", ["The trapdoor is locked."]),
    Line("go down to the cellar", ["The way is locked: the trapdoor."], then=is_at("hall")),
    Line(
        "Climb the ladder, take the rusty key and look around.",
        ["Straw, and a view of the harbour light.", "rusty key"],
        then=has("key", "persona"),
    ),
    Line("go back", ["common room"], then=is_at("hall")),
    Line("Unlock the trapdoor with the rusty key, open it and go down.", ["Barrels"], then=is_at("cellar")),
    Line("look around", ["oak chest (locked)", "trapdoor"], ["chart", "tunnel"]),
    Line("examine the chest", ["a fish into the lid", "locked"]),
    Line("take the chart of the bay", ["You see nothing here"], then=has("map", "chest")),
    Line("Open the chest with the key and take the chart", ["chart of the bay"], then=has("map", "persona")),
    Line("read it", ["“Where the fish looks, dig.”"]),
    Line("put the lamp into the chest, then close it", ["oak chest"], then=has("lamp", "chest")),
    Line("go through the smugglers' tunnel", ["You know no way there."], then=is_at("cellar")),
    Line("What am I carrying?", ["chart of the bay", "rusty key"], ["lamp"]),
    Line("go up and ask Mira about the chest", ["Mira"], then=is_at("hall")),
    Line("give Mira the rusty key", ["Mira Holt"], then=has("key", "mira")),
    Line("open the front door and go to the yard", ["Cobbles", "Tom Reed"], then=is_at("yard")),
    Line("look at Tom", ["mends nets", "mending a net"]),
    Line("take the rope and drop the chart by the well", ["rope", "well"], then=has("map", "yard")),
    Line("roll 2d6+1 and make a Luck check", ["2d6+1", "Luck"]),
    Line("go back to the common room", ["common room"], then=is_at("hall")),
    Line("wait until 22:00", ["22:00", "Tom Reed"], then=is_at("hall", "tom")),
    Line(
        "go to the quay and put on the oilskin cloak",
        ["Boats knock", "oilskin cloak"],
        then=is_at("quay"),
    ),
)  # fmt: skip


@pytest.mark.spec("TB-5", "TB-23", "PC-1", "PL-1", "PL-2", "IT-4", "TM-3", "TM-9", "AG-5", "DC-2")
async def test_a_story_of_thirty_turns() -> None:
    player, story = await sync_to_async(make_table)("en")
    told = await play(player, story, STORY)
    assert len(told) == 30
    assert "not a language model" in told[0]
    assert not [
        text for text in told if "{" in text or "pearl" in text.replace("the black pearl", "")
    ]
    assert await DiceRoll.objects.filter(session=story).acount() == 2
