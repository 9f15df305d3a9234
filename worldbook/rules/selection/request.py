"""What a selection is made from: the chat, who is there, the budget (WB-18)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

MAX_HISTORY = 20
DEFAULT_BUDGET = 1_500
MAX_ENTRIES = 50
_NAMES = ("others", "forced", "barred", "overridden", "given")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the chat; role is user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class SelectionRequest:
    """Everything a selection may look at, besides the pinned books.

    `messages` is the history, oldest first, without the query; of its user and assistant messages
    the last MAX_HISTORY are used. `budget` is in tokens. `char` is the played character, `others`
    further characters who are present. `timed` holds the turn of an entry's last activation, by
    `book:key_id`, key_id or source_id. `answers_before` is how many messages of the character there
    are in the whole story, where `messages` holds only its end. `seed` is the session's; with
    `turn` it decides all draws.

    `forced` and `barred` name entries (`book:key_id`) that an author lets in without a key, or keeps
    out, this once (WB-37b); `overridden` says which of strategy and budget are the author's for this
    turn and not the story's.

    `after` names an audience that has been chosen for before, and `given` the entries (`book:key_id`)
    that come over from there; what else addresses it is out (WB-36, `planners`).

    For the strategy hybrid: two rankings of `book:key_id`, best first, over the eligible entries.
    Without `by_words` the rule ranks by words itself; `by_vectors` None says that there are no
    vectors, and `lacking` why, as degradations.
    """

    query: str
    messages: tuple[Message, ...] = ()
    scene: str = ""
    query_role: str = "user"
    strategy: str = "rules"
    budget: int = DEFAULT_BUDGET
    max_entries: int = MAX_ENTRIES
    audience: str = "actor"
    char: str = ""
    user: str = ""
    others: tuple[str, ...] = ()
    turn: int = 1
    seed: str = ""
    state: Mapping[str, Any] | None = None
    timed: Mapping[str, int] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    share_worldbook: bool = True
    original: str = ""
    answers_before: int | None = None
    by_words: tuple[str, ...] | None = None
    by_vectors: tuple[str, ...] | None = None
    lacking: tuple[Mapping[str, Any], ...] = ()
    forced: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    after: str = ""
    given: tuple[str, ...] = ()

    def history(self) -> tuple[Message, ...]:
        """The past messages that may be looked at, newest first."""
        spoken = [message for message in self.messages if message.role in ("user", "assistant")]
        return tuple(reversed(spoken[-MAX_HISTORY:]))

    def answers(self) -> int:
        """The character's messages so far (WB-55)."""
        if self.answers_before is not None:
            return self.answers_before
        return sum(message.role == "assistant" for message in self.messages)

    def to_json(self) -> dict[str, Any]:
        """The request as JSON values; `from_json` reads it back."""
        result = {item.name: getattr(self, item.name) for item in fields(self)}
        result["messages"] = [{"role": m.role, "content": m.content} for m in self.messages]
        for name in _NAMES:
            result[name] = list(result[name])
        for name in ("timed", "variables"):
            result[name] = dict(result[name])
        for name in ("by_words", "by_vectors"):
            result[name] = None if result[name] is None else list(result[name])
        result["lacking"] = [dict(item) for item in self.lacking]
        return result

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "SelectionRequest":
        """A request from what `to_json` wrote; it trusts the types."""
        known = {item.name: data[item.name] for item in fields(cls) if item.name in data}
        known["messages"] = tuple(
            Message(role=m["role"], content=m["content"]) for m in data.get("messages", ())
        )
        for name in _NAMES:
            known[name] = tuple(data.get(name, ()))
        known["lacking"] = tuple(data.get("lacking", ()))
        for name in ("by_words", "by_vectors"):
            known[name] = None if data.get(name) is None else tuple(data[name])
        return cls(**known)
