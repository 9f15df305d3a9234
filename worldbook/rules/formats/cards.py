"""Character cards V1, V2 and V3: what makes a character, and where its book is (WB-6, WB-7).

Fields have the names of the Character Card V3 specification.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from worldbook.rules.formats.cannot_run import found
from worldbook.rules.formats.coerce import Fields
from worldbook.rules.formats.notes import Note, say

TEXTS = (
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "creator_notes",
    "system_prompt",
    "post_history_instructions",
    "creator",
    "character_version",
    "nickname",
)
TELLING = frozenset({"description", "personality", "scenario", "first_mes", "mes_example"})
SCRIPTS = (
    "TavernHelper_scripts",
    "tavern_helper",
    "risuai",
    "risu_module",
    "triggerscript",
    "js_scripts",
)


@dataclass(frozen=True, slots=True)
class Card:
    """One character as a card says it; `avatar` holds the bytes of the picture it came in.

    `source` is the whole card as it stood in the file, without its book.
    """

    spec: str
    name: str
    nickname: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    first_mes: str = ""
    mes_example: str = ""
    creator_notes: str = ""
    system_prompt: str = ""
    post_history_instructions: str = ""
    alternate_greetings: tuple[str, ...] = ()
    group_only_greetings: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    creator: str = ""
    character_version: str = ""
    extensions: Mapping[str, Any] = field(default_factory=dict)
    source: Mapping[str, Any] = field(default_factory=dict)
    avatar: bytes | None = None

    def to_json(self) -> dict[str, Any]:
        """All fields but the picture's bytes; `avatar` says whether the file is the picture."""
        data: dict[str, Any] = {
            name: getattr(self, name) for name in self.__dataclass_fields__ if name != "avatar"
        }
        for name in ("alternate_greetings", "group_only_greetings", "tags"):
            data[name] = list(data[name])
        data["avatar"] = self.avatar is not None
        return data


def card_from_json(data: Mapping[str, Any], file: bytes | None = None) -> Card:
    """A card that `Card.to_json` wrote; `file` is the file it was read from."""
    values = {name: data[name] for name in Card.__dataclass_fields__ if name in data}
    for name in ("alternate_greetings", "group_only_greetings", "tags"):
        values[name] = tuple(values[name])
    values["avatar"] = file if data["avatar"] else None
    return Card(**values)


def is_card(value: Any) -> bool:
    """Whether an object is a card: it says so, or has a card's fields inside or at the top."""
    if not isinstance(value, Mapping):
        return False
    if str(value.get("spec", "")).startswith("chara_card_v"):
        return True
    inner = value.get("data")
    if isinstance(inner, Mapping) and "name" in inner and TELLING & inner.keys():
        return True
    # The oldest cards have all fields at the top, as books have a name, a description, entries.
    return "name" in value and bool(TELLING & value.keys()) and "entries" not in value


def _inside(card: Any) -> Mapping[str, Any]:
    """The object that has a card's fields; an empty one where there is none."""
    inner = card.get("data", card) if isinstance(card, Mapping) else {}
    return inner if isinstance(inner, Mapping) else {}


def tells_the_same(first: Any, second: Any) -> bool:
    """Whether two cards agree in the texts that both of them have."""
    one, other = _inside(first), _inside(second)
    return all(
        one[name] == other[name]
        for name in ("name", *TEXTS)
        if isinstance(one.get(name), str) and isinstance(other.get(name), str)
    )


def _spec(raw: Mapping[str, Any], notes: list[Note]) -> str:
    """chara_card_v1, _v2 or _v3, from the card's word or from its shape."""
    said = str(raw.get("spec", ""))
    if said in ("chara_card_v2", "chara_card_v3"):
        version = str(raw.get("spec_version", ""))
        if said == "chara_card_v3" and version > "3.0" and version[:1].isdigit():
            notes.append(Note("newer_spec", "spec_version", {"was": version[:20]}))
        return said
    if isinstance(raw.get("data"), Mapping):
        notes.append(Note("no_spec"))
        return "chara_card_v2"
    return "chara_card_v1"


def _extras(card: Card, notes: list[Note]) -> None:
    """Report what a card carries that is kept and does nothing here."""
    extensions = card.extensions
    if extensions.get("regex_scripts"):
        notes.append(Note("regex_scripts", "extensions.regex_scripts"))
    for name in SCRIPTS:
        if extensions.get(name):
            notes.append(Note("card_scripts", f"extensions.{name}"))
    depth = extensions.get("depth_prompt")
    if isinstance(depth, Mapping) and depth.get("prompt"):
        notes.append(Note("depth_prompt", "extensions.depth_prompt"))
    for name in (*TELLING, "system_prompt", "post_history_instructions"):
        for note in found("", getattr(card, name)):
            notes.append(Note("card_cannot_run", name, {"was": say(note.code, "", note.detail)}))


def read_card(
    raw: Mapping[str, Any], notes: list[Note], *, fallback_name: str
) -> tuple[Card, Mapping[str, Any] | None]:
    """The card and its raw character_book, if it has one that is an object."""
    spec = _spec(raw, notes)
    inner = raw.get("data")
    data: Mapping[str, Any] = inner if isinstance(inner, Mapping) else raw
    fields = Fields(data, notes)
    name = fields.text("name").strip()[:200]
    if not name:
        name = fallback_name
        notes.append(Note("name_missing", "name", {"now": name}))
    extensions = data.get("extensions")
    texts: dict[str, Any] = {item: fields.text(item) for item in TEXTS}
    card = Card(
        spec=spec,
        name=name,
        alternate_greetings=tuple(fields.texts("alternate_greetings", quiet=True, split=False)),
        group_only_greetings=tuple(fields.texts("group_only_greetings", quiet=True, split=False)),
        tags=tuple(fields.texts("tags", quiet=True)),
        extensions=dict(extensions) if isinstance(extensions, Mapping) else {},
        source={key: value for key, value in data.items() if key not in ("character_book",)},
        **texts,
    )
    _extras(card, notes)
    book = data.get("character_book")
    if book is not None and not isinstance(book, Mapping):
        notes.append(Note("bad_book", "character_book"))
        book = None
    return card, book


def with_picture(card: Card, picture: bytes) -> Card:
    """The card with the picture it came in."""
    return replace(card, avatar=picture)
