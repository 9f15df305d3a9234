"""What the storyteller makes of a message, in both languages."""

import pytest

from sessions_app.rules.storyteller.understanding import ACTIONS, understand


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(
    ("message", "action", "thing"),
    [
        ("I go to the harbour.", "go", "the harbour"),
        ("I walk back to the gate and wait.", "go", "the gate"),
        ("Look at the lamp", "look", "the lamp"),
        ("I take the rope from the wall", "take", "the rope"),
        ("*picks up my lantern*", "take", "your lantern"),
        ("I give her my copper key", "give", "your copper key"),
        ("I show him the order", "show", "the order"),
        ("I drop the coin.", "drop", "the coin"),
        ("open the gate!", "open", "the gate"),
        ("I unlock the lower door", "unlock", "the lower door"),
        ("I put on the grey coat", "wear", "the grey coat"),
        ("I ask about the old king", "ask", "the old king"),
        ("Who wrote that page?", "ask", ""),
        ("I tell her about my sister.", "tell", "your sister"),
        ("I wait.", "wait", ""),
        ("Thank you, truly.", "thank", ""),
        ("Good evening!", "greet", ""),
        ("I draw my sword", "threaten", ""),
        ("“Nothing to do with me.”", "say", ""),
        ("Hm.", "other", ""),
        ("我走向南浦", "go", "南浦"),
        ("我看看石碑", "look", "石碑"),
        ("我拿起那盏灯", "take", "灯"),
        ("我把铜钥匙递给他", "give", ""),
        ("我给沈更一枚铜钱", "give", "铜钱"),
        ("我把一枚铜钱给沈更", "give", ""),
        ("我把钥匙给沈更看", "show", ""),
        ("出示手谕", "show", "手谕"),
        ("我放下钥匙", "drop", "钥匙"),
        ("推开塔门", "open", "塔门"),
        ("我用铜钥匙开锁", "unlock", ""),
        ("我戴上斗笠", "wear", "斗笠"),
        ("我打听名册", "ask", "名册"),
        ("名册在哪里？", "ask", ""),
        ("我告诉他实情", "tell", "实情"),
        ("我等着", "wait", ""),
        ("多谢", "thank", ""),
        ("你好，沈更", "greet", ""),
        ("我拔刀", "threaten", ""),
    ],
)
def test_actions_and_things(message, action, thing):
    said = understand(message)
    assert (said.action, said.thing) == (action, thing)
    assert said.action in (*ACTIONS, "say", "other")


@pytest.mark.spec("TB-23")
@pytest.mark.parametrize(
    ("message", "dice"),
    [
        ("I roll 2d6+1", (2, 6, 1)),
        ("roll the dice", (1, 20, 0)),
        ("掷骰 3d8", (3, 8, 0)),
        ("roll 999d99999", (20, 1000, 0)),
        ("roll 0d1", (1, 2, 0)),
    ],
)
def test_dice(message, dice):
    said = understand(message)
    assert (said.action, said.dice) == ("roll", dice)


@pytest.mark.parametrize(
    "message",
    [
        "Are you an AI?",
        "are you a language model",
        "What model are you?",
        "你是AI吗？",
        "你用的什么大模型",
        "谁在写这个故事",
    ],
)
def test_being_asked_what_it_is(message):
    assert understand(message).what_are_you


@pytest.mark.parametrize(
    "message", ["((is it late?))", "/ooc pause", "（（先停一下））", "OOC: brb"]
)
def test_words_outside_the_story(message):
    said = understand(message)
    assert said.outside
    assert not said.what_are_you


@pytest.mark.parametrize(
    "message", ["What are you doing?", "Are you cold?", "你是谁？", "你是守塔人吗？"]
)
def test_questions_within_the_story(message):
    said = understand(message)
    assert (said.question, said.outside, said.what_are_you) == (True, False, False)
