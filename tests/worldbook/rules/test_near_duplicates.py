from random import Random

import pytest

from worldbook.rules import near_duplicates as rule
from worldbook.rules.near_duplicates import near_duplicates

GATE = "The north gate is guarded by two old soldiers, who sleep at noon and drink at night."


def pairs(*texts):
    return [(pair.first, pair.second) for pair in near_duplicates(texts)]


@pytest.mark.spec("WB-40")
@pytest.mark.parametrize(
    "other",
    [
        GATE.replace("two", "three"),
        GATE.upper(),
        GATE.replace(",", " –"),
        f"{GATE} Always.",
    ],
)
def test_almost_the_same_text_is_found(other):
    assert pairs(GATE, "The sea is far away and cold in any season of the year.", other) == [(0, 2)]


@pytest.mark.spec("WB-40")
def test_chinese_is_compared_too():
    text = "北塔的守卫名叫欧达，他只认得铜钥匙，别的钥匙一概不认，夜里也从不睡觉。"
    assert pairs(
        text, text.replace("铜", "银"), "海边的渔村每到秋天就会点起灯笼，迎接远行的船。"
    ) == [(0, 1)]


def test_other_texts_and_very_short_ones_are_not_alike():
    assert pairs(GATE, GATE[::-1], "a", "b", "ab") == []


def test_each_text_is_told_once_with_an_earlier_one():
    assert pairs(GATE, GATE, GATE.replace("two", "six"), GATE) == [(0, 1), (0, 2), (0, 3)]


def made(number):
    rng = Random(number)
    return [
        " ".join("".join(rng.choice("abcdefghij") for _ in range(6)) for _ in range(20))
        for _ in range(number)
    ]


@pytest.mark.parametrize("number", [500, 2_000])
def test_a_text_is_compared_with_a_few_however_many_there_are(monkeypatch, number):
    compared = []
    alike = rule._alike
    monkeypatch.setattr(rule, "_alike", lambda *both: compared.append(1) or alike(*both))
    texts = [GATE.replace("two", f"{at:05}") for at in range(number // 2)] + made(number // 2)
    assert len(list(near_duplicates(texts))) == number // 2 - 1
    assert len(compared) <= rule._COMPARED * number
