"""The selection command's JSON, read and written (WB-42)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from worldbook.rules.entries import AUDIENCES
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection.request import DEFAULT_BUDGET, Message, SelectionRequest
from worldbook.rules.selection.result import SelectedEntry, Selection

STRATEGIES = ("rules", "hybrid")

_Check = tuple[str, Any, Callable[[Any], bool], str]


def read_request(data: Mapping[str, Any]) -> SelectionRequest | Refusal:
    """The request a JSON object describes, or what is wrong with it and where."""
    chat = data.get("chat")
    if not isinstance(chat, Mapping):
        return _bad("chat", "`chat` is an object with `messages`.")
    messages = _messages(chat.get("messages"))
    if isinstance(messages, Refusal):
        return messages
    wrong = _wrong(data, chat)
    if wrong is not None:
        return wrong
    return SelectionRequest(
        query=messages[-1].content,
        query_role=messages[-1].role,
        messages=messages[:-1],
        char=chat.get("char") or "",
        user=chat.get("user") or "",
        strategy=data.get("strategy") or "rules",
        budget=_or(data.get("budget"), DEFAULT_BUDGET),
        audience=data.get("audience") or "actor",
        state=data.get("state"),
        turn=_or(data.get("turn"), 1),
        seed=str(_or(data.get("seed"), "")),
        timed=dict(data.get("timed") or {}),
    )


def answer_of(selection: Selection, *, ms: float) -> dict[str, Any]:
    """A selection as the command tells it; ids of an unsaved book stand without the book's name."""
    return {
        "selected": [_selected_item(entry) for entry in selection.selected],
        "dropped": [dropped_item(item) for item in selection.dropped],
        "tokens": selection.tokens,
        "budget": selection.budget,
        "passes": selection.passes,
        "timed": {name.removeprefix("inline:"): turn for name, turn in selection.timed.items()},
        "degradations": [dict(item) for item in selection.degradations],
        "ms": ms,
    }


def saved_answer(selection: Selection, *, ms: float) -> dict[str, Any]:
    """The same of saved books: each entry also with book, revision, title, and text where it is in."""
    answer = answer_of(selection, ms=ms)
    answer["selected"] = [_saved_item(entry) for entry in selection.selected]
    answer["dropped"] = [saved_dropped(item) for item in selection.dropped]
    return answer


def player_answer(
    selection: Selection, *, ms: float, among: Collection[str] | None = None
) -> dict[str, Any]:
    """What a player is shown of it (WB-37): of what is not for players' eyes the number alone.

    `among` are the key ids that may be shown at all; None where the state is a story's own.
    """
    entries = [
        entry
        for entry in selection.selected
        if entry.shown_to_players and (among is None or entry.key_id in among)
    ]
    told = {entry.name for entry in entries}
    shown = [{**_saved_item(entry), "cause": entry.cause_among(told)} for entry in entries]
    return {"selected": shown, "hidden": len(selection.selected) - len(shown), "ms": ms}


def _selected_item(entry: SelectedEntry) -> dict[str, Any]:
    return {
        "key_id": entry.key_id,
        "source_id": entry.source_id,
        "cause": dict(entry.cause),
        "position": entry.position,
        "depth": entry.depth,
        "role": entry.role,
        "tokens": entry.tokens,
    }


def _saved_item(entry: SelectedEntry) -> dict[str, Any]:
    where = {"book": entry.book, "revision": entry.revision, "title": entry.title}
    return {**_selected_item(entry), **where, "text": entry.text}


def saved_dropped(item: Mapping[str, Any]) -> dict[str, Any]:
    """One entry of a saved book that is not in."""
    where = {name: item[name] for name in ("book", "revision", "title")}
    return {**dropped_item(item), **where}


def dropped_item(item: Mapping[str, Any]) -> dict[str, Any]:
    """One entry that is not in: the trace's decision is the command's reason."""
    result = {name: item[name] for name in ("key_id", "source_id")}
    result["reason"] = item["decision"]
    return {**result, **{name: item[name] for name in ("why", "member") if name in item}}


def _messages(value: Any) -> tuple[Message, ...] | Refusal:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return _bad("chat.messages", "`messages` is a list of objects with `role` and `content`.")
    if not value:
        return _bad("chat.messages", "`messages` is empty; the last message is the query.")
    result = []
    for at, item in enumerate(value):
        if not isinstance(item, Mapping) or not isinstance(item.get("content"), str):
            return _bad(f"chat.messages[{at}]", "A message has a `content` that is text.")
        role = item.get("role", "user")
        if not isinstance(role, str):
            return _bad(f"chat.messages[{at}].role", "`role` is text.")
        result.append(Message(role=role, content=item["content"]))
    return tuple(result)


def _wrong(data: Mapping[str, Any], chat: Mapping[str, Any]) -> Refusal | None:
    """The first value that is of the wrong kind; absent and null ones are not."""
    for at, value, fits, message in _checks(data, chat):
        if value is not None and not fits(value):
            return _bad(at, message)
    return None


def _checks(data: Mapping[str, Any], chat: Mapping[str, Any]) -> Iterator[_Check]:
    """Each value of a request: where it stands, what it must be, what to say if it is not."""
    for name in ("char", "user"):
        yield f"chat.{name}", chat.get(name), _is_text, f"`{name}` is text."
    for name, known in (("strategy", STRATEGIES), ("audience", AUDIENCES)):
        message = f"`{name}` is one of {', '.join(known)}."
        yield name, data.get(name), partial(_is_one_of, known), message
    for name in ("budget", "turn"):
        yield name, data.get(name), _is_whole, f"`{name}` is a whole number, 0 or more."
    yield "seed", data.get("seed"), _is_seed, "`seed` is text or a number."
    yield "state", data.get("state"), _is_object, "`state` is an object."
    yield "timed", data.get("timed"), _is_timed, "`timed` gives the turn of last activation."


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_one_of(known: Sequence[str], value: Any) -> bool:
    return isinstance(value, str) and value in known


def _is_seed(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _is_object(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_timed(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_is_whole, value.values()))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _or(value: Any, instead: Any) -> Any:
    return instead if value is None else value


def _bad(at: str, message: str) -> Refusal:
    return Refusal("bad_request", message, {"at": at})
