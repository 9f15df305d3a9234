"""The demo lorebooks: every field is used, and what each comment promises is what a chat gets."""

import re
from dataclasses import fields, replace

import pytest

from worldbook.demo.files import FOLDERS, read_demo_world
from worldbook.rules.entries import AUDIENCES, Entry, book_to_json
from worldbook.rules.lint import lint
from worldbook.rules.macros import KNOWN, macro_names
from worldbook.rules.selection import Message, SelectionRequest, compile_book, select
from worldbook.rules.tokens import counter_for, estimate
from worldbook.rules.validation import book_problems

BOOKS = {
    folder: compile_book(replace(read_demo_world(folder).book, revision=1)) for folder in FOLDERS
}
LEAVES = (
    "time", "calendar", "window", "elapsed", "place", "together", "variable", "item", "event",
    "trigger", "engagement", "turn", "judged",
)  # fmt: skip
NOT_FOR_BOOKS = ("original", "setvar")
SPEAKER = {"en": "Edda Marrow", "zh": "沈更"}


def choose(folder, query, *history, **fields_):
    """The selection of the book for a message after others (player, character, player …)."""
    roles = ("user", "assistant")
    wanted = {"budget": 6_000, "char": SPEAKER[folder], "user": "Robin", "seed": "demo"} | fields_
    request = SelectionRequest(
        query=query,
        messages=tuple(Message(roles[at % 2], text) for at, text in enumerate(history)),
        **wanted,
    )
    return select(request, [BOOKS[folder]], estimate)


def chosen(folder, query, *history, **fields_):
    """The chosen entries by key_id."""
    return {entry.key_id: entry for entry in choose(folder, query, *history, **fields_).selected}


def decisions(selection):
    return {item["key_id"]: item["decision"] for item in selection.dropped}


def entry_of(folder, key_id):
    return next(entry for entry in BOOKS[folder].entries if entry.key_id == key_id)


def members_of(condition):
    """The names of all members of a condition, at any depth."""
    if isinstance(condition, dict):
        for name, value in condition.items():
            yield name
            yield from members_of(value)
    elif isinstance(condition, list):
        for value in condition:
            yield from members_of(value)


@pytest.mark.spec("WB-3", "WB-55")
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_field_of_an_entry_is_used(folder):
    book = BOOKS[folder].book
    assert not book_problems(book_to_json(book))
    plain = Entry(key_id="")
    unused = [
        field.name
        for field in fields(Entry)
        if all(getattr(entry, field.name) == getattr(plain, field.name) for entry in book.entries)
    ]
    assert unused == []
    assert {entry.secondary_logic for entry in book.entries} == {
        "and_any", "and_all", "not_any", "not_all",
    }  # fmt: skip
    assert {entry.role for entry in book.entries} == {"system", "user", "assistant"}
    assert {e.position for e in book.entries} == {"before_persona", "after_persona", "at_depth"}
    assert {name for entry in book.entries for name in entry.audience} == set(AUDIENCES)
    modes = {entry.character_filter.mode for entry in book.entries if entry.character_filter}
    assert modes == {"include", "exclude"}
    assert {entry.delay_until_recursion for entry in book.entries} == {0, 1, 2}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_kind_of_condition_and_macro_is_used(folder):
    entries = BOOKS[folder].entries
    said = {name for entry in entries for name in members_of(entry.conditions)}
    assert {*LEAVES, "all", "any", "not", "at_least", "range"} - said == set()
    bodies = {name for entry in entries for name in macro_names(entry.content)}
    assert set(KNOWN) - bodies == set(NOT_FOR_BOOKS)
    assert any(macro_names(key) for entry in entries for key in entry.keys)


@pytest.mark.spec("WB-40")
@pytest.mark.parametrize("index_on", [False, True])
@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_found_fault_with(folder, index_on):
    assert lint(BOOKS[folder].book, count=counter_for("gpt-4o"), index_on=index_on) == ()


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_entry_says_why_it_is_as_it_is_and_what_it_names_is_there(folder):
    entries = BOOKS[folder].entries
    names = {entry.key_id for entry in entries}
    for entry in entries:
        assert entry.comment, entry.key_id
        assert entry.title, entry.key_id
        assert {*entry.requires, *entry.conflicts} <= names
        assert not entry.color or re.fullmatch("#[0-9a-f]{6}", entry.color)
        assert estimate(entry.content) < 250, entry.key_id


ENGLISH = [
    ("I hold up the copper key.", ["copper-key", "lower-lock"], ["the-old-page"]),
    ("Where is the lower lock?", [], ["lower-lock"]),
    ("Which ship is in the fog?", ["two-lights", "the-halcyon", "queen-maud"], []),
    ("Halcyon days, these.", ["the-halcyon"], []),
    ("halcyon days, these.", [], ["the-halcyon", "queen-maud"]),
    ("I trim her lantern oil, in its light.", [], ["the-lamp"]),
    ("There is chalk here.", [], ["chalk-marks"]),
    ("What do the chalk marks under the basket mean?", ["chalk-marks"], []),
    ("I cross the border by the gate.", [], ["regents-order"]),
    ("Tell me of your brother.", ["davy-marrow"], []),
    ("I turn to the old pages of the gate-book.", ["the-old-page", "gate-book"], []),
    ("I call out to Ansel.", ["one-knock"], []),
    ("I do not call to Ansel.", [], ["one-knock"]),
    ("Do you remember me?", ["your-lines"], []),
    ("Do you remember Robin?", ["your-lines"], []),
    ("Do you remember her?", [], ["your-lines"]),
    ("Two lanterns on Nan's boat, for the ship!", ["a-line-of-lanterns"], []),
    ("Two lanterns on Nan's boat.", [], ["a-line-of-lanterns"]),
    ("Two lanterns on a boat, to lure the ship.", [], ["a-line-of-lanterns"]),
    ("What did your oath say?", ["the-two-oaths", "words-of-the-oath"], []),
    ("Read me the words of the oath.", ["the-two-oaths", "words-of-the-oath"], []),
    ("I drew near the boy king's loathing.", [], ["the-two-oaths", "words-of-the-oath"]),
    ("Here is a gold coin.", ["bribes"], []),
    ("The tide table, please.", [], ["tide-table"]),
]
CHINESE = [
    ("我把铜钥匙举起来。", ["铜钥匙", "内门"], ["碑阴"]),
    ("内门在哪里？", [], ["内门"]),
    ("名册是什么？", ["名册", "册已写满", "阿昀", "掌册楼"], []),
    ("更簿里有我的名字吗？", ["更簿"], ["名册"]),
    ("墨什么时候干？", ["墨干"], []),
    ("这墨真黑。", [], ["墨干"]),
    ("我绕到石碑背面去看。", ["碑阴"], []),
    ("你有女儿吗？", ["那个圈"], []),
    ("我朝塔顶喊了一声。", ["塔上应声"], []),
    ("别朝塔顶喊。", ["白先生"], []),
    ("我没喊白先生。", [], ["塔上应声"]),
    ("你认得我吗？", ["簿中水痕"], []),
    ("你认得Robin吗？", ["簿中水痕"], []),
    ("你认得他吗？", [], ["簿中水痕"]),
    ("三娘能替我分一半名字吗？", ["分名", "柳三娘"], []),
    ("能替我分一半名字吗？", [], ["分名"]),
    ("三娘，我要冒充别人，换个名字。", [], ["分名"]),
    ("你发过誓吗？", ["塔誓", "誓词"], []),
    ("我带了二两银子。", ["银钱"], []),
    ("The road climbs a mountain.", [], ["阿墨"]),
    ("Where is A Mo?", ["阿墨"], []),
    ("给我看潮信。", [], ["潮信表"]),
]


@pytest.mark.parametrize(("query", "inside", "outside"), ENGLISH)
def test_english_keys_bring_what_they_should(query, inside, outside):
    found = chosen("en", query)
    assert [key for key in inside if key not in found] == []
    assert [key for key in outside if key in found] == []


@pytest.mark.spec("UI-4")
@pytest.mark.parametrize(("query", "inside", "outside"), CHINESE)
def test_chinese_keys_bring_what_they_should(query, inside, outside):
    found = chosen("zh", query)
    assert [key for key in inside if key not in found] == []
    assert [key for key in outside if key in found] == []


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
