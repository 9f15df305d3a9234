"""A game master's tools over a story: each does one action and tells the page what became true."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

import structlog

from sessions_app.actions.rolls import roll_check, roll_dice
from sessions_app.actions.rounds import resolve_round
from sessions_app.actions.time import advance_time, look_at_clock
from sessions_app.actions.turn_jobs import Claim
from sessions_app.engine.cards import card_view
from sessions_app.engine.database import Database
from sessions_app.queries.table import TableRead, kept_round, read_table
from sessions_app.rules.actor_view import ActorView, CardView
from sessions_app.rules.foreseeing import foreseen
from sessions_app.rules.master_seen import master_view
from sessions_app.rules.master_view import MasterView
from sessions_app.rules.proposals import RoundProposal, read_round
from sessions_app.rules.steps import Refused, RollResult, RoundResult, SkipResult, TurnRef
from sessions_app.rules.world import StoryState
from sessions_app.wire.frames import AnswerFrames, Frame

log = structlog.get_logger(__name__)

Json = Mapping[str, Any]
T = TypeVar("T")
Tell = Callable[[Frame], Awaitable[None]]


@dataclass(slots=True)
class Table:
    """The tools of one attempt (`agents.master.MasterTools`).

    Keys of steps are of the take, so that an answer that is gone on with finds what it has done.
    A step that began is done to its end, with its frame, also where the turn is stopped meanwhile:
    `settled` waits for it.
    """

    claim: Claim
    turn_number: int
    actor: ActorView
    database: Database
    frames: AnswerFrames
    tell: Tell
    away: int | None = None
    _counts: dict[str, int] = field(default_factory=dict)
    _step: asyncio.Task[Any] | None = None
    _cards: Mapping[str, CardView] = field(default_factory=dict)
    _before: TableRead | None = None
    _played: bool = False

    @property
    def at(self) -> TurnRef:
        """Under which turn, take and attempt steps are done."""
        claim = self.claim
        return TurnRef(
            session_id=claim.session_id,
            turn_id=claim.turn_id,
            turn_number=self.turn_number,
            take_id=claim.take_id,
            attempt=claim.attempt,
            timeline=claim.timeline,
        )

    async def open(self) -> None:
        """Let a real clock go on to now (TM-4); a turn that is gone on with has done so."""
        if not self.claim.kept_text:
            self.away = await self._do(partial(look_at_clock, at=self.at))

    async def look(self) -> MasterView:
        """The story as it is now."""
        return await self.database.run(self._look)

    def _look(self) -> MasterView:
        read = read_table(self.claim.session_id, self.turn_number)
        self._cards = {row.key: card_view(row) for row in read.characters}
        if not self._played:
            self._before = read
        view = master_view(read.state, self.actor, self._cards, read.came_from)
        return replace(view, away=self.away or 0, rolled=read.rolls)

    async def foresee(self, proposal: Json) -> MasterView:
        """The story as it was looked at last before a round, after as much of a round as this."""
        if self._before is None:
            raise LookupError("the story was not looked at")
        return await self.database.run(self._foreseen, self._before.state, proposal)

    def _foreseen(self, state: StoryState, proposal: Json) -> MasterView:
        read = read_round(proposal)
        if not isinstance(read, RoundProposal):
            raise ValueError(f"no round: {[refusal.code for refusal in read]}")
        here = state.player_place or ""
        return master_view(foreseen(state, read), self.actor, self._cards, here)

    async def kept_round(self) -> RoundResult | None:
        """The round of this take, where there is one."""
        return await self.database.run(kept_round, self.claim.session_id, self._key("round"))

    async def resolve_round(self, proposal: Json) -> RoundResult | Refused:
        """Let a round become true; the page is told that it did."""
        asked = partial(resolve_round, at=self.at, key=self._key("round"), proposal=proposal)
        answer = await self._do(asked, self._round_frame)
        self._played = self._played or isinstance(answer, RoundResult)
        return answer

    async def advance_time(self, proposal: Json) -> SkipResult | Refused:
        """Let time pass between rounds."""
        asked = partial(advance_time, at=self.at, key=self._next("skip"), proposal=proposal)
        return await self._do(asked)

    async def roll_dice(self, expression: str, reason: str) -> RollResult | Refused:
        """Throw dice before everybody's eyes."""
        asked = partial(
            roll_dice, at=self.at, key=self._next("roll"), expression=expression, reason=reason
        )
        return await self._do(asked, self._roll_frame)

    async def roll_check(
        self, key: str, target: int | None, reason: str, character: str | None = None
    ) -> RollResult | Refused:
        """Ask a check of the world before everybody's eyes."""
        asked = partial(
            roll_check,
            at=self.at,
            key=self._next("roll"),
            check=key,
            target=target,
            reason=reason,
            character=character,
        )
        return await self._do(asked, self._roll_frame)

    def _key(self, name: str) -> str:
        return f"take:{self.claim.take_id}:{name}"

    def _next(self, name: str) -> str:
        """The key of the next step of a kind: the same in the same order."""
        self._counts[name] = self._counts.get(name, 0) + 1
        return self._key(f"{name}:{self._counts[name]}")

    def _round_frame(self, done: RoundResult) -> Frame:
        return self.frames.round(done.number, done.begins, done.ends)

    def _roll_frame(self, done: RollResult) -> Frame:
        return self.frames.roll(done.seen_json())

    async def _do(self, work: Callable[[], T], frame: Callable[[Any], Frame] | None = None) -> T:
        """Do a step; cancelling whoever waits for it does not cut it in two."""
        step: asyncio.Task[T] = asyncio.create_task(self._through(work, frame))
        self._step = step
        return await asyncio.shield(step)

    def _through(
        self, work: Callable[[], T], frame: Callable[[Any], Frame] | None
    ) -> Coroutine[Any, Any, T]:
        async def through() -> T:
            done = await self.database.run(work)
            if frame is not None and not isinstance(done, Refused):
                await self.tell(frame(done))
            return done

        return through()

    async def settled(self) -> None:
        """Wait for the step that is being done, if any; what it raises is of no more interest."""
        if self._step is None or self._step.done():
            return
        await asyncio.wait([self._step])
        raised = self._step.exception()
        if raised is not None:
            log.info("step_dropped", take=self.claim.take_id, error=str(raised))
