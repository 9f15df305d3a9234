"""A recorded turn's frozen input, as it travels to the test bench and back (WB-37, WB-39).

The page has fields for chat, state and settings. What else the turn had (its other books, who else
was there, what the search by meaning found) goes along signed, so that it is trusted on its return.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from django.core import signing

from worldbook.rules.pasted_chat import write_chat
from worldbook.rules.selection import Message, SelectionRequest

SALT = "worldbook.bench"
PLAIN = (
    "char", "user", "scene", "state", "strategy", "audience", "budget", "turn", "seed", "timed",
)  # fmt: skip
"""What the page has a field for under the same name."""
_NAMING = ("forced", "barred", "given", "by_words", "by_vectors")
_NOT_CARRIED = {*PLAIN, "query", "query_role", "messages", "by_words"}
_CARRIED = tuple(item.name for item in fields(SelectionRequest) if item.name not in _NOT_CARRIED)


@dataclass(frozen=True, slots=True)
class Frozen:
    """What a turn had besides the fields: its pins, its model, further members of its request."""

    pins: tuple[tuple[str, int], ...] = ()
    model: str = ""
    extras: Mapping[str, Any] = field(default_factory=dict)


def read_frozen(data: Mapping[str, Any]) -> tuple[SelectionRequest, Frozen]:
    """A turn's kept `selection_input` as a request and what stands beside it.

    Words are ranked anew for every book that it is tried on; the search by meaning keeps what it
    found in the turn.
    """
    pins = tuple((str(key), int(number)) for key, number in data.get("pins", ()))
    extras = {name: data[name] for name in _CARRIED if name in data}
    request = SelectionRequest.from_json({**data, "by_words": None})
    return request, Frozen(pins, data.get("model", ""), extras)


def without_books(data: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    """A turn's kept input without the names (`book:key_id`) of entries of some books.

    What is sealed can be read by whoever holds it; a trial leaves those books out in any case.
    """

    def stays(name: str) -> bool:
        return name.partition(":")[0] not in keys

    told = dict(data)
    for name in _NAMING:
        if told.get(name) is not None:
            told[name] = list(filter(stays, told[name]))
    told["timed"] = {name: turn for name, turn in data.get("timed", {}).items() if stays(name)}
    return told


def sealed(frozen: Frozen) -> str:
    """What stands beside the fields, signed."""
    value = {"pins": frozen.pins, "model": frozen.model, "extras": frozen.extras}
    return signing.dumps(value, salt=SALT, compress=True)


def opened(text: str) -> Frozen:
    """What `sealed` wrote; nothing where the text is empty.

    Raises:
        signing.BadSignature: somebody else wrote it.
    """
    if not text:
        return Frozen()
    value = signing.loads(text, salt=SALT)
    pins = tuple((key, number) for key, number in value["pins"])
    return Frozen(pins, value["model"], value["extras"])


def bench_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """The bench's fields filled from a turn's kept input: only what a selection looks at.

    The chat is a text that is read as the same messages; what lies before the window only counts.
    """
    request, frozen = read_frozen(data)
    chat = (*reversed(request.history()), Message(request.query_role, request.query))
    extras = {**frozen.extras, "answers_before": request.answers()}
    return {
        "chat": write_chat(chat, char=request.char, user=request.user),
        **{name: getattr(request, name) for name in PLAIN},
        "frozen": sealed(Frozen(frozen.pins, frozen.model, extras)),
    }
