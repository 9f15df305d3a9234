import time
from random import Random

import pytest

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


def spent(texts):
    started = time.process_time()
    assert list(near_duplicates(texts)) == []
    return time.process_time() - started


def test_the_time_grows_with_the_number_of_texts():
    spent(made(50))
    small, large = spent(made(500)), spent(made(2_000))
    assert large < 4 * 3 * small
