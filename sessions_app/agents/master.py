"""The game master: reads a message, proposes what happens, and narrates what became true (TB-5).

In this version the built-in storyteller alone plays it. It works through the tools that any game
master will have, and knows of the world only what they answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import orjson

from sessions_app.agents.actor import OnDelta
from sessions_app.llm.chat import stream_reply
from sessions_app.rules.calls import (
    CallRecord,
    ChatMessage,
    Finished,
    ModelFailure,
    ReasoningDelta,
    Replace,
    Route,
    Usage,
)
from sessions_app.rules.master_view import MasterView
from sessions_app.rules.package import Package, Part
from sessions_app.rules.steps import Refused, RollResult, RoundResult, SkipResult
from sessions_app.rules.storyteller import pieces
from sessions_app.rules.storyteller.master import (
    Act,
    Happened,
    Proposed,
    acts_in,
    barred_by,
    go_on,
    may_wait,
    narrate,
    needs_round,
    outcomes_of,
    outside_answer,
    propose,
    read_acts,
    refused_acts,
    speaker_in,
    talks,
    thrown_of,
    time_proposal,
    to_foresee,
    waited_words,
)
from worldbook.rules.tokens import counter_for

__all__ = ["MasterReply", "MasterTools", "MasterView", "play_master"]

ROLE = "master"
MANY = 2
"""From so many acts on one is told as things were just after it and not as they are at the end."""
MOST_PROPOSALS = 3
"""How often a round is proposed at most, each time without what was refused before."""

Json = Mapping[str, Any]


class MasterTools(Protocol):
    """What a game master can do; each answer is what the world says to it."""

    async def open(self) -> None:
        """Begin the turn: a real clock goes on to now."""

    async def look(self) -> MasterView:
        """The story as it is now."""

    async def resolve_round(self, proposal: Json) -> RoundResult | Refused:
        """Let a round become true."""

    async def advance_time(self, proposal: Json) -> SkipResult | Refused:
        """Let time pass between rounds."""

    async def roll_dice(self, expression: str, reason: str) -> RollResult | Refused:
        """Throw dice; the roll is recorded."""

    async def roll_check(
        self, key: str, target: int | None, reason: str, character: str | None = None
    ) -> RollResult | Refused:
        """Ask a check of the world, of the player's character or another; the roll is recorded."""

    async def foresee(self, proposal: Json) -> MasterView:
        """The story as it was looked at last before a round, after as much of a round as this."""

    async def kept_round(self) -> RoundResult | None:
        """The round that this answer has had already, where it goes on from a text."""


@dataclass(frozen=True, slots=True)
class MasterReply:
    """What the game master told; with a kept text in the view, only what follows it.

    `speaker` is the key of whoever answered the player, "" where nobody did.
    """

    text: str
    speaker: str = ""
    usage: Usage = field(default_factory=Usage)
    truncated: bool = False


@dataclass(slots=True)
class _Turn:
    """One turn at the table while it is played."""

    view: MasterView
    tools: MasterTools
    acts: tuple[Act, ...]
    told: dict[int, Json] = field(default_factory=dict)
    left: frozenset[int] = frozenset()
    fallen: set[int] = field(default_factory=set)
    thrown: dict[int, Any] = field(default_factory=dict)
    waited: dict[int, str] = field(default_factory=dict)
    answers: dict[int, list[str]] = field(default_factory=dict)
    moved_at: int | None = None
    path: tuple[str, ...] = ()
    foreseen: Mapping[int, MasterView] = field(default_factory=dict)
    parts: Mapping[bytes, MasterView] = field(default_factory=dict)
    then: dict[int, MasterView] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    log: list[Json] = field(default_factory=list)

    async def play(self) -> str:
        """Do what was asked for in its order, and narrate it."""
        first = next((at for at, act in enumerate(self.acts) if needs_round(act)), len(self.acts))
        await self._wait(range(first))
        begun = await self.tools.look() if self.waited else None
        await self._roll()
        if first < len(self.acts):
            await self._round()
        await self._wait(range(first, len(self.acts)))
        after = await self.tools.look()
        self._read_again(after)
        return narrate(
            Happened(
                acts=self.acts,
                before=self.view,
                after=after,
                begun=begun,
                told=self.told,
                left=self.left,
                thrown=self.thrown,
                waited=self.waited,
                answers=self.answers,
                fallen=frozenset(self.fallen - self.told.keys()),
                path=self.path,
                then=self.then,
                keys=self.keys,
            )
        )

    def _read_again(self, after: MasterView) -> None:
        """What was to be looked at or said where the journey ends is looked up as it is there."""
        if self.moved_at is None:
            return
        again = read_acts(self.view, dict.fromkeys(self.foreseen, after))
        if len(again) != len(self.acts):
            return
        late = {at for at in range(self.moved_at + 1, len(again)) if may_wait(again[at])}
        self.acts = tuple(again[at] if at in late else act for at, act in enumerate(self.acts))
        found = talks(after, self.acts)
        self.answers |= {at: said for at, said in found.items() if at in late}

    async def _wait(self, which: Iterable[int]) -> None:
        for at in which:
            wait = self.acts[at].wait
            if wait is None or at in self.fallen:
                continue
            proposal = time_proposal(self.acts[at], self.view)
            answer = await self.tools.advance_time(self._noted("advance_time", proposal))
            if isinstance(answer, Refused):
                self._refuse(at, answer)
            else:
                self.waited[at] = waited_words(answer, self.view)

    async def _roll(self) -> None:
        for at, act in enumerate(self.acts):
            if act.trouble or act.action not in ("roll", "check"):
                continue
            if act.action == "roll":
                self._noted("roll_dice", {"dice": act.dice})
                answer = await self.tools.roll_dice(act.dice, act.text)
            else:
                answer = await self._check(act)
            if isinstance(answer, Refused):
                self._refuse(at, answer)
            else:
                self.thrown[at] = thrown_of(answer, chinese=self.view.chinese)

    async def _check(self, act: Act) -> RollResult | Refused:
        """Ask a check; one that looks at a variable the player's own has not is about another."""
        held = {check.key for check in self.view.checks if check.needs_target}
        target = act.target if act.key in held else None
        self._noted("roll_check", {"check": act.key, "target": target})
        answer = await self.tools.roll_check(act.key, target, act.text)
        if isinstance(answer, Refused) and answer.reasons[0].code == "no_variable" and act.to:
            self._noted("roll_check", {"check": act.key, "target": target, "of": act.to})
            answer = await self.tools.roll_check(act.key, target, act.text, act.to)
        return answer

    async def _round(self) -> None:
        """Propose everything; what is refused is left out and the rest proposed again."""
        self.answers = talks(self.view, self.acts)
        for again in range(MOST_PROPOSALS):
            last = again == MOST_PROPOSALS - 1
            barred = range(len(self.acts)) if last else self.fallen
            done = [act for at, act in enumerate(self.acts) if at not in self.fallen]
            outcomes = outcomes_of(self.view, self.acts, done, self.answers)
            proposed = propose(self.acts, self.view, outcomes, without=barred)
            answer = await self.tools.resolve_round(self._noted("resolve_round", proposed.proposal))
            if not isinstance(answer, Refused):
                self.left, self.moved_at = proposed.left, proposed.move
                mine = (move.exits for move in answer.moved if move.who == self.view.player)
                self.path = next(mine, ())
                await self._along(proposed)
                return
            refused = refused_acts(proposed, answer.reasons)
            self.told |= {at: told for at, told in refused.items() if at not in self.told}
            self.fallen |= barred_by(self.acts, refused, proposed)

    async def _along(self, proposed: Proposed) -> None:
        """How things were after each act, where others follow it in the same message."""
        changes = proposed.proposal.get("item_changes", ())
        items = zip(proposed.changes, changes, strict=True)
        self.keys = {at: change["item"] for at, change in items if "item" in change}
        if len(self.acts) < MANY:
            return
        passed = {
            at
            for at, act in enumerate(self.acts[: proposed.move or 0])
            if (act.action, act.kind, act.trouble) == ("go", "place", "") and at not in self.fallen
        }
        barred = set(range(len(self.acts))) - proposed.acts - passed
        for at in sorted(proposed.acts | passed):
            part = propose(self.acts[: at + 1], self.view, {}, without=barred).proposal
            known = None if self.waited else self.parts.get(orjson.dumps(part))
            self.then[at] = known or await self.tools.foresee(part)

    def _refuse(self, at: int, answer: Refused) -> None:
        told = answer.told()
        self.told[at] = told[0] if told else {"code": "refused"}

    def _noted(self, tool: str, arguments: Json) -> Json:
        """The arguments, kept for the record of the call."""
        self.log.append({"tool": tool, "arguments": arguments})
        return arguments


@dataclass(frozen=True, slots=True)
class MasterAsk:
    """A narration that was made from what became true; no model is asked for it."""

    view: MasterView
    text: str
    log: Sequence[Json] = ()

    def package(self, route: Route) -> Package:
        """What the game master was given and did, for the record of the call."""
        texts = (
            ("message", "user", self.view.actor.message),
            ("tools", "assistant", orjson.dumps(list(self.log)).decode()),
        )
        count = counter_for(route.model)
        parts = tuple(Part(name, role, count(text), text) for name, role, text in texts)
        messages = (ChatMessage("user", self.view.actor.message),)
        return Package(messages, parts, sum(part.tokens for part in parts))

    def plan(self) -> Iterable[str]:
        """What the storyteller tells."""
        return pieces(self.text)


async def play_master(
    route: Route, tools: MasterTools, *, on_delta: OnDelta, calls: list[CallRecord] | None = None
) -> MasterReply:
    """Play a turn of the table and stream its narration to `on_delta`.

    Raises ModelFailure("storyteller_only") before anything is done where the route leads to a
    language model. Cancelling the task ends the telling; what became true stays.
    """
    if route.kind != "storyteller":
        raise ModelFailure("storyteller_only", f"{route.role}/{route.name}: {route.provider}")
    await tools.open()
    view = await tools.look()
    text, log = await _text(view, tools)
    ask = MasterAsk(view, text, log)
    end = await _stream(ask, route, on_delta, [] if calls is None else calls)
    speaker = speaker_in(view, read_acts(view))
    return MasterReply(end.text, speaker, end.usage, end.truncated)


async def _text(view: MasterView, tools: MasterTools) -> tuple[str, Sequence[Json]]:
    """What is to be told, after everything that was to be done is done."""
    outside = outside_answer(view)
    if outside and not view.actor.kept_text:
        return outside, ()
    if view.actor.kept_text:
        kept = await tools.kept_round()
        return go_on(view, kept), ()
    parts: dict[bytes, MasterView] = {}
    views = await _foreseen(view, tools, parts)
    turn = _Turn(view, tools, read_acts(view, views), foreseen=views, parts=parts)
    return await turn.play(), turn.log


async def _foreseen(
    view: MasterView, tools: MasterTools, parts: dict[bytes, MasterView]
) -> Mapping[int, MasterView]:
    """How things would be after each act of a message that others follow (by `acts_in`).

    `parts` takes what was foreseen by the proposal, so that it need not be foreseen again.
    """
    views: dict[int, MasterView] = {}
    acts = acts_in(view, views)
    while (at := to_foresee(acts, views)) is not None:
        part = propose(acts[: at + 1], view, {}).proposal
        views[at] = parts[orjson.dumps(part)] = await tools.foresee(part)
        acts = acts_in(view, views)
    return views


async def _stream(
    ask: MasterAsk, route: Route, on_delta: OnDelta, calls: list[CallRecord]
) -> Finished:
    end: Finished | None = None
    async with aclosing(stream_reply(ask, route, calls)) as stream:
        async for piece in stream:
            if isinstance(piece, Finished):
                end = piece
            elif not isinstance(piece, ReasoningDelta):
                await on_delta(replace(piece) if isinstance(piece, Replace) else piece)
    if end is None:
        raise ModelFailure("bad_response", "the call ended without a result")
    return end
