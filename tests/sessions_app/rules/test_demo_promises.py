"""What the demo worlds' texts name is there: whoever looks at it is told something, in both languages."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import worldbook.demo
from sessions_app.rules.master_view import Named
from sessions_app.rules.storyteller.master_names import named_by

DEMO = Path(worldbook.demo.__file__).parent
PROMISED = {
    "en": {
        "tower-gate": "gate, stool, tide-post, tower, bread basket, arch, lane, lantern, gate-book, boathook, helmet",
        "nine-steps": "lower door, small door, gate, hinges",
        "tower-stair": "rope, handrail, slit, count, stair",
        "lamp-room": "great lamp, cot, shelf, almanacs, rope, rail, tide tables, wicks, stone of names, spectacles",
        "oil-store": "barrels, rack, tin cans, oil can, drain, grating",
        "guardroom": "bunk, stove, nail",
        "dry-arch": "scratches, cap, farthings, brass key",
        "bell-lane": "sign, Paper House, hill, cobbles",
        "paper-house": "counter, pigeon-holes, lamp, blanket, letter box",
        "regents-room": "desk, candle, window, curtain, heron pin",
        "south-steps": "iron ring, fog-bell, rope, ferry, eel barrel, hat, scarf",
        "chapel": "ships, threads, altar stone, door, alms box, candles",
        "the-ferry": "mast, oars, locker, knot, boat lanterns",
        "the-bar": "Teeth",
    },
    "zh": {
        "ta-men": "门、羊角灯、矮凳、石碑、茶棚、窄巷、吊篮、水漏、灯火、更簿、竹梆、铁盔",
        "jiu-ji": "内门、矮门、油字、塔门",
        "ta-ti": "窄窗、扶手、绳子、石梯",
        "zhangce-lou": "书柜、长案、名册、灯、窗台、草鞋、素绢",
        "deng-you-fang": "油缸、铁勺、油脚印",
        "zhi-fang-wu": "铺、灶、桌子、桌脚、姜汤",
        "cha-peng": "长凳、草帘、塔门、幞头、蜡烛、铜板",
        "ta-xiang": "钉子、侧门、柴门、下坡路",
        "chaolu-fang": "纸堆、冷糕、文书匣",
        "shuyuan-lou": "大案、亮窗、折子、地砖、玉簪",
        "zhi-fang": "浆池、帘架、烘墙、师兄、空铺、围布",
        "ma-tou": "石埠头、船、缆桩、鱼篓、斗笠、刻刀",
        "longwang-miao": "庙门、长明灯、供桌、饭、功德箱",
        "ye-chuan": "橹、舱柜、船舷、刻痕、蓑衣",
        "wu-zhou": "矮房子、纸船",
    },
}
"""By place what its description, its people and the openings name there."""


def document(language: str, part: str) -> Any:
    return json.loads((DEMO / language / f"{part}.json").read_text())


def named(row: dict[str, Any]) -> Named:
    return Named(key=row["key"], name=row["name"], aliases=tuple(row.get("aliases", ())))


def there(language: str, place: str) -> Iterator[Named]:
    """All that can be named in a place as the worlds begin: features, ways, things, people's things."""
    world, lives = document(language, "map"), document(language, "lives")
    people = {key for key, life in lives.items() if life.get("location") == place}
    location = next(row for row in world["locations"] if row["key"] == place)
    yield from map(named, location.get("features", ()))
    names = {row["key"]: row for row in world["locations"]}
    for way in world["exits"]:
        if way["from"] == place:
            target = names[way["to"]]
            also = [*way.get("aliases", ()), target["name"], *target.get("aliases", ())]
            also += ["door"] if way.get("door") else []
            yield named(way | {"aliases": also})
    holders = {place, *people}
    for item in document(language, "things")["items"]:
        if item["holder"]["key"] in holders:
            yield named(item)


@pytest.mark.parametrize(
    ("language", "place"), [(lang, place) for lang, places in PROMISED.items() for place in places]
)
def test_what_is_told_of_a_place_can_be_looked_at(language: str, place: str) -> None:
    among = list(there(language, place))
    for word in PROMISED[language][place].replace("、", ", ").split(", "):
        assert named_by(word, among), f"{word} in {place}"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_place_of_the_demo_is_looked_through(language: str) -> None:
    assert {row["key"] for row in document(language, "map")["locations"]} == set(PROMISED[language])


@pytest.mark.parametrize("opening", ["half-a-key", "before-the-tide"])
def test_robin_wears_the_coat_that_the_texts_speak_of(opening: str) -> None:
    found = next(row for row in document("en", "world")["openings"] if row["key"] == opening)
    assert "one good coat" in found["persona_text"]
    worn = {row["item"] for row in found["item_changes"] if row["op"] == "wear"}
    assert worn == {"good-coat", "boots"}
