"""A chat as somebody pastes it (WB-39)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldbook.rules.pasted_chat import read_chat, write_chat
from worldbook.rules.selection import Message

pytestmark = pytest.mark.spec("WB-39")


def read(text: str, **names: str) -> list[tuple[str, str]]:
    return [(item.role, item.content) for item in read_chat(text, **names)]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", []),
        (" \n ", []),
        ("I knock.", [("user", "I knock.")]),
        ("I knock.\n\n\nI wait.\nLong.", [("user", "I knock."), ("user", "I wait.\nLong.")]),
        ("Robin: Hi\nthere\nMIRA: Yes", [("user", "Hi\nthere"), ("assistant", "Yes")]),
        ("Night falls.\nuser: Hi", [("user", "Night falls."), ("user", "Hi")]),
        ("**Mira:** Yes\r\n**System**: Rain", [("assistant", "Yes"), ("system", "Rain")]),
        ("罗宾：你好\n玩家：走吧", [("assistant", "你好"), ("user", "走吧")]),
        ("Robin: Note: bring it", [("user", "Note: bring it")]),
        ("Note: bring it", [("user", "Note: bring it")]),
        ('[{"role": "assistant", "content": "Yes"}, 5]', [("assistant", "Yes")]),
        ('{"messages": [{"content": "Hi"}]}', [("user", "Hi")]),
        ('{"mes": "Hi", "is_user": true, "name": "R"}', [("user", "Hi")]),
        (
            '{"user_name": "R"}\n{"mes": "Yes", "is_user": false}\n{"mes": "Hi", "is_user": true}',
            [("assistant", "Yes"), ("user", "Hi")],
        ),
        ("[not json", [("user", "[not json")]),
        ("[" * 5000, [("user", "[" * 5000)]),
        ('{"a": 1}', [("user", '{"a": 1}')]),
    ],
)
def test_what_is_read(text, messages):
    assert read(text, char="罗宾" if "罗宾" in text else "Mira", user="Robin") == messages


def test_a_name_wins_over_a_word_that_names_a_role():
    assert read("Assistant: Hi", user="Assistant") == [("user", "Hi")]


MESSAGES = st.lists(
    st.builds(Message, st.sampled_from(["user", "assistant", "system"]), st.text(max_size=30)),
    min_size=1,
    max_size=4,
)


@given(MESSAGES, st.sampled_from(["", "Mira", "User"]), st.sampled_from(["", "Robin"]))
def test_what_was_written_is_read_as_the_same_messages(messages, char, user):
    text = write_chat(messages, char=char, user=user)
    assert read_chat(text, char=char, user=user) == tuple(messages)


def test_a_plain_chat_is_written_with_names():
    chat = (Message("assistant", "Yes?"), Message("user", "Let me in."))
    assert write_chat(chat, char="Mira", user="Robin") == "Mira: Yes?\n\nRobin: Let me in."
    assert json.loads(write_chat((Message("user", " spaces "),))) == [
        {"role": "user", "content": " spaces "}
    ]
