"""How the storyteller's answers read one after the other."""

import re

import pytest

from sessions_app.rules.actor_view import ActorView, CardView, HistoryMessage
from sessions_app.rules.storyteller import tell
from sessions_app.rules.storyteller.phrases import CHINESE, ENGLISH, Chooser
from tests.sessions_app.rules.test_storyteller import ENTRIES, ENTRIES_ZH

pytestmark = pytest.mark.spec("TB-23")

GUARD = CardView(name="Brask", key="brask", personality="dry and exact")
ZH_GUARD = CardView(name="老杜", key="laodu", personality="木讷")
PLAYS = {
    "en": (GUARD, ENTRIES, ["I greet Brask.", "I ask about the key.", "I wait.", "I look around."]),
    "zh-hans": (
        ZH_GUARD,
        ENTRIES_ZH,
        ["我向老杜问好。", "我问起铜钥匙。", "我等着。", "我四下看看。"],
    ),
}


def play(language: str, seed: str, turns: int = 16) -> list[str]:
    """The answers of a story, each made with those before it in the history."""
    guard, entries, says = PLAYS[language]
    history: list[HistoryMessage] = []
    for turn in range(1, turns + 1):
        said = says[turn % len(says)]
        view = ActorView(
            char=guard,
            message=said,
            language=language,
            entries=entries,
            history=tuple(history),
            seed=seed,
            turn=turn,
        )
        history += [HistoryMessage("user", said), HistoryMessage("assistant", tell(view))]
    return [message.content for message in history if message.role == "assistant"]


@pytest.mark.parametrize("language", list(PLAYS))
@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_no_two_speeches_stand_side_by_side(language, seed):
    for answer in play(language, seed):
        assert not re.search(r"[\"”」][ ]?[“「]|\" \"", answer), answer


@pytest.mark.parametrize("language", list(PLAYS))
def test_no_colon_leads_to_a_sentence_with_another(language):
    guard, _, says = PLAYS[language]
    rules = ENTRIES[0].__class__("Rule", "The rule is this: nobody climbs at night.")
    if language != "en":
        rules = ENTRIES[0].__class__("规矩", "规矩只有一条：入夜不许上塔。")
    for seed in range(30):
        view = ActorView(
            char=guard, message=says[1], language=language, entries=(rules,), seed=str(seed)
        )
        for line in tell(view).split("\n\n")[:-1]:
            assert not re.search(r"[:：][^.。:：]*[:：]", line), line


@pytest.mark.parametrize("banks", [ENGLISH, CHINESE])
def test_a_phrase_comes_again_only_after_the_others(banks):
    bank = banks.GESTURES["plain"]
    heard: list[str] = []
    for turn in range(40):
        values = {"name": "N", "her": "her", "obj": "her"}
        found = Chooser(f"seed|{turn}", 1, "\n".join(heard), values).phrase(bank)
        assert found not in heard[-(len(bank) // 2 - 1) :]
        heard.append(found)
