"""Thirty turns at the table in Chinese: the same inn, by the same laws, in its own words."""

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
        "我看看四周。",
        ["堂屋", "灶台", "霍三娘", "风灯", "前门", "锁着"],
        ["黑珍珠", "地道", "阿苇"],
    ),
    Line("“晚上好，霍三娘。”我说。", ["霍三娘"], then=has("coins", "mira")),
    Line("查看灶台", ["火烧得只剩一片红。"]),
    Line("拿起风灯", ["风灯"], then=has("lamp", "persona")),
    Line("看看它", ["玻璃罩从上裂到下。"]),
    Line("搬走铁砧，拿走铁砧", ["铁砧搬不动。"], then=has("anvil", "hall")),
    Line("拿走黑珍珠", ["这里看不到"], then=has("pearl", "hall")),
    Line("喝一碗鱼汤", ["鱼汤"], then=lambda s: "soup" in s.things.items),
    Line("打开活板门", ["活板门锁着。"]),
    Line("去地窖", ["路锁着：活板门。"], then=is_at("hall")),
    Line("爬上木梯，拿起锈钥匙，再看看四周。", ["望得见港口的灯", "锈钥匙"], then=has("key", "persona")),
    Line("回去", ["堂屋"], then=is_at("hall")),
    Line("用锈钥匙打开活板门，然后下去。", ["几只酒桶"], then=is_at("cellar")),
    Line("环顾四周", ["橡木箱（锁着）", "活板门"], ["海湾图", "地道"]),
    Line("仔细查看箱子", ["刻着一条鱼", "锁着"]),
    Line("拿海湾图", ["这里看不到"], then=has("map", "chest")),
    Line("用钥匙打开箱子，拿出海湾图", ["海湾图"], then=has("map", "persona")),
    Line("读一读海湾图", ["“鱼望着的地方，挖。”"]),
    Line("把风灯放进箱子，关上箱子", ["橡木箱"], then=has("lamp", "chest")),
    Line("走私盐贩子的地道", ["你不知道去那里的路。"], then=is_at("cellar")),
    Line("我身上有什么？", ["海湾图", "锈钥匙"], ["风灯"]),
    Line("上去，问霍三娘箱子的事", ["霍三娘"], then=is_at("hall")),
    Line("把锈钥匙交给霍三娘", ["霍三娘"], then=has("key", "mira")),
    Line("推开前门，走到后院", ["石板地", "阿苇"], then=is_at("yard")),
    Line("打量阿苇", ["补网", "补着一张网"]),
    Line("拿起麻绳，把海湾图放在老井边", ["麻绳", "老井"], then=has("map", "yard")),
    Line("掷2d6+1，再做一次运气检定", ["2d6+1", "运气"]),
    Line("回堂屋去", ["堂屋"], then=is_at("hall")),
    Line("等到晚上十点", ["22:00", "阿苇"], then=is_at("hall", "tom")),
    Line("去栈桥，穿上油布斗篷", ["船和船轻轻相碰", "油布斗篷"], then=is_at("quay")),
)  # fmt: skip


@pytest.mark.spec("TB-5", "TB-23", "PC-1", "PL-1", "PL-2", "IT-4", "TM-3", "TM-9", "AG-5", "DC-2")
async def test_a_story_of_thirty_turns() -> None:
    player, story = await sync_to_async(make_table)("zh-hans")
    told = await play(player, story, STORY)
    assert len(told) == 30
    assert "不是语言模型" in told[0]
    assert not [text for text in told if "{" in text]
    assert not [text for text in told if "黑珍珠" in text.replace("“黑珍珠”", "")]
    assert await DiceRoll.objects.filter(session=story).acount() == 2
