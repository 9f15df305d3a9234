"""What plays the same part in both demo books does the same: time, chance, rivals, state."""

import re

import pytest

from tests.worldbook.demo.lore import SPEAKER, choose, chosen, decisions, entry_of
from tests.worldbook.demo.test_lore import CHINESE, ENGLISH
from worldbook.demo.files import FOLDERS

# What plays the same part in both books.
PARTS = {
    "en": {
        "always": {"law-of-the-gate", "this-night", "voice-of-the-guard"},
        "wound": ("davy-marrow", "Tell me of your brother.", "Nan Pellow"),
        "never": {"what-the-regent-fears", "the-second-key", "tide-table", "after-the-tide"},
        "chain": ("queen-maud", "Which ship is in the fog?"),
        "rumours": ("What do people say?", "rumour-oil", "rumour-newts"),
        "true_rumour": ("What do people say? I look up at the lamp room.", "rumour-ember"),
        "blade": ("I draw my knife.", "steel", "Thank you, you must be cold.", "the-warming"),
        "promise": ("I promise.", "a-word-given"),
        "call": ("I call out to Ansel.", "one-knock"),
        "water": "water-in-the-lane",
        "fourth": "the-bell-falters",
        "small": "small-things",
        "money": ("Here is a gold coin.", "bribes"),
        "depth": ("ansel-roe", "Tell me of the keeper."),
        "shallow": ("the-old-page", "I turn to the old pages."),
    },
    "zh": {
        "always": {"夜禁", "今夜", "守塔人的口气"},
        "wound": ("那个圈", "你有女儿吗？", "柳三娘"),
        "never": {"摄政怕什么", "第二把钥匙", "潮信表", "五更之后"},
        "chain": ("阿昀", "名册是什么？"),
        "rumours": ("城里人都怎么说？", "传闻-价钱", "传闻-蝈蝈"),
        "true_rumour": ("城里人都怎么说？我抬头看灯。", "传闻-灯影"),
        "blade": ("我拔出刀来。", "刀兵", "多谢，你冷不冷？", "心软"),
        "promise": ("我答应你。", "簿上一句"),
        "call": ("我朝塔顶喊了一声。", "塔上应声"),
        "water": "墨色",
        "fourth": "又忘一人",
        "small": "小动静",
        "money": ("我带了二两银子。", "银钱"),
        "depth": ("白先生", "白先生在上头吗？"),
        "shallow": ("碑阴", "我去看石碑。"),
    },
}
both = pytest.mark.parametrize("folder", FOLDERS)
IDLE = {"en": "I wait.", "zh": "我等着。"}


@both
def test_what_is_always_and_what_is_never_there(folder):
    part = PARTS[folder]
    found = chosen(folder, IDLE[folder])
    assert part["always"] <= set(found)
    assert not part["never"] & set(found)
    planner = set(chosen(folder, IDLE[folder], audience="planner"))
    assert set(planner) & part["never"]
    assert not planner & {"voice-of-the-guard", "守塔人的口气"}
    assert set(chosen(folder, IDLE[folder], audience="recorder")) <= part["always"]


@both
def test_the_characters_wound_is_for_scenes_with_that_character(folder):
    key_id, query, other = PARTS[folder]["wound"]
    assert key_id in chosen(folder, query)
    assert key_id not in chosen(folder, query, char=other)
    assert key_id in chosen(folder, query, char=other, others=(SPEAKER[folder],))


@both
def test_bodies_bring_bodies_in_the_pass_that_is_theirs(folder):
    key_id, query = PARTS[folder]["chain"]
    found = chosen(folder, query)
    assert (found[key_id].cause["kind"], found[key_id].cause["pass"]) == ("recursion", 2)


@both
def test_one_rumour_a_turn_by_weight_and_the_true_one_before_all(folder):
    query, heavy, light = PARTS[folder]["rumours"]
    told = [set(chosen(folder, query, turn=turn)) & {heavy, light} for turn in range(1, 101)]
    assert all(len(one) == 1 for one in told)
    assert 55 <= sum(heavy in one for one in told) <= 85
    query, true_one = PARTS[folder]["true_rumour"]
    selection = choose(folder, query)
    assert true_one in {entry.key_id for entry in selection.selected}
    dropped = decisions(selection)
    assert (dropped[heavy], dropped[light]) == ("group_lost", "group_lost")


@both
def test_a_blade_drives_the_kindness_out_stays_a_while_and_rests(folder):
    threat, steel, thanks, warm = PARTS[folder]["blade"]
    spoken = ("a", "b", "c", "d")
    assert warm in chosen(folder, thanks, *spoken)
    assert warm not in chosen(folder, thanks)  # only_after 2 answers
    selection = choose(folder, f"{threat} {thanks}", *spoken, turn=3)
    assert decisions(selection)[warm] == "conflict"
    timed = selection.timed
    active = [steel in chosen(folder, IDLE[folder], turn=turn, timed=timed) for turn in range(4, 9)]
    assert active == [True, True, True, False, False]
    again = [steel in chosen(folder, threat, turn=turn, timed=timed) for turn in range(7, 10)]
    assert again == [False, False, True]


@both
def test_a_promise_is_never_forgotten_and_the_tower_answers_once_and_rests(folder):
    query, key_id = PARTS[folder]["promise"]
    timed = choose(folder, query, turn=2).timed
    for turn in (3, 40, 900):
        assert key_id in chosen(folder, IDLE[folder], turn=turn, timed=timed)
    query, key_id = PARTS[folder]["call"]
    timed = choose(folder, query, turn=2).timed
    heard = [key_id in chosen(folder, query, turn=turn, timed=timed) for turn in range(3, 7)]
    assert heard == [False, False, False, True]


@both
def test_the_night_comes_nearer(folder):
    part = PARTS[folder]
    seen = [part["water"] in chosen(folder, IDLE[folder], turn=turn) for turn in (1, 5, 6, 30)]
    assert seen == [False, False, True, True]
    fourth = [part["fourth"] in chosen(folder, IDLE[folder], answers_before=n) for n in range(13)]
    assert [n for n, there in enumerate(fourth) if there] == [4, 8, 12]
    small = [chosen(folder, IDLE[folder], turn=turn) for turn in range(1, 201)]
    assert 45 <= sum(part["small"] in found for found in small) <= 95
    for turn in range(1, 30):
        found = chosen(folder, IDLE[folder], answers_before=4, turn=turn)
        assert part["small"] not in found
        assert part["fourth"] in found


@both
def test_how_far_back_is_read_is_the_entrys_own_affair(folder):
    deep, deep_query = PARTS[folder]["depth"]
    shallow, shallow_query = PARTS[folder]["shallow"]
    between = tuple(f"{n}" for n in range(6))
    assert deep in chosen(folder, IDLE[folder], deep_query, *between)
    assert shallow in chosen(folder, IDLE[folder], shallow_query)
    assert shallow not in chosen(folder, IDLE[folder], shallow_query, "1")


@both
def test_a_note_in_the_chat_stands_where_it_says_and_bears_its_role(folder):
    query, key_id = PARTS[folder]["money"]
    note = chosen(folder, query)[key_id]
    assert (note.position, note.depth, note.role) == ("at_depth", 1, "user")


@both
def test_notes_to_the_actor_cost_nothing(folder):
    selection = choose(folder, IDLE[folder])
    costs = {entry.key_id: entry.tokens for entry in selection.selected}
    free = next(key for key in costs if entry_of(folder, key).ignore_budget)
    assert selection.tokens == sum(costs.values()) - costs[free]


STATES = {
    "en": {
        "tz": "UTC", "started": "1423-03-21T20:00", "hemisphere": "north", "turn": 9,
        "player": "robin", "places": {"robin": "tower-gate", "edda-marrow": "tower-gate"},
        "now": "1423-03-22T02:15", "events": [], "triggers": {}, "engagements": {},
        "verdicts": {}, "festivals": {},
        "variables": [
            {"kind": "world", "variable": "tide", "value": 8},
            {"kind": "character", "key": "edda-marrow", "variable": "trust", "value": 3},
        ],
        "items": [{"key": "copper-key", "holder": {"kind": "character", "key": "robin"}}],
    },
    "zh": {
        "tz": "UTC", "started": "1142-10-18T19:00", "hemisphere": "north", "turn": 9,
        "player": "luchi", "places": {"luchi": "ta-men", "shen-geng": "ta-men"},
        "now": "1142-10-18T23:30", "events": [], "triggers": {}, "engagements": {},
        "verdicts": {}, "festivals": {},
        "variables": [
            {"kind": "world", "variable": "墨色", "value": 6},
            {"kind": "character", "key": "shen-geng", "variable": "信任", "value": 3},
        ],
        "items": [{"key": "铜钥匙", "holder": {"kind": "character", "key": "luchi"}}],
    },
}  # fmt: skip
STATEFUL = {
    "en": ("lady-in-the-lane", "pencil-down", "after-the-tide", "tide-post", "How high is it?"),
    "zh": ("三更来人", "搁笔", "五更之后", "水漏", "还剩几刻？"),
}
LATER = {"en": "1423-03-22T04:30", "zh": "1142-10-19T05:00"}
PAST_EVENT = {"en": "regent-at-the-gate", "zh": "摄政到过塔下"}


@pytest.mark.spec("WB-14")
@both
def test_the_state_of_the_story_opens_what_is_true_only_now(folder):
    lady, pencil, after, gauge, query = STATEFUL[folder]
    state = STATES[folder]

    def seen(**changes):
        with_state = {"state": state | changes, "variables": {"tide": "8", "墨色": "6"}}
        return chosen(folder, query, **with_state)

    now = seen()
    assert {lady, pencil, gauge} <= set(now)
    assert after not in now
    assert re.search("stands 8 feet|第6道", now[gauge].text)
    assert lady not in seen(now=state["started"])
    assert lady not in seen(places=state["places"] | {state["player"]: "elsewhere"})
    happened = [{"tags": [PAST_EVENT[folder]], "importance": 3, "when": state["started"]}]
    assert lady not in seen(events=happened)
    assert pencil not in seen(items=[])
    assert pencil in seen(
        items=[], triggers={"old-page-read": {"status": "fired"}, "读过碑阴": {"status": "fired"}}
    )
    assert gauge not in seen(now=state["now"].replace("-03-", "-06-").replace("-10-", "-06-"))
    assert after in seen(now=LATER[folder])
    assert after in seen(turn=200)
    missed = {"high-water": {"status": "missed"}, "墨干": {"status": "missed"}}
    assert after in seen(engagements=missed)


@both
def test_what_comes_once_stays_a_while_and_never_comes_back(folder):
    lady, query = STATEFUL[folder][0], IDLE[folder]
    timed = choose(folder, query, state=STATES[folder], turn=2).timed
    turns = (2, 3, 4, 5, 60, 900)
    there = [
        lady
        in chosen(folder, query, state=STATES[folder], turn=turn, timed=timed if turn > 2 else {})
        for turn in turns
    ]
    assert there == [True, True, True, False, False, False]


@pytest.mark.spec("WB-14")
@both
def test_a_story_that_keeps_no_state_opens_none_of_it(folder):
    selection = choose(folder, STATEFUL[folder][4])
    found = {entry.key_id for entry in selection.selected}
    assert not found & set(STATEFUL[folder][:4])


@both
def test_an_ordinary_turn_fits_the_budget_of_the_scenario(folder):
    for query in (query for query, _in, _out in (*ENGLISH, *CHINESE)):
        selection = choose(folder, query, turn=9, answers_before=8, budget=2_400)
        assert "over_budget" not in decisions(selection).values()
        assert selection.trace["budget"]["constants"] <= 840


@both
def test_macros_of_chance_stay_with_the_turn(folder):
    night = "this-night" if folder == "en" else "今夜"
    first = chosen(folder, IDLE[folder], turn=3)[night].text
    assert first == chosen(folder, IDLE[folder], turn=3)[night].text
    assert "{{" not in first
    assert len({chosen(folder, IDLE[folder], turn=turn)[night].text for turn in range(20)}) > 1
