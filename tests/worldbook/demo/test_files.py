"""The demo worlds as files: complete, valid, and every field that acts is used by some entry."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from worldbook.demo.files import COVER, FOLDERS, read_demo_world
from worldbook.demo.portraits import FIGURES, portrait
from worldbook.rules.entries import Entry, book_to_json
from worldbook.rules.selection import Message, SelectionRequest, compile_book, select
from worldbook.rules.tokens import estimate
from worldbook.rules.validation import book_problems

ACTING = (
    "enabled", "constant", "required", "keys", "secondary_keys", "secondary_logic", "scan_depth",
    "probability", "priority", "order", "position", "depth", "role", "audience",
    "prevent_recursion", "exclude_recursion", "delay_until_recursion", "ignore_budget",
    "character_filter", "tags", "color", "comment", "blocked",
)  # fmt: skip


@pytest.mark.parametrize("folder", FOLDERS)
def test_world_is_complete(folder):
    demo = read_demo_world(folder)
    assert len(demo.world["characters"]) == 5
    assert 20 <= len(demo.book.entries) <= 30
    assert len(demo.world["openings"]) == 1
    opening = demo.world["openings"][0]
    cast = [card["key"] for card in demo.world["characters"]]
    assert opening["characters"] == cast
    assert len(opening["greeting"]) > 400
    for name, size in [(COVER, (1280, 720)), *((key, (512, 512)) for key in cast)]:
        assert Image.open(io.BytesIO(demo.picture(name))).size == size


@pytest.mark.parametrize("folder", FOLDERS)
def test_book_is_valid_and_uses_every_field_that_acts(folder):
    book = read_demo_world(folder).book
    assert not book_problems(book_to_json(book))
    plain = Entry(key_id="")
    unused = [
        name
        for name in ACTING
        if all(getattr(entry, name) == getattr(plain, name) for entry in book.entries)
    ]
    assert unused == []
    assert {entry.secondary_logic for entry in book.entries} == {
        "and_any", "and_all", "not_any", "not_all",
    }  # fmt: skip
    assert {entry.role for entry in book.entries} == {"system", "user", "assistant"}
    assert {e.position for e in book.entries} == {"before_persona", "after_persona", "at_depth"}


def chosen(folder, query, *history, char="", turn=1):
    """What the pinned book gives for a message, by key_id."""
    demo = read_demo_world(folder)
    request = SelectionRequest(
        query=query,
        messages=tuple(Message("user", text) for text in history),
        budget=2400,
        char=char or demo.world["characters"][0]["name"],
        user="U",
        turn=turn,
        seed="demo",
    )
    selection = select(request, [compile_book(replace(demo.book, revision=1))], estimate)
    return {entry.key_id: entry for entry in selection.selected}


def test_english_book_plays_as_its_comments_say():
    key = chosen("en", "I hold up the copper key.")
    assert {"law-of-the-gate", "this-night", "voice-of-the-guard", "copper-key"} <= set(key)
    assert key["lower-lock"].cause["kind"] == "recursion"
    assert not {"what-the-regent-fears", "the-second-key", "tide-table", "the-old-page"} & set(key)
    assert "lower-lock" not in chosen("en", "Where is the lower lock?")
    assert "the-halcyon" in chosen("en", "Which ship is in the fog?")
    assert "the-lamp" not in chosen("en", "I trim her lantern oil, in its light.")
    assert "chalk-marks" not in chosen("en", "There is chalk here.")
    assert "chalk-marks" in chosen("en", "What do the chalk marks under the basket mean?")
    assert "regents-order" not in chosen("en", "I cross the border by the gate.")
    assert "davy-marrow" in chosen("en", "Tell me of your brother.")
    assert "davy-marrow" not in chosen("en", "Tell me of your brother.", char="Nan Pellow")
    assert chosen("en", "Here is a gold coin.")["bribes"].role == "user"
    old = chosen("en", "I turn to the old pages of the gate-book.")
    assert "Edda Marrow swore to it" in old["the-old-page"].text


@pytest.mark.spec("UI-4")
def test_chinese_book_plays_as_its_comments_say():
    key = chosen("zh", "我把铜钥匙举起来。")
    assert {"夜禁", "今夜", "守塔人的口气", "铜钥匙"} <= set(key)
    assert key["内门"].cause["kind"] == "recursion"
    assert not {"摄政怕什么", "第二把钥匙", "潮信表", "碑阴"} & set(key)
    assert "内门" not in chosen("zh", "内门在哪里？")
    assert "册已写满" in chosen("zh", "名册是什么？")
    assert "名册" not in chosen("zh", "更簿里有我的名字吗？")
    assert "墨干" in chosen("zh", "墨什么时候干？")
    assert "墨干" not in chosen("zh", "这墨真黑。")
    assert "碑阴" in chosen("zh", "我绕到石碑背面去看。")
    assert "那个圈" not in chosen("zh", "你有女儿吗？", char="柳三娘")


def test_macros_of_chance_stay_with_the_turn():
    first = chosen("en", "I wait.", turn=3)["this-night"].text
    assert first == chosen("en", "I wait.", turn=3)["this-night"].text
    assert "{{" not in first
    assert len({chosen("en", "I wait.", turn=turn)["this-night"].text for turn in range(20)}) > 1


def test_every_figure_can_be_drawn_anew():
    world = read_demo_world("en").world
    figures = [card["portrait"]["figure"] for card in world["characters"]]
    figures += [card["portrait"]["figure"] for card in read_demo_world("zh").world["characters"]]
    assert sorted(figures) == sorted(FIGURES)
    drawn = Image.open(io.BytesIO(portrait("runner", "brass")))
    assert (drawn.format, drawn.size) == ("WEBP", (512, 512))
