"""Reading translation catalogues: .po as text, .mo as gettext reads it. Standard library only."""

import ast
import gettext
import re
from dataclasses import dataclass
from pathlib import Path

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
FIELD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+(".*")')


@dataclass(frozen=True)
class Message:
    """One entry: what the source says, what the translation says (a plural has several)."""

    id: str
    plural: str
    context: str
    texts: tuple[str, ...]
    fuzzy: bool

    @property
    def key(self) -> str:
        """The key under which gettext finds it."""
        return f"{self.context}\x04{self.id}" if self.context else self.id

    @property
    def translated(self) -> bool:
        """Say whether every form has a text that may be used."""
        return bool(self.texts) and all(self.texts) and not self.fuzzy

    @property
    def broken_placeholders(self) -> bool:
        """Say whether a form has other placeholders than the source has."""
        allowed = set(PLACEHOLDER.findall(self.id)) | set(PLACEHOLDER.findall(self.plural))
        if self.plural:
            return any(not set(PLACEHOLDER.findall(text)) <= allowed for text in self.texts)
        return any(set(PLACEHOLDER.findall(text)) != allowed for text in self.texts if text)


def read_po(path: Path) -> list[Message]:
    """Return the entries of a .po file, without its header and its obsolete ones (`#~`)."""
    blocks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8"))
    messages = [message for block in blocks if (message := read_block(block)) is not None]
    return [message for message in messages if message.id]


def read_block(block: str) -> Message | None:
    """Return one entry; None for a block without one."""
    values: dict[str, str] = {}
    fuzzy, current = False, ""
    for line in block.splitlines():
        if line.startswith("#"):
            fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        field = FIELD.fullmatch(line.strip())
        if field:
            current = field.group(1)
            values[current] = ast.literal_eval(field.group(2))
        elif line.startswith('"') and current:
            values[current] += ast.literal_eval(line.strip())
    if "msgid" not in values:
        return None
    texts = tuple(text for name, text in values.items() if name.startswith("msgstr"))
    return Message(
        values["msgid"], values.get("msgid_plural", ""), values.get("msgctxt", ""), texts, fuzzy
    )


def read_mo(path: Path) -> dict[str, str]:
    """Return the texts of a compiled catalogue by key; of plurals the first form."""
    with path.open("rb") as file:
        catalog = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {
        (key[0] if isinstance(key, tuple) else key): text
        for key, text in sorted(catalog.items(), key=str, reverse=True)
    }


def problems_of(messages: list[Message]) -> list[str]:
    """Return what is wrong with entries, one line each."""
    return [f"not translated: {message.id!r}" for message in messages if not message.translated] + [
        f"placeholders differ: {message.id!r}"
        for message in messages
        if message.translated and message.broken_placeholders
    ]


def uncompiled(messages: list[Message], compiled: dict[str, str]) -> list[str]:
    """Return the entries that the compiled catalogue lacks or has otherwise."""
    return [
        f"not compiled: {message.id!r}"
        for message in messages
        if message.translated and compiled.get(message.key) != message.texts[0]
    ]
