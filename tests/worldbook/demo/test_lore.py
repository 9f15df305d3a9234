"""The demo lorebooks: every field is used, and each key brings what its comment promises."""

import re
from dataclasses import fields

import pytest

from tests.worldbook.demo.lore import BOOKS, chosen
from worldbook.demo.files import FOLDERS
from worldbook.rules.entries import AUDIENCES, Entry, book_to_json
from worldbook.rules.lint import lint
from worldbook.rules.macros import KNOWN, macro_names
from worldbook.rules.tokens import counter_for, estimate
from worldbook.rules.validation import book_problems

LEAVES = (
    "time", "calendar", "window", "elapsed", "place", "together", "variable", "item", "event",
    "trigger", "engagement", "turn", "judged",
)  # fmt: skip
NOT_FOR_BOOKS = ("original", "setvar")


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
