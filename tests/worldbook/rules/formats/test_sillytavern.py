"""SillyTavern's fields and those of V2 and V3 books, read by what they say (WB-9, WB-9a, WB-54)."""

import pytest

from tests.worldbook.rules.formats.helpers import codes, entry_of, parsed, world_info
from worldbook.rules.entries import CharacterFilter, Entry


@pytest.mark.spec("WB-3")
@pytest.mark.spec("WB-5")
def test_a_plain_entry():
    raw = {"uid": 3, "key": ["gate"], "content": "Shut.", "comment": "The gate"}
    entry = parsed({"entries": {"3": raw}}).book.entries[0]
    assert entry == Entry(
        key_id="the-gate",
        title="The gate",
        content="Shut.",
        keys=("gate",),
        prevent_recursion=False,
        exclude_recursion=False,
        source_id="3",
        source=raw,
    )


@pytest.mark.spec("WB-3")
def test_every_field_of_world_info_arrives():
    entry = entry_of(
        keysecondary=["s"],
        selectiveLogic=3,
        constant=True,
        order=7,
        position=4,
        depth=2,
        role=2,
        probability=40,
        caseSensitive=True,
        matchWholeWords=True,
        scanDepth=6,
        preventRecursion=True,
        excludeRecursion=True,
        delayUntilRecursion=3,
        group="g1, g2",
        groupWeight=30,
        groupOverride=True,
        sticky=1,
        cooldown=2,
        delay=3,
        ignoreBudget=True,
        characterFilter={"isExclude": True, "names": [" Bob "], "tags": []},
        priority=9,
        disable=True,
    )
    assert (entry.secondary_keys, entry.secondary_logic) == (("s",), "and_all")
    assert (entry.constant, entry.order, entry.priority) == (True, 7, 9)
    assert (entry.position, entry.depth, entry.role) == ("at_depth", 2, "assistant")
    assert (entry.probability, entry.case_sensitive, entry.whole_words) == (40, True, True)
    assert (entry.scan_depth, entry.prevent_recursion, entry.exclude_recursion) == (6, True, True)
    assert (entry.delay_until_recursion, entry.groups) == (3, ("g1", "g2"))
    assert (entry.group_weight, entry.group_prioritize) == (30, True)
    assert (entry.sticky, entry.cooldown, entry.delay) == (1, 2, 3)
    assert (entry.ignore_budget, entry.enabled) == (True, False)
    assert entry.character_filter == CharacterFilter("exclude", ("Bob",))


@pytest.mark.spec("WB-6")
def test_the_names_of_a_v2_book_are_read():
    book = {
        "name": "Lore",
        "scan_depth": 9,
        "recursive_scanning": False,
        "token_budget": 500,
        "entries": [
            {
                "id": 4,
                "keys": ["gate"],
                "secondary_keys": ["key"],
                "selective": True,
                "content": "Shut.",
                "enabled": False,
                "insertion_order": 5,
                "case_sensitive": True,
                "name": "Gate",
                "position": "after_char",
                "extensions": {"selectiveLogic": 2, "probability": 30, "match_whole_words": True},
            }
        ],
    }
    result = parsed(book)
    entry = result.book.entries[0]
    assert (entry.keys, entry.secondary_keys, entry.secondary_logic) == (
        ("gate",),
        ("key",),
        "not_any",
    )
    assert (entry.title, entry.source_id, entry.order, entry.enabled) == ("Gate", "4", 5, False)
    assert (entry.case_sensitive, entry.whole_words, entry.probability) == (True, True, 30)
    assert entry.position == "after_persona"
    assert (result.book.name, result.book.scan_depth, result.book.max_passes) == ("Lore", 9, 0)
    assert [note.code for note in result.report.book_notes][:2] == ["no_recursion", "left_out"]
    assert result.book.source["token_budget"] == 500


@pytest.mark.spec("WB-9a")
def test_the_position_of_the_extensions_wins():
    entry = entry_of(position="before_char", extensions={"position": 1})
    assert entry.position == "after_persona"


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    ("raw", "field", "value", "code"),
    [
        ({"constant": "false"}, "constant", False, "coerced"),
        ({"constant": "YES"}, "constant", True, "coerced"),
        ({"constant": 1}, "constant", True, "coerced"),
        ({"disable": "false"}, "enabled", True, "coerced"),
        ({"disable": False, "enabled": False}, "enabled", False, None),
        ({"depth": "4"}, "depth", 4, "coerced"),
        ({"depth": "2.0"}, "depth", 2, "coerced"),
        ({"order": "9"}, "order", 9, "coerced"),
        ({"order": None}, "order", 100, "null"),
        ({"order": "abc"}, "order", 100, "unreadable"),
        ({"order": [1]}, "order", 100, "unreadable"),
        ({"probability": 250}, "probability", 100, "clamped"),
        ({"probability": -1}, "probability", 0, "clamped"),
        ({"probability": 0, "useProbability": False}, "probability", 100, None),
        ({"sticky": -1}, "sticky", 0, "clamped"),
        ({"position": "1"}, "position", "after_persona", "coerced"),
        ({"position": 99}, "position", "before_persona", "unreadable"),
        ({"selectiveLogic": "0"}, "secondary_logic", "and_any", "coerced"),
        ({"selectiveLogic": None}, "secondary_logic", "and_any", "null"),
        ({"selectiveLogic": "not_all"}, "secondary_logic", "not_all", None),
        ({"key": "dragon, wyrm"}, "keys", ("dragon", "wyrm"), "text_list"),
        ({"key": "/a,b/i, c"}, "keys", ("/a,b/i", "c"), "text_list"),
        ({"key": None}, "keys", (), "null_list"),
        ({"key": [7, "b", None, {}]}, "keys", ("7", "b"), "list_item"),
        ({"key": [" king ", ""]}, "keys", ("king",), "empty_keys"),
        ({"key": ["a"], "keys": ["b", "a"]}, "keys", ("a", "b"), "keys_joined"),
        ({"keysecondary": ["s"], "selective": "false"}, "secondary_keys", (), "coerced"),
        ({"keysecondary": ["s"]}, "secondary_keys", ("s",), None),
        ({"keysecondary": [], "secondary_keys": ["s"]}, "secondary_keys", ("s",), None),
        ({"extensions": {"content": "x", "key": ["x"]}}, "content", "Lore.", None),
        ({"exclude_recursion": True}, "exclude_recursion", True, None),
        ({"preventRecursion": "false"}, "prevent_recursion", False, "coerced"),
        ({"delayUntilRecursion": True}, "delay_until_recursion", 1, None),
        ({"delayUntilRecursion": "true"}, "delay_until_recursion", 1, "coerced"),
        ({"delayUntilRecursion": "3"}, "delay_until_recursion", 3, "coerced"),
        ({"content": None}, "content", "", "null"),
        ({"content": 7}, "content", "7", "coerced"),
        ({"content": {"a": 1}}, "content", "", "unreadable"),
        ({"characterFilter": None}, "character_filter", None, None),
        ({"use_regex": True, "key": ["a.b"]}, "keys", ("a.b",), None),
        ({"key": ["/\\x01hello/"]}, "keys", ("/^hello/",), "start_mark"),
    ],
)
def test_values_are_coerced_by_what_they_say(raw, field, value, code):
    result = parsed(world_info(raw))
    assert getattr(result.book.entries[0], field) == value
    said = [found for found in codes(result.report) if found != "messages_as_turns"]
    assert said[:1] == ([code] if code else [])


@pytest.mark.spec("WB-9")
@pytest.mark.parametrize(
    ("position", "native", "code"),
    [
        (0, "before_persona", None),
        (1, "after_persona", None),
        (2, "at_depth", "position"),
        (3, "at_depth", "position"),
        (4, "at_depth", None),
        (5, "after_persona", "position"),
        (6, "after_persona", "position"),
        (7, "before_persona", "blocked_outlet"),
    ],
)
def test_positions_that_are_not_here_are_mapped_or_block(position, native, code):
    result = parsed(world_info({"position": position}))
    entry = result.book.entries[0]
    assert entry.position == native
    assert codes(result.report) == ([code] if code else [])
    assert bool(entry.blocked) == (code == "blocked_outlet")


@pytest.mark.spec("WB-54")
@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"triggers": ["swipe"]}, "blocked_triggers"),
        ({"triggers": ["foo"]}, "blocked_triggers"),
        ({"triggers": ["normal", "swipe"]}, "left_out"),
        ({"triggers": []}, None),
        ({"characterFilter": {"names": [], "tags": ["t"]}}, "blocked_tags"),
        ({"characterFilter": 5}, "blocked_filter"),
        ({"useGroupScoring": True}, "left_out"),
        ({"matchScenario": True}, "left_out"),
        ({"vectorized": True}, "left_out"),
        ({"automationId": "a1"}, "left_out"),
        ({"automationId": "", "matchScenario": False, "useGroupScoring": None}, None),
        ({"someday": 4}, "unknown_field"),
        ({"key": ["/home/user", "gate"]}, "plain_key"),
        ({"key": ["/(/"]}, "plain_key"),
        ({"key": ["/gate/i"]}, None),
    ],
)
def test_what_cannot_be_kept_is_said(raw, code):
    result = parsed(world_info(raw))
    assert codes(result.report) == ([code] if code else [])
    blocking = bool(code) and code.startswith("blocked")
    assert bool(result.book.entries[0].blocked) == blocking
    assert result.report.blocked == blocking


@pytest.mark.spec("WB-49")
def test_timed_numbers_are_kept_as_turns_and_said():
    result = parsed(world_info({"sticky": 2, "cooldown": "3", "delay": 0}))
    assert codes(result.report) == ["messages_as_turns", "coerced", "messages_as_turns"]


@pytest.mark.spec("WB-9")
def test_matching_defaults_are_chosen_at_import():
    native = parsed(world_info({})).book
    loose = parsed(world_info({}), import_defaults="sillytavern").book
    assert (native.whole_words, native.scan_depth) == (False, 4)
    assert (loose.whole_words, loose.scan_depth) == (True, 2)
    assert loose.entries == native.entries


@pytest.mark.spec("WB-6")
def test_no_entry_is_lost_to_its_id():
    twice = {
        "entries": [{"uid": 7, "content": "1"}, {"uid": "7", "content": "2"}, {"content": "3"}]
    }
    result = parsed(twice)
    assert [entry.content for entry in result.book.entries] == ["1", "2", "3"]
    assert [entry.source_id for entry in result.book.entries] == ["7", "7", "2"]
    assert [entry.key_id for entry in result.book.entries] == ["e7", "f7", "e2"]
    assert codes(result.report) == ["duplicate_id", "missing_id"]


@pytest.mark.spec("WB-6")
def test_no_entry_is_lost_to_a_repeated_name():
    from worldbook.rules.formats import read  # noqa: PLC0415 - the text cannot be written as a dict

    text = (
        b'{"entries": {"0": {"key": ["a"], "content": "1"}, "0": {"key": ["b"], "content": "2"}}}'
    )
    assert [entry.content for entry in read(text).book.entries] == ["1", "2"]


@pytest.mark.spec("WB-10")
def test_one_bad_entry_never_sinks_the_others():
    result = parsed(
        {"entries": {"0": 5, "1": None, "2": {"key": ["a"], "content": "Lore."}, "3": []}}
    )
    assert [entry.content for entry in result.book.entries] == ["Lore."]
    assert [note.code for note in result.report.book_notes] == ["bad_entry"] * 3


@pytest.mark.spec("WB-9a")
def test_the_file_is_kept_whole_for_export():
    raw = {
        "uid": 0,
        "key": ["a"],
        "content": "Lore.",
        "someday": {"deep": [1]},
        "automationId": "x",
    }
    assert parsed({"entries": {"0": raw}}).book.entries[0].source == raw


@pytest.mark.spec("WB-3")
def test_a_long_title_is_one_line_and_kept_whole_in_the_comment():
    entry = entry_of(comment="First line\nSecond line")
    assert (entry.title, entry.comment) == ("First line", "First line\nSecond line")
