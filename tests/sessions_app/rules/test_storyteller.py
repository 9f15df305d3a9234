"""The storyteller's answers: of the lore, in the voice of the card, in the session's language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions_app.rules.actor_view import ActorView, CardView, HistoryMessage
from sessions_app.rules.storyteller import pieces, tell
from sessions_app.rules.storyteller.phrases import CHINESE, ENGLISH


@dataclass(frozen=True)
class Lore:
    """A selected entry."""

    title: str
    text: str
    position: str = "before_persona"
    depth: int = 0
    role: str = "system"
    wrapped: str = ""
    cause: Mapping[str, Any] = field(default_factory=dict)


ENTRIES = (
    Lore("The copper key", "The copper key is green in the grooves. It fits the lower lock."),
    Lore("The lamp", "The lamp has been dark for six nights. Somebody keeps it dark on purpose."),
    Lore("How to speak", "Write in short sentences. Never speak for U.", "at_depth"),
    Lore("Foreign", "这是一句不该出现在英文里的话。"),
    Lore("Broken", "Unfinished {{random:a,b}} macro here."),
)
ENTRIES_ZH = (
    Lore("铜钥匙", "铜钥匙有一掌长，柄上铸着一个认字。它开的是塔里的内门。"),
    Lore("名册", "名册藏在北塔塔顶。名字被划去，七天之内人人都会忘了他。"),
    Lore("口气", "请用短句。不要替玩家说话。", "at_depth"),
    Lore("Foreign", "This sentence must not be told in Chinese."),
)
EDDA = CardView(
    name="Edda Marrow",
    description="She is a guard. Her knee hurts.",
    personality="Dry and exact.",
    scenario="At the tower gate.",
    mes_example='<START>\n{{user}}: Are you not cold?\n{{char}}: "I gave it up."',
)
NAN = CardView(
    name="Nan Pellow",
    description="She rows her ferry.",
    personality="Warm.",
    scenario="At the harbour.",
)
SHEN = CardView(
    name="沈更",
    description="他守北塔的门。",
    personality="寡言，较真。",
    mes_example="<START>\n{{user}}: 你不冷吗？\n{{char}}: “冷是要花力气的，我省着。”",
)
ENGLISH_VIEW = ActorView(
    char=EDDA, others=(NAN,), message="I show her the copper key.", persona_name="Robin",
    persona_text="Robin teaches sums inland.", entries=ENTRIES, seed="s",
)  # fmt: skip
CHINESE_VIEW = ActorView(
    char=SHEN, message="我问他名册的事。", language="zh-hans", persona_name="陆迟",
    persona_text="陆迟是纸坊的学徒，走得再急也要把门带上。", entries=ENTRIES_ZH, seed="s",
)  # fmt: skip
VIEWS = (ENGLISH_VIEW, CHINESE_VIEW)


def later(view, *told):
    """The view after some answers."""
    history = [
        m for text in told for m in (HistoryMessage("user", "…"), HistoryMessage("assistant", text))
    ]
    return replace(view, history=tuple(history), turn=len(told) + 1)


@pytest.mark.spec("TB-23")
def test_answer_uses_the_lore_that_fits():
    assert "The copper key is green in the grooves." in tell(ENGLISH_VIEW)
    assert "The lamp has been dark for six nights." in tell(
        replace(ENGLISH_VIEW, message="Why is the lamp dark?")
    )
    assert "名册藏在北塔塔顶" in tell(CHINESE_VIEW)


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(
    ("view", "words"), [(ENGLISH_VIEW, "not a language model"), (CHINESE_VIEW, "不是语言模型")]
)
def test_says_what_it_is_in_the_first_answer_and_when_asked(view, words):
    first = tell(view)
    assert words in first
    second = later(view, first)
    assert words not in tell(second)
    asked = tell(replace(second, message="Are you an AI?"))
    assert re.search(r"language model|语言模型", asked)
    assert view.char.name.split()[0] in asked


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize("view", VIEWS)
def test_same_view_same_text_and_another_take_another_text(view):
    assert tell(view) == tell(view)
    takes = {tell(replace(view, take=take)) for take in range(1, 7)}
    assert len(takes) == 6
    assert tell(replace(view, seed="other")) != tell(view)


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize("view", VIEWS)
def test_ten_turns_do_not_repeat_themselves(view):
    told = []
    messages = {"en": ["I look around", "Why is the lamp dark?", "“I am tired.”", "I wait", "I open the gate"],
                "zh-hans": ["我四下看看", "为什么？", "“我累了。”", "我等着", "我推开门"]}  # fmt: skip
    for message in messages[view.language] * 2:
        told.append(tell(replace(later(view, *told), message=message)))
    paragraphs = [part for text in told for part in text.split("\n\n")]
    assert len(paragraphs) == len(set(paragraphs))


@pytest.mark.spec("TB-23")
def test_the_cards_own_answer_is_preferred():
    assert "I gave it up" in tell(replace(ENGLISH_VIEW, message="Are you not cold?"))
    assert "冷是要花力气的，我省着。" in tell(replace(CHINESE_VIEW, message="你不冷吗？"))


@pytest.mark.spec("TB-23")
def test_whoever_the_player_goes_to_answers():
    gone = replace(later(ENGLISH_VIEW, "x"), message="I go down to the harbour.")
    assert "Nan" in tell(gone)
    history = (HistoryMessage("user", gone.message), HistoryMessage("assistant", "x"))
    assert "Nan" in tell(replace(gone, message="How deep is it?", history=history, turn=3))
    back = replace(gone, message="Edda, are you there?", history=history, turn=3)
    assert "Edda" in tell(back)


@pytest.mark.spec("TB-23")
def test_dice_are_thrown_within_their_faces():
    for take in range(1, 30):
        told = tell(replace(ENGLISH_VIEW, message="I roll 2d6+1", take=take))
        a, b, total = map(int, re.search(r"2d6\+1 → (\d+) and (\d+)\D+(\d+)", told).groups())
        assert 1 <= a <= 6
        assert 1 <= b <= 6
        assert total == a + b + 1


@pytest.mark.parametrize(
    ("view", "wish"), [(ENGLISH_VIEW, "shorter, please"), (CHINESE_VIEW, "更短一些")]
)
def test_an_answer_can_be_asked_to_be_shorter(view, wish):
    second = later(view, "x")
    short = tell(replace(second, instruction=wish))
    assert "\n\n" not in short
    assert len(short) < len(tell(second))


@pytest.mark.spec("TB-3")
@pytest.mark.parametrize("view", VIEWS)
def test_resume_goes_on_with_the_very_same_text(view):
    whole = tell(view)
    for cut in (1, len(whole) // 2, len(whole) - 1):
        assert whole[:cut] + tell(replace(view, kept_text=whole[:cut])) == whole


@pytest.mark.spec("TB-3")
@pytest.mark.parametrize(
    ("view", "kept"),
    [(ENGLISH_VIEW, "It was another teller who said"), (CHINESE_VIEW, "从前别人讲到")],
)
def test_a_text_of_somebody_else_is_gone_on_with(view, kept):
    more = tell(replace(view, kept_text=kept))
    assert more
    assert not more.startswith(kept)
    whole = tell(view)
    assert tell(replace(view, kept_text=whole)).startswith("\n\n")


@pytest.mark.parametrize("view", VIEWS)
def test_pieces_join_to_the_text(view):
    told = tell(view)
    assert "".join(pieces(told)) == told
    assert len(pieces(told)) > 20


def test_notes_and_orders_are_never_told():
    for take in range(1, 20):
        told = tell(replace(ENGLISH_VIEW, message="I look", take=take, instruction="longer"))
        assert "Write in short" not in told
        assert "Never speak for" not in told


TEXTS = st.text(max_size=80) | st.lists(
    st.sampled_from(["I", "go", "to", "the", "{name}", "{{char}}", "harbour", "我", "看", "钥匙", "?", "“", "roll 2d6",
                     "Edda", "Nan", "about", "((", "\n", "give", "her", "{0}", "shorter"]), max_size=12,
).map(" ".join)  # fmt: skip


@pytest.mark.spec("TB-23", "UI-4")
@settings(max_examples=150, deadline=None)
@given(
    message=TEXTS,
    instruction=TEXTS,
    kept=TEXTS,
    name=TEXTS,
    take=st.integers(1, 9),
    view=st.sampled_from(VIEWS),
)
def test_any_message_gets_a_whole_answer_in_the_language_of_the_session(
    message, instruction, kept, name, take, view
):
    told = tell(replace(view, message=message, instruction=instruction, kept_text=kept, take=take))
    assert told.strip()
    assert not re.search(r"\{\w*\}|\{\{", told)
    han, latin = len(re.findall(r"[\u4e00-\u9fff]", told)), len(re.findall(r"[A-Za-z]", told))
    assert han > latin if view.language == "zh-hans" else han == 0
    strange = replace(view.char, name=name, description=instruction, mes_example=message)
    assert tell(replace(view, char=strange, persona_name=name, message=message)).strip()


def test_languages_have_the_same_banks():
    assert ENGLISH.BEATS.keys() == CHINESE.BEATS.keys()
    assert ENGLISH.GESTURES.keys() == CHINESE.GESTURES.keys()
    assert ENGLISH.LINES.keys() == CHINESE.LINES.keys()
