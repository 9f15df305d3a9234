"""One attempt of one take, from its claim to its end, with its frames and checkpoints.

It ends as delivered, stopped or failed. Where another attempt took the turn over (`Superseded`)
it ends without a word; where the runner goes down it is handed back.
"""

import asyncio
from dataclasses import replace

import structlog
from django.db import Error as DatabaseError

from sessions_app.actions.announce import announce
from sessions_app.actions.turn_jobs import (
    Claim,
    Ending,
    Superseded,
    keep_calls,
    release_take,
    write_checkpoint,
)
from sessions_app.agents.actor import play
from sessions_app.agents.master import play_master
from sessions_app.engine.commit import commit_end
from sessions_app.engine.context import Context
from sessions_app.engine.database import Database
from sessions_app.engine.prepare import prepare
from sessions_app.engine.table import Table
from sessions_app.engine.values import Gathered, TurnFailed
from sessions_app.engine.writer import FrameWriter
from sessions_app.rules.actor_view import ActorView
from sessions_app.rules.calls import CallRecord, ModelFailure, Replace, TextDelta
from sessions_app.rules.master_view import NARRATOR
from sessions_app.rules.phases import text_after_stop
from sessions_app.wire.frames import PREPARING, SAVING, WRITING, AnswerFrames
from worldbook.actions.story_write import StoryGone, StoryMoved

log = structlog.get_logger(__name__)

CHECKPOINT_SECONDS = 1.0


def heard_by_actors(view: ActorView) -> ActorView:
    """The game master's lore without what is for its eyes alone: characters answer from the rest."""
    return replace(view, entries=tuple(e for e in view.entries if "actor" in e.audience))


class Attempt:
    """Plays a claim; `stop` ends the model call, `give_back` ends it for another runner."""

    def __init__(self, claim: Claim, database: Database) -> None:
        self.claim = claim
        self._database = database
        self._frames = AnswerFrames(turn=claim.turn_id, take=claim.take_id, attempt=claim.attempt)
        self._writer = FrameWriter(claim.session_id, self._frames, claim.kept_text)
        self._calls: list[CallRecord] = []
        self._speaker = ""
        self._table: Table | None = None
        self._work: asyncio.Task[Ending] | None = None
        self._keep: bool | None = None
        self._given_back = False
        self._log = log.bind(
            session=claim.session_id, turn=claim.turn_id, take=claim.take_id, attempt=claim.attempt
        )

    def stop(self, *, keep: bool) -> None:
        """The player wants no more: end the call at once, keep or discard what was told."""
        if self._keep is None:
            self._keep = keep
            self._cancel()

    def give_back(self) -> None:
        """The runner goes down: leave the take to the next one."""
        self._given_back = True
        self._cancel()

    def lose(self) -> None:
        """Another process has this turn now: stop without writing anything."""
        self._cancel()

    def _cancel(self) -> None:
        if self._work is not None:
            self._work.cancel()

    async def run(self) -> int | None:
        """Play to the end; the take that is to be played next, if any."""
        self._log.info("attempt_started")
        self._work = asyncio.create_task(self._play())
        if self._keep is not None or self._given_back:
            self._work.cancel()
        ending = await self._ending()
        if ending is None:
            await self._leave()
            return None
        await self._writer.tell(self._frames.phase(SAVING, ""))
        try:
            promoted = await self._database.run(commit_end, self.claim, ending)
        except Superseded:
            await self._leave()
            return None
        for take_id in (self.claim.take_id, promoted):
            if take_id is not None:
                await self._database.run(announce, self.claim.session_id, take_id)
        self._log.info("attempt_ended", status=ending.status, error=ending.error)
        return promoted

    async def _leave(self) -> None:
        """Somebody else goes on with the take; what was asked here was asked all the same."""
        self._log.info("attempt_left", calls=len(self._calls))
        if self._calls:
            await self._database.run(keep_calls, self.claim, tuple(self._calls))

    async def _ending(self) -> Ending | None:
        """How the play ended; None where nothing may be written."""
        assert self._work is not None
        checkpoints = asyncio.create_task(self._checkpoints())
        try:
            return await self._outcome(self._work)
        finally:
            checkpoints.cancel()
            await asyncio.gather(checkpoints, return_exceptions=True)
            if self._table is not None:
                await self._table.settled()
            await self._writer.stop()

    async def _outcome(self, work: asyncio.Task[Ending]) -> Ending | None:
        try:
            return await work
        except asyncio.CancelledError:
            return await self._cancelled()
        except (Superseded, StoryMoved, StoryGone):
            return None
        except (ModelFailure, TurnFailed) as failure:
            return self._failed(failure.to_json())
        except Exception:  # noqa: BLE001 - one broken turn must not take the runner with it
            self._log.exception("attempt_broke")
            return self._failed({"code": "internal", "message": ""})

    async def _cancelled(self) -> Ending | None:
        if self._keep is not None:
            text = text_after_stop(self._writer.text, self.claim.text_before, keep=self._keep)
            return self._end("stopped", text)
        if self._given_back:
            try:
                await self._database.run(release_take, self.claim)
            except Superseded:
                self._log.info("attempt_superseded")
        return None

    def _failed(self, error: dict[str, object]) -> Ending:
        return replace(self._end("failed", self._writer.text), error=error)

    def _end(self, status: str, text: str) -> Ending:
        return Ending(status=status, text=text, speaker=self._speaker, calls=tuple(self._calls))

    async def _play(self) -> Ending:
        """Prepare, ask the actor or the game master, stream; the delivered answer."""
        telling = asyncio.create_task(self._writer.tell(self._frames.phase(PREPARING, "")))
        try:
            gathered, context = await prepare(self._database, self.claim)
        finally:
            await telling
        at_table = gathered.kind == "table"
        self._speaker = NARRATOR if at_table else gathered.char.key
        await self._writer.tell(
            self._frames.worldbook(context.shown, context.hidden),
            self._frames.phase(WRITING, "" if at_table else gathered.char.name),
        )
        play_it = self._keep_table if at_table else self._write
        return await play_it(gathered, context)

    async def _write(self, gathered: Gathered, context: Context) -> Ending:
        self._writer.start()
        reply = await play(context.view, gathered.route, on_delta=self._hear, calls=self._calls)
        ending = await self._told(reply.text)
        return replace(ending, reasoning=reply.reasoning, truncated=reply.truncated)

    async def _keep_table(self, gathered: Gathered, context: Context) -> Ending:
        """A turn of a table: rounds become true while it is played (TB-5)."""
        self._table = Table(
            claim=self.claim,
            turn_number=gathered.turn_number,
            actor=heard_by_actors(context.view),
            database=self._database,
            frames=self._frames,
            tell=self._writer.tell,
        )
        self._writer.start()
        reply = await play_master(
            gathered.route, self._table, on_delta=self._hear, calls=self._calls
        )
        self._speaker = reply.speaker or NARRATOR
        return replace(await self._told(reply.text), truncated=reply.truncated)

    async def _told(self, told: str) -> Ending:
        """The end of an answer that was told whole."""
        text = self.claim.kept_text + told
        if text != self._writer.text:
            self._writer.replace(told)
        await self._writer.flush()
        return self._end("delivered", text)

    async def _hear(self, piece: TextDelta | Replace) -> None:
        if isinstance(piece, Replace):
            self._writer.replace(piece.text)
        else:
            self._writer.say(piece.text)

    async def _checkpoints(self) -> None:
        """Keep the text about once a second, and at once with the first words."""
        kept = self.claim.kept_text
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS if kept else 0.1)
            text, frame_id = self._writer.written_text, self._writer.frame_id
            if text == kept:
                continue
            try:
                await self._database.run(
                    write_checkpoint,
                    self.claim,
                    text=text,
                    speaker=self._speaker,
                    frame_id=frame_id,
                )
                kept = text
            except Superseded:
                self.lose()
                return
            except DatabaseError as error:
                self._log.warning("checkpoint_missed", error=str(error).strip())
