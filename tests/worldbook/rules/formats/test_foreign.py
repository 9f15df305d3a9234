"""Lorebooks of Risu, NovelAI, Agnai and chub: what becomes of their words (WB-6, WB-9)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worldbook.rules.formats.helpers import codes, parsed, png, text_chunk
from tests.worldbook.rules.formats.test_reading import SCALARS, check
from worldbook.rules.formats import agnai, novelai, read, risu


def risu_entry(**entry):
    """The one entry of a Risu export, and its report."""
    whole = {"key": "gate", "comment": "Gate", "content": "Shut.", "insertorder": 5, **entry}
    result = parsed({"type": "risu", "ver": 1, "data": [whole]})
    return result.book.entries[0], result.report


def nai(*entries, **book):
    return parsed({"lorebookVersion": 5, "entries": list(entries), **book})


def nai_entry(**entry):
    """The one entry of a NovelAI lorebook, and its report."""
    whole = {"text": "Shut.", "displayName": "Gate", "keys": ["gate"], "id": "a-1", **entry}
    result = nai(whole)
    return result.book.entries[0], result.report


@pytest.mark.spec("WB-6")
def test_the_fields_of_risu():
    entry, report = risu_entry(
        key="gate, door",
        secondkey="key,bell",
        selective=True,
        alwaysActive=True,
        activationPercent=40,
        mode="normal",
        extentions={"risu_case_sensitive": True},
        useRegex=False,
        id="x",
    )
    assert (entry.title, entry.content, entry.order) == ("Gate", "Shut.", 5)
    assert (entry.keys, entry.secondary_keys) == (("gate", "door"), ("key", "bell"))
    assert (entry.constant, entry.probability, entry.case_sensitive) == (True, 40, True)
    assert (entry.source_id, entry.source["insertorder"]) == ("x", 5)
    assert not entry.prevent_recursion
    assert codes(report) == []


@pytest.mark.spec("WB-6")
def test_a_pattern_of_risu_is_one_key():
    assert risu_entry(key="/ga,te/i", useRegex=True)[0].keys == ("/ga,te/i",)
    assert risu_entry(key="a, b", useRegex=True)[0].keys == ("a, b",)
    assert risu_entry(secondkey="a,b", selective=False)[0].secondary_keys == ()
    assert risu_entry(mode="constant")[0].constant


@pytest.mark.spec("WB-9")
def test_folders_of_risu_stay_and_give_tags():
    key = "\uf000folder:places"
    folder = {"key": key, "comment": "Places", "content": "", "mode": "folder", "insertorder": 1}
    inside = {"key": "gate", "comment": "Gate", "content": "x", "insertorder": 1, "folder": key}
    result = parsed([folder, inside])
    first, second = result.book.entries
    assert (first.title, first.enabled, first.keys) == ("Places", False, ())
    assert second.tags == ("Places",)
    assert {"folder", "folder_tag"} <= set(codes(result.report))


@pytest.mark.spec("WB-9")
def test_notes_name_the_fields_as_the_file_does():
    _entry, report = risu_entry(insertorder="7", alwaysActive="true", mode="child")
    assert codes(report, "insertorder") == ["coerced"]
    assert codes(report, "alwaysActive") == ["coerced"]
    assert codes(report, "mode") == ["unknown_value"]
    _entry, report = nai_entry(displayName=5, strange=1)
    assert codes(report, "displayName") == ["coerced"]
    assert codes(report, "strange") == ["unknown_field"]


@pytest.mark.spec("WB-9a")
def test_script_marks_of_risu_block():
    assert risu_entry(content="{{#if {{getvar::a}}}}x{{/if}}")[0].blocked


@pytest.mark.spec("WB-6")
def test_the_fields_of_novelai():
    entry, report = nai_entry(
        keys=["gate", "/Door\\d/i"],
        forceActivation=True,
        enabled=False,
        searchRange=1000,
        nonStoryActivatable=True,
        keyRelative=True,
        loreBiasGroups=[{"phrases": [{"sequence": "x"}], "bias": 0.1}],
        contextConfig={
            "prefix": "[",
            "suffix": "]\n",
            "budgetPriority": -400,
            "insertionPosition": -1,
        },
        lastUpdatedAt=1,
    )
    assert (entry.title, entry.content, entry.order) == ("Gate", "[Shut.]\n", -400)
    assert (entry.keys, entry.whole_words) == (("gate", "/Door\\d/i"), True)
    assert (entry.constant, entry.enabled, entry.exclude_recursion) == (True, False, False)
    assert (entry.scan_depth, entry.source_id) == (None, "a-1")
    assert codes(report, "searchRange") == ["characters_back"]
    assert codes(report, "loreBiasGroups") == ["left_out"]
    assert codes(report, "keyRelative") == ["left_out"]
    assert codes(report, "contextConfig") == ["placing_left_out"]
    assert codes(report, "contextConfig.prefix") == ["joined_text"]


@pytest.mark.spec("WB-6")
def test_what_novelai_leaves_out_is_the_default():
    entry, report = nai_entry(keys=["/gate/"], searchRange=0)
    assert (entry.whole_words, entry.scan_depth, entry.order) == (None, 0, 100)
    assert codes(report) == []
    assert nai_entry(nonStoryActivatable=False)[0].exclude_recursion
    assert not nai_entry()[0].exclude_recursion


@pytest.mark.spec("WB-6")
def test_categories_of_novelai_give_tags_and_switch_off():
    result = nai(
        {"text": "x", "keys": ["a"], "id": "1", "category": "c"},
        {"text": "x", "keys": ["b"], "id": "2", "category": "d", "enabled": True},
        {"text": "x", "keys": ["b"], "id": "3", "category": "gone"},
        categories=[{"id": "c", "name": "Places"}, {"id": "d", "name": "Off", "enabled": False}, 5],
        settings={"orderByKeyLocations": True},
    )
    assert [(entry.tags, entry.enabled) for entry in result.book.entries] == [
        (("Places",), True),
        (("Off",), False),
        ((), True),
    ]
    assert [note.field for note in result.report.book_notes] == ["settings.orderByKeyLocations"]


@pytest.mark.spec("WB-6")
def test_the_lorebook_of_a_story_has_the_name_of_the_story():
    book = {"lorebookVersion": 5, "entries": [{"text": "x", "keys": ["a"], "id": "1"}]}
    story = {"storyContainerVersion": 1, "metadata": {"title": "North"}, "content": {}}
    story["content"]["lorebook"] = book
    assert parsed(story).name == "North"
    assert parsed({"scenarioVersion": 2, "title": "South", "lorebook": book}).name == "South"


@pytest.mark.spec("WB-6")
@pytest.mark.parametrize("kind", [b"tEXt", b"zTXt", b"iTXt"])
def test_a_picture_of_novelai(kind):
    book = {"lorebookVersion": 5, "entries": [{"text": "x", "keys": ["a"], "id": "1"}]}
    from_picture = text_chunk(b"naidata", book, kind)
    result = read(png(from_picture))
    assert (result.format, result.card, len(result.book.entries)) == ("png:novelai", None, 1)


@pytest.mark.spec("WB-6")
def test_the_fields_of_agnai():
    result = parsed(
        {
            "kind": "memory",
            "name": "Gates",
            "description": "All of them",
            "entries": [
                {
                    "name": "Gate",
                    "keywords": ["gate", "door"],
                    "entry": "Shut.",
                    "priority": 9,
                    "weight": 3,
                    "enabled": False,
                },
                {"name": "Bell", "keywords": ["bell"], "content": "Rings."},
            ],
        }
    )
    first, second = result.book.entries
    assert (result.name, result.book.description) == ("Gates", "All of them")
    assert (first.title, first.content, first.keys) == ("Gate", "Shut.", ("gate", "door"))
    assert (first.priority, first.order, first.enabled) == (9, 3, False)
    assert (second.content, second.priority, second.order) == ("Rings.", 0, 100)


@pytest.mark.spec("WB-6")
def test_a_lorebook_of_chub():
    entry = {
        "id": 4,
        "uid": 4,
        "keys": ["gate"],
        "key": ["gate", "door"],
        "name": "Gate",
        "comment": "",
        "content": "Shut.",
        "insertion_order": 7,
        "position": "after_char",
        "enabled": True,
        "extensions": {"depth": 2, "probability": 50, "useProbability": True, "position": 1},
    }
    book = {"name": "Chub's", "scan_depth": 3, "extensions": {"chub": {"id": 9}}}
    result = parsed({**book, "is_creation": False, "entries": {"4": entry}})
    found = result.book.entries[0]
    assert (result.name, result.book.scan_depth) == ("Chub's", 3)
    assert (found.title, found.keys, found.order) == ("Gate", ("gate", "door"), 7)
    assert (found.position, found.probability) == ("after_persona", 50)
    assert result.book.source["extensions"] == {"chub": {"id": 9}}


NAMES = st.sampled_from(
    sorted(
        {*risu.NAMES, *novelai.NAMES, *agnai.NAMES, "mode", "folder", "useRegex", "extentions"}
        | {"category", "contextConfig", "searchRange", "loreBiasGroups", "prefix", "suffix"}
        | {"budgetPriority", "nonStoryActivatable", "content", "name", "enabled"}
    )
)
INNER = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=6,
)
ENTRIES = st.lists(st.dictionaries(NAMES, INNER, max_size=7) | INNER, max_size=3)


@pytest.mark.spec("WB-6")
@pytest.mark.spec("WB-9")
def test_a_list_of_janitorai():
    said = {
        "id": "night-gate",
        "name": "The gate",
        "key": ["gate"],
        "keysRaw": "gate",
        "content": "It is shut.",
        "enabled": True,
        "insertion_order": 50,
        "inclusionGroupRaw": "doors, night",
        "prioritizeInclusion": True,
        "groupWeight": 40,
        "activationMode": "standard",
        "activationScript": "",
        "category": "places",
        "keyMatchPriority": False,
        "minMessages": 3,
    }
    script = said | {"id": "s", "activationMode": "script", "activationScript": "return true"}
    odd = said | {"id": "o", "activationMode": "dreaming"}
    result = parsed([said, script, odd])
    gate, scripted, strange = result.book.entries
    assert (gate.groups, gate.group_prioritize, gate.group_weight) == (("doors", "night"), True, 40)
    assert (gate.source_id, gate.order, gate.blocked) == ("night-gate", 50, "")
    assert scripted.blocked
    assert not strange.blocked
    assert codes(result.report) == [
        "left_out",
        *("blocked_activation", "left_out"),
        *("unknown_value", "left_out"),
    ]


@settings(deadline=None, max_examples=60)
@given(ENTRIES, INNER)
def test_anything_in_their_shape_is_read(entries, more):
    for value in (
        {"lorebookVersion": 4, "entries": entries, "categories": more, "settings": more},
        {"type": "risu", "ver": more, "data": entries},
        {"kind": "memory", "name": more, "entries": entries},
    ):
        check(read(json.dumps(value).encode()))
