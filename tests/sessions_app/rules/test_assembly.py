"""The actor package: order, depth, merging, and what happens over the budget."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions_app.prompts.reader import prompts
from sessions_app.rules.actor_view import ActorView, CardView, HistoryMessage
from sessions_app.rules.assembly import MESSAGE_TOKENS, STEP, Limits, assemble
from sessions_app.rules.calls import ChatMessage
from sessions_app.rules.package import Package
from worldbook.rules.refusal import Refusal

TEXTS = prompts("actor", "en")
ROOMY = Limits(window=100_000, max_output=1_000)


@dataclass(frozen=True)
class Lore:
    """A selected entry."""

    title: str
    position: str = "before_persona"
    depth: int = 4
    role: str = "system"

    @property
    def text(self):
        return f"about {self.title}"

    @property
    def wrapped(self):
        return f"<{self.title}>"


def view(**changes):
    base = ActorView(
        char=CardView(name="Brask", description="A guard. {{char}} knows {{user}}."),
        message="May I?",
        persona_name="Mira",
        persona_text="A courier to {{char}}.",
        greeting="Rain.",
        history=(HistoryMessage("user", "Hello"), HistoryMessage("assistant", "Halt.")),
        seed="s",
    )
    return replace(base, **changes)


def words(text):
    return len(text.split())


def package(changed, limits=ROOMY, count=words):
    made = assemble(changed, TEXTS, count, limits)
    assert isinstance(made, Package)
    return made


def names(made):
    return [part.name for part in made.parts]


PLAIN = ["rules", "persona", "user persona", "greeting", "history", "history", "message"]


@pytest.mark.spec("LN-1")
def test_the_parts_in_order_and_the_messages_made_of_them():
    made = package(view())
    assert names(made) == PLAIN
    roles = ["system", "assistant", "user", "assistant", "user"]
    assert [message.role for message in made.messages] == roles
    head = made.messages[0].content
    assert head == "\n\n".join(part.text for part in made.parts[:3])
    assert made.messages[1:] == tuple(ChatMessage(part.role, part.text) for part in made.parts[3:])


@pytest.mark.spec("LN-1")
def test_every_part_is_counted():
    made = package(view())
    assert [part.tokens for part in made.parts] == [words(part.text) for part in made.parts]
    assert made.tokens == sum(part.tokens + MESSAGE_TOKENS for part in made.parts)
    assert made.to_json()["parts"][-1] == {
        "name": "message", "role": "user", "tokens": 2, "text": "May I?",
    }  # fmt: skip


def test_macros_of_the_card_are_expanded_and_those_of_the_player_are_not():
    made = package(view(message="{{char}}?", history=(HistoryMessage("user", "{{user}}"),)))
    texts = {part.name: part.text for part in made.parts}
    assert "A guard. Brask knows Mira." in texts["persona"]
    assert "A courier to Brask." in texts["user persona"]
    assert (texts["history"], texts["message"]) == ("{{user}}", "{{char}}?")


def test_the_cards_own_system_prompt_may_hold_ours():
    card = CardView(name="Brask", system_prompt="First. {{original}} Last.")
    rules = package(view(char=card)).parts[0].text
    assert rules.startswith("First. You are the storyteller")
    assert rules.endswith("Last.")
    alone = package(view(char=CardView(name="Brask", system_prompt="Only this.")))
    assert alone.parts[0].text == "Only this."


def test_the_rest_of_a_card():
    card = CardView(
        name="Brask",
        personality="Gruff.",
        scenario="Night.",
        mes_example="<START>\n{{char}}: No.\n<START>\n{{char}}: Go.",
        post_history_instructions="Stay in {{char}}.",
    )
    lia = CardView(name="Lia", description="{{char}} is a thief.", personality="Quick.")
    made = package(view(char=card, others=(lia,)))
    texts = {part.name: part.text for part in made.parts}
    assert "## Manner\nGruff." in texts["persona"]
    assert "## The situation\nNight." in texts["persona"]
    assert texts["persona"].endswith("Brask: No.\n\nBrask: Go.")
    assert texts["cast"].endswith("- Lia: Lia is a thief. Quick.")
    assert names(made)[-2:] == ["message", "last instructions"]
    assert texts["last instructions"] == "Stay in Brask."


def test_without_a_persona_the_player_still_has_a_name():
    made = package(view(persona_name="", persona_text=""))
    assert "{{user}}" not in made.messages[0].content
    assert "the player is played by a person" in made.messages[0].content


@pytest.mark.spec("WB-34")
def test_entries_stand_before_the_persona_unless_they_say_otherwise():
    entries = (Lore("a"), Lore("b", "after_persona"), Lore("c", role="user"))
    made = package(view(entries=entries))
    assert names(made)[:6] == [
        "rules", "worldbook: a", "worldbook: c", "persona", "user persona", "worldbook: b",
    ]  # fmt: skip
    assert [part.role for part in made.parts[:6]] == ["system"] * 6
    assert made.messages[0].content.count("<c>") == 1


@pytest.mark.spec("WB-34")
@pytest.mark.parametrize(
    ("depth", "place"), [(0, 7), (1, 6), (2, 5), (4, 3), (7, 0), (8, 0), (99, 0)]
)
def test_depth_counts_blocks_from_the_tail(depth, place):
    made = package(view(entries=(Lore("deep", "at_depth", depth),)))
    expected = list(PLAIN)
    expected.insert(place, "worldbook: deep")
    assert names(made) == expected


@pytest.mark.spec("WB-34")
def test_depth_does_not_count_other_entries_at_depth():
    entries = (Lore("a", "at_depth", 1), Lore("b", "at_depth", 0), Lore("c", "at_depth", 1))
    assert names(package(view(entries=entries)))[-4:] == [
        "worldbook: a", "worldbook: c", "message", "worldbook: b",
    ]  # fmt: skip


@pytest.mark.spec("WB-34")
def test_a_role_at_depth_holds_and_neighbours_of_one_role_are_merged():
    entries = (Lore("u", "at_depth", 0, "user"), Lore("s", "at_depth", 1))
    made = package(view(entries=entries))
    assert made.messages[-2:] == (
        ChatMessage("system", "<s>"),
        ChatMessage("user", "May I?\n\n<u>"),
    )
    same = package(view(entries=(Lore("s", "at_depth", 1), Lore("t", "at_depth", 1))))
    assert same.messages[-2] == ChatMessage("system", "<s>\n\n<t>")


def test_an_instruction_follows_the_message_and_is_not_read_for_macros():
    made = package(view(instruction="shorter, {{char}}"))
    last = made.messages[-1]
    assert last.role == "system"
    assert last.content.endswith("the player asks: shorter, {{char}}")
    assert made.notes == ()


@pytest.mark.spec("TB-3")
def test_an_open_sentence_is_gone_on_in():
    made = package(view(kept_text="He lifts the lan"))
    assert names(made)[-3:] == ["message", "how to go on", "kept text"]
    assert made.messages[-1] == ChatMessage("assistant", "He lifts the lan")


def test_a_whole_answer_or_a_server_that_cannot_is_asked_to_go_on():
    for changed, limits in (
        (view(kept_text="He lifts the lantern."), ROOMY),
        (view(kept_text="He lifts the lan"), replace(ROOMY, prefill="never")),
    ):
        made = package(changed, limits)
        assert names(made)[-3:] == ["message", "kept text", "how to go on"]
        assert made.messages[-1].role == "system"


def test_a_kept_text_is_never_merged_into_a_neighbour():
    entries = (Lore("a", "at_depth", 0, "assistant"),)
    made = package(view(entries=entries, kept_text="He lifts the lantern."))
    assert ChatMessage("assistant", "He lifts the lantern.") in made.messages


LONG = tuple(
    HistoryMessage("user" if n % 2 == 0 else "assistant", f"number {n} has five words")
    for n in range(60)
)
EACH = 5 + MESSAGE_TOKENS


def limits_for(changed, spare):
    """Limits whose budget is all of a view's package less `spare` tokens."""
    whole = package(changed).tokens
    return Limits(window=whole - spare + 2_000, max_output=1_000)


@pytest.mark.spec("LN-3")
def test_the_oldest_history_goes_first_and_the_greeting_before_it():
    changed = view(history=LONG[:4])
    assert package(changed, limits_for(changed, 0)).left_out == 0
    one = package(changed, limits_for(changed, 1))
    assert (one.left_out, "greeting" in names(one)) == (1, False)
    more = package(changed, limits_for(changed, 1 + MESSAGE_TOKENS + 1))
    assert more.left_out == 2
    assert [part.text for part in more.parts if part.name == "history"] == [
        item.content for item in LONG[1:4]
    ]


@pytest.mark.spec("LN-3")
def test_a_long_history_goes_in_steps_so_that_the_beginning_stays():
    changed = view(history=LONG)
    made = package(changed, limits_for(changed, EACH * 3))
    assert made.left_out == STEP


@pytest.mark.spec("LN-3")
def test_nothing_but_history_is_ever_cut():
    entries = (Lore("a"), Lore("b", "at_depth", 0))
    changed = view(history=LONG, entries=entries, kept_text="He lifts", instruction="short")
    whole = package(changed)
    fixed = [part for part in whole.parts if part.name not in ("greeting", "history")]
    need = sum(part.tokens + MESSAGE_TOKENS for part in fixed)
    made = package(changed, Limits(window=need + 2_000, max_output=1_000))
    assert list(made.parts) == fixed
    refused = assemble(changed, TEXTS, words, Limits(window=need + 1_999, max_output=1_000))
    assert isinstance(refused, Refusal)
    assert refused.code == "context_overflow"
    assert refused.detail["budget"] == need - 1
    assert refused.detail["parts"] == [{"name": item.name, "tokens": item.tokens} for item in fixed]


@pytest.mark.spec("LN-3")
@given(window=st.integers(0, 4_000), turns=st.integers(0, 60), depth=st.integers(0, 80))
def test_what_is_sent_fits_or_is_refused(window, turns, depth):
    changed = view(history=LONG[:turns], entries=(Lore("a", "at_depth", depth),))
    limits = Limits(window=window, max_output=200)
    made = assemble(changed, TEXTS, words, limits)
    if isinstance(made, Package):
        assert made.tokens <= limits.budget
        assert made.messages[-1].content.endswith(("May I?", "<a>"))
        kept = [part.text for part in made.parts if part.name == "history"]
        assert kept == [item.content for item in LONG[turns - len(kept) : turns]]
    else:
        assert made.detail["tokens"] > limits.budget


def test_the_beginning_is_the_same_for_every_message():
    one, two = package(view()), package(view(message="What now?", turn=2))
    assert one.messages[:-1] == two.messages[:-1]


def test_chinese():
    texts = prompts("actor", "zh-hans")
    made = assemble(view(language="zh-hans"), texts, len, ROOMY)
    assert made.messages[0].content.startswith("你是一个互动故事的讲述者")
    assert prompts("actor", "fr") == prompts("actor", "en")
