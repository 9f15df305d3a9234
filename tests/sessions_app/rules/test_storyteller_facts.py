"""What the storyteller may tell by itself, and what its answers end with."""

from dataclasses import replace

import pytest

from sessions_app.rules.actor_view import ActorView, CardView, HistoryMessage
from sessions_app.rules.storyteller.facts import facts_of
from sessions_app.rules.storyteller.lore import topic_of
from sessions_app.rules.storyteller.scene import scene_of
from tests.sessions_app.rules.test_storyteller import Lore

pytestmark = pytest.mark.spec("TB-23")

KEY = Lore(
    "The copper key", "The copper key opens the lower lock. One without the other is nothing."
)
LAMP = Lore("The lamp", "The lamp has been dark for six nights. Somebody keeps it dark on purpose.")


@pytest.mark.parametrize(
    ("title", "body", "language", "told"),
    [
        (
            "Seal and key",
            "The seal needs the key. One without the other is worth nothing. It was always so.",
            "en",
            [
                "The seal needs the key.",
                "The seal needs the key. One without the other is worth nothing.",
                "The seal needs the key. One without the other is worth nothing. It was always so.",
            ],
        ),
        (
            "Lamp",
            "The lamp is dark. This lamp was lit by Edda.",
            "en",
            ["The lamp is dark.", "The lamp is dark. This lamp was lit by Edda."],
        ),
        ("Lost", "That was long ago. The tower still stands.", "en", ["The tower still stands."]),
        (
            "印与钥匙",
            "印要和钥匙一起用。缺了哪一样都不成。",
            "zh-hans",
            ["印要和钥匙一起用。", "印要和钥匙一起用。缺了哪一样都不成。"],
        ),
        (
            "铜钥匙",
            "铜钥匙有一掌长。它开的是内门。那扇门没有锁孔。",
            "zh-hans",
            ["铜钥匙有一掌长。", "铜钥匙开的是内门。", "铜钥匙开的是内门。那扇门没有锁孔。"],
        ),
    ],
)
def test_a_sentence_that_goes_on_from_another_is_told_only_after_it(title, body, language, told):
    assert [fact.text for fact in facts_of((Lore(title, body),), language)] == told


def view_of(message: str, *history: HistoryMessage) -> ActorView:
    """A turn with two things in the lore."""
    return ActorView(
        char=CardView(name="Edda"), message=message, history=history, entries=(KEY, LAMP), seed="s"
    )


def test_an_answer_ends_with_nothing_that_was_told_or_asked_about_lately():
    told = HistoryMessage("assistant", "The copper key opens the lower lock.")
    asked = HistoryMessage("user", "What of the copper key?")
    for view in (view_of("I wait.", told), view_of("I wait.", asked)):
        assert topic_of(scene_of(view, ""), ()) == "the lamp"


def test_after_three_turns_a_thing_may_be_named_again():
    view = view_of("I wait.", HistoryMessage("assistant", LAMP.text))
    assert topic_of(scene_of(view, ""), ()) == "the copper key"
    quiet = [HistoryMessage("assistant", f"Nothing happens {n}.") for n in "abc"]
    old = view_of("I wait.", HistoryMessage("assistant", "The lamp has been dark for six nights."))
    named = {
        topic_of(scene_of(replace(old, history=(*old.history, *quiet), take=n), ""), ())
        for n in range(1, 20)
    }
    assert named == {"the copper key", "the lamp"}
