"""Gather: reads a turn's story once and freezes it as values (LN-1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from functools import reduce
from operator import or_
from typing import Any

from sessions_app.engine.cards import card_view
from sessions_app.engine.values import Gathered, Search, TurnFailed
from sessions_app.queries.condition_state import condition_state, story_variables
from sessions_app.queries.embeddings import embedding_for
from sessions_app.queries.gather import PastTurn, StoryRead, read_story
from sessions_app.queries.routes import route_for
from sessions_app.rules.actor_view import CardView, HistoryMessage
from sessions_app.rules.calls import ModelFailure
from sessions_app.rules.next_turn import NextTurn, stored_next_turn
from sessions_app.rules.roll_lines import roll_line
from sessions_app.rules.scenarios import ScenarioConfig
from worldbook.models import Revision
from worldbook.queries.compiled import compiled_pinned
from worldbook.queries.indexes import indexes_of
from worldbook.rules.condition_asks import NOTHING_ASKED
from worldbook.rules.macros import reads_variables
from worldbook.rules.refusal import Refusal
from worldbook.rules.selection import CompiledBook, Message, SelectionRequest
from worldbook.rules.selection.ranking import HYBRID

ROLES = {"actor": "actor", "table": "master"}
"""Who answers the player, by the kind of the scenario."""

AUDIENCES = {"actor": "actor", "table": "gm"}
"""Whom the lore of an answer is chosen for, by the kind of the scenario (WB-3)."""


def gather(session_id: int, take_id: int) -> Gathered:
    """Everything an attempt is played from. Raises TurnFailed where the story cannot be played."""
    return gathered(read_story(session_id, take_id))


def gathered(read: StoryRead) -> Gathered:
    """The values of a story that was read. Raises TurnFailed where it cannot be played."""
    kept = read.turn.selection
    given = NextTurn() if kept is not None else stored_next_turn(read.session.next_turn)
    scenario = given.applied(_scenario(read))
    if not read.characters:
        raise TurnFailed("internal", "the story has no characters")
    char, *others = _cast(read, scenario)
    greeting, past = _split_greeting(read.past)
    books = () if kept is not None else _books(read)
    request = replace(
        _request(read, scenario, given, (char, *others), _state(read, books)),
        variables=_variables(read, scenario, books),
    )
    return Gathered(
        kind=scenario.kind,
        route=route_for(ROLES[scenario.kind], scenario),
        char=char,
        others=tuple(others),
        message=read.turn.player_text,
        language=read.session.language,
        persona_name=read.session.persona_name,
        persona_text=read.session.persona_text,
        greeting=greeting,
        history=tuple(_history(past)),
        instruction=read.take.instruction,
        rolls=tuple(roll_line(roll) for roll in read.rolls),
        seed=read.session.seed,
        turn_number=read.turn.number or 0,
        take_number=read.take.number,
        prompts=scenario.prompts,
        request=request,
        pins=tuple((pin.key, pin.number) for pin in read.pins),
        books=books,
        kept_selection=kept,
        search=_search(read, scenario) if kept is None else None,
    )


def _cast(read: StoryRead, scenario: ScenarioConfig) -> list[CardView]:
    """The cards on stage; at a table whoever the player plays comes last: lore speaks of others."""
    cards = [card_view(character) for character in read.characters]
    if scenario.kind != "table":
        return cards
    return sorted(cards, key=lambda card: card.name == read.session.persona_name)


def _scenario(read: StoryRead) -> ScenarioConfig:
    """What holds for the story; an unknown or disabled scenario fails the turn (SC-1, SC-2)."""
    if isinstance(read.scenario, Refusal):
        raise TurnFailed("scenario_unavailable", read.scenario.reason)
    return read.scenario.config


def _books(read: StoryRead) -> tuple[CompiledBook, ...]:
    """The pinned revisions, compiled; one that is not there breaks the turn (WB-25)."""
    try:
        return tuple(compiled_pinned(read.pins))
    except Revision.DoesNotExist as gone:
        raise TurnFailed("pin_broken", str(gone)) from gone


def _search(read: StoryRead, scenario: ScenarioConfig) -> Search | None:
    """What a hybrid search can use; None where lore is chosen by rules alone."""
    if scenario.strategy != HYBRID:
        return None
    try:
        embedding = embedding_for(scenario)
    except ModelFailure as failure:
        return Search(None, why=failure.code)
    revisions = [pin.revision_id for pin in read.pins]
    found = indexes_of(revisions, embedding.version)
    return Search(embedding, tuple(found.get(revision) for revision in revisions))


def _split_greeting(past: tuple[PastTurn, ...]) -> tuple[str, tuple[PastTurn, ...]]:
    if past and past[0].number == 0:
        return past[0].answer, past[1:]
    return "", past


def _history(past: Iterable[PastTurn]) -> Iterable[HistoryMessage]:
    for turn in past:
        if turn.player:
            yield HistoryMessage(role="user", content=turn.player)
        if turn.answer:
            yield HistoryMessage(role="assistant", content=turn.answer, speaker=turn.speaker)


def _request(
    read: StoryRead,
    scenario: ScenarioConfig,
    given: NextTurn,
    cards: Sequence[CardView],
    state: Mapping[str, Any],
) -> SelectionRequest:
    char, *others = cards
    messages = tuple(Message(role=item.role, content=item.content) for item in _history(read.past))
    return SelectionRequest(
        query=read.turn.player_text,
        messages=messages,
        strategy=scenario.strategy,
        budget=scenario.worldbook_budget,
        audience=AUDIENCES[scenario.kind],
        char=char.name,
        user=read.session.persona_name,
        others=tuple(card.name for card in others),
        turn=read.turn.number or 0,
        seed=read.session.seed,
        state=state,
        timed=read.timed,
        share_worldbook=scenario.share_worldbook,
        answers_before=_answers_before(read.past),
        forced=given.force,
        barred=given.bar,
        overridden=given.overridden,
    )


def _state(read: StoryRead, books: Iterable[CompiledBook]) -> Mapping[str, Any]:
    """The state of the story as far as the books ask for it (WB-14)."""
    asks = reduce(or_, (book.asks for book in books), NOTHING_ASKED)
    return {"turn": read.turn.number or 0, **condition_state(read.session.pk, asks)}


def _variables(
    read: StoryRead, scenario: ScenarioConfig, books: Iterable[CompiledBook]
) -> Mapping[str, str]:
    """The story's variables, where a macro of this turn's texts reads any."""
    cards = (value for card in map(card_view, read.characters) for value in astuple(card))
    texts = (*cards, read.session.persona_text, *scenario.prompts.values())
    asked = any(book.reads_variables for book in books) or any(map(reads_variables, texts))
    return story_variables(read.session.pk) if asked else {}


def _answers_before(past: tuple[PastTurn, ...]) -> int | None:
    """The character's messages in the whole story; None where all of it was read.

    Of what lies before the window the greeting and each turn count as answered: a story is not
    walked to its beginning for every answer (PF-3). Turn 1 is the first where nobody greets.
    """
    if not past or past[0].number <= 1:
        return None
    return past[0].number + sum(bool(turn.answer) for turn in past)
