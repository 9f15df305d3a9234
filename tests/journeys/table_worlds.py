"""A small inn by the sea at night, in two languages, as documents of worlds: what the table is played in."""

from copy import deepcopy
from typing import Any

from sessions_app.actions.sessions import StartWishes, start_story
from sessions_app.models import Session
from tests.factories import make_user
from tests.sessions_app.stories import make_scenario, new_key
from worldbook.actions.world_documents import create_world_document
from worldbook.models import Opening, User

Json = dict[str, Any]

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "world": "The Lantern", "hall": "The common room", "hall-text": "Low beams, a fire, and salt on the panes.",
        "yard": "The yard", "yard-text": "Cobbles, a well, and the wind from the sea.",
        "cellar": "The cellar", "cellar-text": "Barrels, and the sound of water behind the wall.",
        "loft": "The loft", "loft-text": "Straw, and a view of the harbour light.",
        "quay": "The quay", "quay-text": "Boats knock against each other in the dark.",
        "hearth": "hearth", "hearth-text": "The fire has burned down to red.",
        "well": "well", "well-text": "Deep, and older than the inn.",
        "front": "front door", "trap": "trapdoor", "ladder": "ladder", "gate": "harbour gate",
        "tunnel": "smugglers' tunnel",
        "lamp": "storm lamp", "lamp-text": "Its glass is cracked from top to bottom.",
        "rope": "coil of rope", "key": "rusty key", "chest": "oak chest", "chest-text": "Somebody has carved a fish into the lid.",
        "map": "chart of the bay", "map-words": "Where the fish looks, dig.",
        "cloak": "oilskin cloak", "coins": "silver coin", "soup": "fish soup", "anvil": "ship's anvil",
        "pearl": "black pearl",
        "mira": "Mira Holt", "mira-text": "Mira Holt keeps the inn. She never sits down.", "mira-soul": "Dry and exact.",
        "tom": "Tom Reed", "tom-text": "Tom Reed mends nets in the yard until it is dark.",
        "sleeps": "sleeping by the fire", "mends": "mending a net",
        "luck": "Luck", "bad": "bad", "good": "good", "bad-text": "The sea takes it.", "good-text": "The sea lets it go.",
        "persona": "Ana", "greeting": "Good evening, {{user}}. Wipe your boots.",
    },
    "zh-hans": {
        "world": "渔灯客栈", "hall": "堂屋", "hall-text": "梁很低，灶里有火，窗纸上结着盐花。",
        "yard": "后院", "yard-text": "石板地，一口井，风从海上来。",
        "cellar": "地窖", "cellar-text": "几只酒桶，墙后有水声。",
        "loft": "阁楼", "loft-text": "满地干草，望得见港口的灯。",
        "quay": "栈桥", "quay-text": "黑暗里，船和船轻轻相碰。",
        "hearth": "灶台", "hearth-text": "火烧得只剩一片红。",
        "well": "老井", "well-text": "很深，比客栈还老。",
        "front": "前门", "trap": "活板门", "ladder": "木梯", "gate": "港口的栅门", "tunnel": "私盐贩子的地道",
        "lamp": "风灯", "lamp-text": "玻璃罩从上裂到下。",
        "rope": "麻绳", "key": "锈钥匙", "chest": "橡木箱", "chest-text": "盖子上刻着一条鱼。",
        "map": "海湾图", "map-words": "鱼望着的地方，挖。",
        "cloak": "油布斗篷", "coins": "银元", "soup": "鱼汤", "anvil": "铁砧", "pearl": "黑珍珠",
        "mira": "霍三娘", "mira-text": "霍三娘开着这家客栈。她从不坐下。", "mira-soul": "寡言，较真。",
        "tom": "阿苇", "tom-text": "阿苇天黑以前都在后院补网。",
        "sleeps": "在灶边睡着", "mends": "补着一张网",
        "luck": "运气", "bad": "不济", "good": "不坏", "bad-text": "海把它收走了。", "good-text": "海放过了它。",
        "persona": "阿宁", "greeting": "{{user}}，晚上好。先把靴子蹭干净。",
    },
}  # fmt: skip


def _at(kind: str, key: str) -> Json:
    return {"holder": {"kind": kind, "key": key}}


def document(language: str) -> Json:
    """The world's document in a language; each call gives one of its own."""
    word = _WORDS[language]
    trap = {"name": word["trap"], "state": "locked", "opener": "key", "door": "trap"}
    front = {"name": word["front"], "state": "closed", "door": "front"}

    def place(key: str, **more: Any) -> Json:
        return {"key": key, "name": word[key], "description": word[f"{key}-text"], **more}

    def thing(key: str, kind: str, holder: str, **more: Any) -> Json:
        text = word.get(f"{key}-text", "")
        return {"key": key, "name": word[key], "description": text, **_at(kind, holder), **more}

    def feature(key: str) -> Json:
        return {"key": key, "name": word[key], "description": word[f"{key}-text"]}

    made: Json = {
        "world": {
            "key": f"lantern-{language}", "name": word["world"], "language": language,
            "starting_time": "2026-03-02T20:00",
        },
        "locations": [
            place("hall", features=[feature("hearth")]), place("yard", features=[feature("well")]),
            place("cellar"), place("loft"), place("quay"),
        ],
        "exits": [
            {"key": "out", "from": "hall", "to": "yard", **front},
            {"key": "in", "from": "yard", "to": "hall", **front},
            {"key": "down", "from": "hall", "to": "cellar", **trap},
            {"key": "up", "from": "cellar", "to": "hall", **trap},
            {"key": "to-loft", "name": word["ladder"], "from": "hall", "to": "loft"},
            {"key": "from-loft", "name": word["ladder"], "from": "loft", "to": "hall"},
            {"key": "to-quay", "name": word["gate"], "from": "yard", "to": "quay", "travel_seconds": 600},
            {"key": "from-quay", "name": word["gate"], "from": "quay", "to": "yard", "travel_seconds": 600},
            {"key": "tunnel", "name": word["tunnel"], "from": "cellar", "to": "quay", "hidden": True},
        ],
        "characters": [
            {"key": "mira", "name": word["mira"], "description": word["mira-text"],
             "personality": word["mira-soul"], "location": "hall"},
            {"key": "tom", "name": word["tom"], "description": word["tom-text"], "location": "yard",
             "routines": [
                 {"start": "06:00", "end": "21:00", "location": "yard", "activity": word["mends"]},
                 {"start": "21:00", "end": "06:00", "location": "hall", "activity": word["sleeps"]},
             ]},
        ],
        "items": [
            thing("lamp", "location", "hall", notable=True),
            thing("soup", "location", "hall", quantity=2, tags=["food"]),
            thing("anvil", "location", "hall", fixed=True),
            thing("pearl", "location", "hall", hidden=True),
            thing("rope", "location", "yard"),
            thing("key", "location", "loft", unique=True),
            thing("chest", "location", "cellar", container="locked", opener="key"),
            thing("map", "item", "chest", unique=True, text=word["map-words"]),
            thing("cloak", "location", "quay", slot="body"),
            thing("coins", "character", "mira", quantity=12),
        ],
        "checks": [
            {"key": "luck", "name": word["luck"], "dice": "1d6",
             "bands": [{"to": 3, "label": word["bad"], "outcome": word["bad-text"]},
                       {"from": 4, "label": word["good"], "outcome": word["good-text"]}]},
        ],
        "openings": [
            {"key": "night", "name": word["world"], "characters": ["mira"], "location": "hall",
             "scenario_id": "table", "persona_name": word["persona"], "greeting": word["greeting"]},
        ],
    }  # fmt: skip
    return deepcopy(made)


def make_table(language: str = "en", **wishes: Any) -> tuple[User, Session]:
    """A player in the inn, with a story at the table; its seed was given by hand."""
    make_scenario("table", kind="table")
    author, player = make_user(roles=["author"]), make_user(roles=["author"])
    world = create_world_document(by=author, document=document(language), visibility="public")
    opening = Opening.objects.get(world=world)
    wishes = {"seed": "the sea"} | wishes
    story = start_story(
        by=player, key=new_key(), opening_id=opening.pk, wishes=StartWishes(**wishes)
    )
    return player, story
