"""The actor package: a view becomes a list of messages within a model's window (WB-34, LN-1, LN-3).

Blocks stand in this order, what changes least first, so that a server's prefix cache serves:

    rules · entries before the persona · persona · the player's persona · the others ·
    entries after the persona · greeting · history · dice the player threw · the message · the
    card's last instructions · the player's instruction · the kept beginning of the answer

An entry at depth N stands before the last N of these blocks (0: after all of them, before the kept
beginning). Neighbours of one role become one message. Over the budget, which is the window less
the output limit and a margin, the oldest history goes, the greeting first; nothing else is ever cut.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.calls import ChatMessage
from sessions_app.rules.joining import ends_a_sentence
from sessions_app.rules.package import Package, Part
from worldbook.rules.macros import MacroContext, expand
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import SelectedEntry

MARGIN = 1_000
MESSAGE_TOKENS = 4
STEP = 8
HISTORY = ("greeting", "history")
_HOLE = "\ufdd1"  # a noncharacter: no text holds it

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Block:
    """A part before it is counted."""

    name: str
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Limits:
    """Tokens: the model's window and what is kept for its answer. `prefill`: see ProviderOptions."""

    window: int
    max_output: int
    prefill: str = "auto"

    @property
    def budget(self) -> int:
        """What the whole package may take."""
        return self.window - self.max_output - MARGIN


def assemble(
    view: ActorView, texts: Mapping[str, str], count: Count, limits: Limits
) -> Package | Refusal:
    """The package of a view; `texts` are the prompts rules, labels, dice, instruction, append,
    proceed.

    Refusal("context_overflow") with the parts and their sizes where all history had to go and it
    still does not fit.
    """
    writer = _Writer(view, texts, limits.prefill)
    blocks = [*writer.head(), *writer.middle(), *writer.tail()]
    blocks = [*with_depths(blocks, view.entries), *writer.prefill()]
    parts = [Part(item.name, item.role, count(item.text), item.text) for item in blocks]
    kept, left_out = trim(parts, limits.budget)
    tokens = size(kept)
    if tokens > limits.budget:
        return _overflow(kept, tokens, limits)
    return Package(tuple(merge(kept)), tuple(kept), tokens, left_out, tuple(writer.notes))


def _overflow(parts: Sequence[Part], tokens: int, limits: Limits) -> Refusal:
    largest = sorted(parts, key=lambda part: part.tokens, reverse=True)[:3]
    named = ", ".join(f"{part.name} {part.tokens}" for part in largest)
    return Refusal(
        "context_overflow",
        f"{tokens} tokens do not fit into {max(limits.budget, 0)} (largest: {named}).",
        {
            "tokens": tokens,
            "budget": limits.budget,
            "window": limits.window,
            "parts": [part.size() for part in parts],
        },
    )


class _Writer:
    """The blocks of one view, macros expanded."""

    def __init__(self, view: ActorView, texts: Mapping[str, str], prefill: str) -> None:
        self.view = view
        self.texts = texts
        self.labels = dict(_label_lines(self.texts["labels"]))
        self.prefills = prefill == "auto" and not ends_a_sentence(view.kept_text)
        self.notes: list[Mapping[str, object]] = []

    def _expand(self, text: str, salt: str, *, card: CardView | None = None, own: str = "") -> str:
        view = self.view
        context = MacroContext(
            char=(card or view.char).name,
            user=view.persona_name or self.labels["nobody"],
            seed=view.seed,
            turn=view.turn,
            salt=salt,
            variables=view.variables,
            original=own,
        )
        done = expand(text, context)
        self.notes += [{"part": salt, **note} for note in done.notes]
        return done.text.strip()

    def _block(self, name: str, text: str, role: str = "system") -> Iterator[Block]:
        if text:
            yield Block(name, role, text)

    def head(self) -> Iterator[Block]:
        """All that stands before the story."""
        rules = self._expand(self.texts["rules"], "rules")
        own = self.view.char.system_prompt
        yield from self._block(
            "rules", self._expand(own, "rules", own=rules) if own.strip() else rules
        )
        yield from _placed(self.view.entries, "before_persona")
        yield from self._block("persona", self._persona())
        yield from self._block("user persona", self._user())
        yield from self._block("cast", self._cast())
        yield from _placed(self.view.entries, "after_persona")

    def _label(self, name: str) -> str:
        return self._expand(self.labels[name], f"label {name}")

    def _persona(self) -> str:
        card = self.view.char
        sections = [self._label("persona")]
        for name in ("description", "personality", "scenario"):
            text = self._expand(getattr(card, name), name)
            if text:
                sections.append(f"## {self._label(name)}\n{text}")
        examples = _examples(self._expand(card.mes_example, "examples"))
        if examples:
            sections.append(f"## {self._label('examples')}\n{examples}")
        return "\n\n".join(sections)

    def _user(self) -> str:
        text = self._expand(self.view.persona_text, "user persona")
        return f"## {self._label('user')}\n{text}" if text else ""

    def _cast(self) -> str:
        lines = [self._member(card) for card in self.view.others]
        return "\n".join([f"## {self._label('cast')}", *lines]) if lines else ""

    def _member(self, card: CardView) -> str:
        told = [
            self._expand(text, f"cast {card.key or card.name}", card=card)
            for text in (card.description, card.personality)
        ]
        return f"- {card.name}: " + " ".join(text for text in told if text)

    def middle(self) -> Iterator[Block]:
        """The story so far and the message."""
        yield from self._block("greeting", self.view.greeting.strip(), "assistant")
        for item in self.view.history:
            yield from self._block("history", item.content, item.role)
        if self.view.rolls:
            yield Block("dice", "system", self._filled("dice", "rolls", "\n".join(self.view.rolls)))
        yield from self._block("message", self.view.message, "user")

    def tail(self) -> Iterator[Block]:
        """What is said after the message."""
        view = self.view
        after = self._expand(view.char.post_history_instructions, "last instructions")
        yield from self._block("last instructions", after)
        if view.instruction.strip():
            asked = view.instruction.strip()
            yield Block("instruction", "system", self._filled("instruction", "instruction", asked))
        if view.kept_text and self.prefills:
            yield Block("how to go on", "system", self._expand(self.texts["append"], "append"))

    def _filled(self, name: str, slot: str, words: str) -> str:
        """A prompt with words that are put in last, so that they are not read for macros."""
        text = self.texts[name].replace(f"{{{{{slot}}}}}", _HOLE)
        return self._expand(text, name).replace(_HOLE, words)

    def prefill(self) -> Iterator[Block]:
        """The kept beginning: the model goes on in it, or is asked to write what follows."""
        if not self.view.kept_text:
            return
        yield Block("kept text", "assistant", self.view.kept_text)
        if not self.prefills:
            yield Block("how to go on", "system", self._expand(self.texts["proceed"], "proceed"))


def _label_lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        name, colon, label = line.partition(":")
        if colon:
            yield name.strip(), label.strip()


def _examples(text: str) -> str:
    """Example dialogue with its `<START>` marks as empty lines."""
    pieces = (piece.strip() for piece in text.replace("<start>", "<START>").split("<START>"))
    return "\n\n".join(piece for piece in pieces if piece)


def _entry_name(entry: SelectedEntry) -> str:
    return f"worldbook: {entry.title}"


def _placed(entries: Sequence[SelectedEntry], position: str) -> Iterator[Block]:
    for entry in entries:
        if entry.position == position:
            yield Block(_entry_name(entry), "system", entry.wrapped)


def with_depths(blocks: Sequence[Block], entries: Sequence[SelectedEntry]) -> list[Block]:
    """The blocks with each at_depth entry before the last `depth` of them, in selection order."""
    result: list[Block] = []
    deep = [(entry, entry.depth or 0) for entry in entries if entry.position == "at_depth"]
    for place in range(len(blocks) + 1):
        below = len(blocks) - place
        result += [
            Block(_entry_name(entry), entry.role, entry.wrapped)
            for entry, depth in deep
            if depth == below or (place == 0 and depth > below)
        ]
        result += blocks[place : place + 1]
    return result


def size(parts: Sequence[Part]) -> int:
    """Tokens of the parts as messages."""
    return sum(part.tokens + MESSAGE_TOKENS for part in parts)


def trim(parts: Sequence[Part], budget: int) -> tuple[list[Part], int]:
    """The parts without as much of the oldest history as must go, and how many went.

    Where more than three steps of messages stay, whole steps go, so that the beginning of the
    prompt stays the same for several turns.
    """
    over = size(parts) - budget
    past = [at for at, part in enumerate(parts) if part.name in HISTORY]
    gone = 0
    while over > 0 and gone < len(past):
        over -= parts[past[gone]].tokens + MESSAGE_TOKENS
        gone += 1
    stepped = -(-gone // STEP) * STEP
    if len(past) - stepped > 3 * STEP:
        gone = stepped
    dropped = set(past[:gone])
    return [part for at, part in enumerate(parts) if at not in dropped], gone


def merge(parts: Sequence[Part]) -> list[ChatMessage]:
    """Messages: neighbours of one role as one, a kept beginning always on its own."""
    messages: list[ChatMessage] = []
    for part in parts:
        alone = part.name == "kept text"
        if messages and messages[-1].role == part.role and not alone:
            last = messages.pop()
            messages.append(ChatMessage(part.role, f"{last.content}\n\n{part.text}"))
        else:
            messages.append(ChatMessage(part.role, part.text))
    return messages
