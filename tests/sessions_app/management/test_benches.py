"""How the measurements judge what they saw."""

import pytest

from sessions_app.management.benches.player import Player, Seen, spread
from sessions_app.management.commands.bench_sockets import judge, word_delays
from sessions_app.management.commands.bench_turn import arrivals


def seen(number, kind, at=0.0, **frame):
    return Seen(1.0 + at, {"id": f"{1000 + number}-0", "type": kind, "turn": 7, **frame})


def player(*frames):
    page = Player("http://127.0.0.1:1", "c", 1)
    page.seen.extend(frames)
    return page


def whole():
    return [
        seen(1, "text", at=0.01, text="One two "),
        seen(2, "text", at=0.02, text="three."),
        seen(3, "delivered", take={"text": "One two three."}),
    ]


@pytest.fixture
def frames():
    found = whole()
    found[0].frame["at"], found[1].frame["at"] = 0, 8
    return found


def test_a_whole_answer_is_whole(frames):
    judged = judge(player(*frames), {"turn": 7, "first": 0.5})
    assert (judged["whole"], judged["count"], judged["first"]) == (True, 3, 0.5)


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_lost_frame_is_seen(frames, lost):
    del frames[lost]
    assert judge(player(*frames), {"turn": 7, "first": 0})["whole"] is False


def test_a_frame_that_came_twice_or_out_of_order_is_seen(frames):
    twice = [*frames, seen(4, "changed"), seen(4, "changed")]
    assert judge(player(*twice), {"turn": 7, "first": 0})["whole"] is False
    turned = [seen(9, "phase"), *frames]
    assert judge(player(*turned), {"turn": 7, "first": 0})["whole"] is False


def test_words_are_told_at_an_even_pace():
    told = [
        Seen(10.000, {"id": "10000-0", "text": "One "}),
        Seen(10.130, {"id": "10100-0", "text": "two three "}),
        Seen(10.160, {"id": "10150-0", "text": "four."}),
    ]
    assert word_delays(told) == pytest.approx([0.0, 0.08, 0.03, 0.01])
    assert word_delays(told[:1]) == []


@pytest.mark.spec("PF-1")
def test_arrivals_are_the_first_of_each_kind_of_one_turn():
    page = player(seen(1, "phase", at=0.1), seen(2, "text", at=0.2), seen(3, "text", at=0.3))
    page.seen.insert(0, Seen(1.05, {"id": "1-0", "type": "accepted", "turn": {"id": 7}}))
    page.seen.insert(0, Seen(1.0, {"id": "0-0", "type": "text", "turn": 6}))
    assert arrivals(page, 7, 1.0) == pytest.approx({"accepted": 0.05, "phase": 0.1, "text": 0.2})


def test_spread_is_in_milliseconds():
    assert spread([n / 1000 for n in range(1, 101)]) == {"p50": 51.0, "p95": 95.0, "max": 100.0}
    assert spread([]) == {"p50": 0.0, "p95": 0.0, "max": 0.0}
