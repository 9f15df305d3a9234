"""A chat as somebody pastes it, read as messages: lines with names, JSON, or JSON lines (WB-39).

    Robin: I have the copper key.          a line that begins with a known name begins a message
    It is heavy.                           other lines go on with the message before them
    [{"role": "user", "content": "…"}]     what an API was sent; also {"messages": […]}
    {"name": …, "is_user": …, "mes": "…"}  SillyTavern's chat files, a message a line

A text without any name is the player's; empty lines then part its messages.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from worldbook.rules import folding
from worldbook.rules.selection.request import Message

USER, ASSISTANT, SYSTEM = "user", "assistant", "system"
_ALWAYS = {
    USER: ("user", "you", "player", "human", "用户", "玩家", "我"),
    ASSISTANT: ("assistant", "char", "model", "ai", "bot", "角色", "助手"),
    SYSTEM: ("system", "系统"),
}
_LINE = re.compile(
    r"^[ \t]*(?:\*\*([^:：*\n]{1,80})[:：]\*\*|\**([^:：\n]{1,80}?)\**[:：])[ \t]*", re.MULTILINE
)
_GAP = re.compile(r"\n[ \t]*\n\s*")


def read_chat(
    text: str, *, char: str = "", user: str = "", others: Sequence[str] = ()
) -> tuple[Message, ...]:
    """The messages of a pasted text, oldest first; none where it is empty."""
    text = text.replace("\r\n", "\n").strip()
    if not text:
        return ()
    found = _from_json(text)
    if found is not None:
        return found
    names = _names(char, user, others)
    starts = [line for line in _LINE.finditer(text) if _name(line) in names]
    if not starts:
        return tuple(Message(USER, part) for part in _GAP.split(text) if part.strip())
    return tuple(_spoken(text, starts, names))


def write_chat(messages: Iterable[Message], *, char: str = "", user: str = "") -> str:
    """Messages as a text that `read_chat` reads as the same ones; JSON where names cannot say it."""
    messages = tuple(messages)
    names = {USER: user.strip() or "User", ASSISTANT: char.strip() or "Assistant", SYSTEM: "System"}
    lines = [f"{names.get(item.role, item.role)}: {item.content}" for item in messages]
    text = "\n\n".join(lines)
    if read_chat(text, char=char, user=user) == messages:
        return text
    said = [{"role": item.role, "content": item.content} for item in messages]
    return json.dumps(said, ensure_ascii=False, indent=1)


def _names(char: str, user: str, others: Sequence[str]) -> dict[str, str]:
    """Who speaks, by the form in which names are compared; those of the chat win."""
    names = {name: role for role, known in _ALWAYS.items() for name in known}
    names |= {folding.name(name): ASSISTANT for name in (*others, char)}
    names[folding.name(user)] = USER
    names.pop("", None)
    return names


def _name(line: re.Match[str]) -> str:
    """The name at the head of a line, which may be in bold."""
    return folding.name(line[1] or line[2])


def _spoken(
    text: str, starts: Sequence[re.Match[str]], names: Mapping[str, str]
) -> Iterable[Message]:
    before = text[: starts[0].start()].strip()
    if before:
        yield Message(USER, before)
    ends = [*(line.start() for line in starts[1:]), len(text)]
    for line, end in zip(starts, ends, strict=True):
        yield Message(names[_name(line)], text[line.end() : end].strip())


def _from_json(text: str) -> tuple[Message, ...] | None:
    """The messages of JSON or JSON lines; None where the text is neither."""
    if text[0] not in "[{":
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _lines(text)
    if isinstance(value, dict):
        value = value.get("messages", [value])
    if not isinstance(value, list):
        return None
    found = [message for item in value if (message := _message(item)) is not None]
    return tuple(found) or None


def _lines(text: str) -> list[Any] | None:
    """The values of JSON lines; None where a line is no JSON."""
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None


def _message(item: Any) -> Message | None:
    """One message of an API or of SillyTavern; None for what is none, as a file's first line."""
    if not isinstance(item, dict):
        return None
    if isinstance(item.get("mes"), str):
        role = SYSTEM if item.get("is_system") else USER if item.get("is_user") else ASSISTANT
        return Message(role, item["mes"])
    if isinstance(item.get("content"), str):
        said = item.get("role")
        return Message(said if isinstance(said, str) else USER, item["content"])
    return None
