"""What the actor sees of a story, frozen when the turn is prepared (LN-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from worldbook.rules.selection import SelectedEntry


@dataclass(frozen=True, slots=True)
class CardView:
    """The fields of a character card that are played; macros not yet expanded."""

    name: str
    key: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    mes_example: str = ""
    system_prompt: str = ""
    post_history_instructions: str = ""


@dataclass(frozen=True, slots=True)
class HistoryMessage:
    """A message of the line, oldest first; `role` is user or assistant."""

    role: str
    content: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class ActorView:
    """Everything one answer of the actor is made from.

    `history` is the line without the greeting and without `message`. `kept_text` is the
    beginning of the answer that is kept (resume, continue); the reply then holds only what
    follows it. `instruction` is what the player asked of this take (regenerate), `rolls`
    the dice that the player threw before the message, a line each (DC-5). `turn` and
    `seed` steer macros of chance and the storyteller.
    """

    char: CardView
    message: str
    language: str = "en"
    others: tuple[CardView, ...] = ()
    persona_name: str = ""
    persona_text: str = ""
    greeting: str = ""
    history: tuple[HistoryMessage, ...] = ()
    entries: tuple[SelectedEntry, ...] = ()
    instruction: str = ""
    rolls: tuple[str, ...] = ()
    kept_text: str = ""
    seed: str = ""
    turn: int = 1
    take: int = 1
    variables: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
