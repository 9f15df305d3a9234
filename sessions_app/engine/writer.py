"""The words of one attempt on their way to the pages: gathered for 100 ms, the first at once.

Words are provisional until the commit. A frame says where its words stand, so one that is sent
again does no harm: after Redis was away the whole text is sent from its beginning.
"""

import asyncio

import structlog

from sessions_app.outbox.redis_client import UNREACHABLE
from sessions_app.outbox.streams import write_frames_async
from sessions_app.wire.frames import AnswerFrames, Frame

log = structlog.get_logger(__name__)

GATHER_SECONDS = 0.1
FACT_WAITS = (0.05, 0.2, 0.5)
LONGEST_WAIT = 1.0


class FrameWriter:
    """Writes the frames of one attempt of a take; `text` is the whole text so far."""

    def __init__(self, session_id: int, frames: AnswerFrames, kept_text: str) -> None:
        self.text = kept_text
        self.kept = kept_text
        self.written = len(kept_text)
        self.frame_id = ""
        self.written_text = kept_text
        self._session = session_id
        self._frames = frames
        self._dirty = asyncio.Event()
        self._replaced = False
        self._order = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def say(self, words: str) -> None:
        """More words; they are written soon."""
        if words:
            self.text += words
            self._dirty.set()

    def replace(self, words: str) -> None:
        """What was streamed after the kept text was not the answer: this is."""
        self.text = self.kept + words
        self._replaced = True
        self._dirty.set()

    async def tell(self, *frames: Frame) -> None:
        """Frames of their own, after the words before; given up with a log line if need be."""
        await self.flush()
        for wait in (*FACT_WAITS, None):
            try:
                async with self._order:
                    *_, self.frame_id = await write_frames_async(self._session, frames)
                return
            except UNREACHABLE as error:
                if wait is None:
                    kinds = [frame["type"] for frame in frames]
                    log.warning("frame_not_told", type=kinds, error=str(error))
                    return
                await asyncio.sleep(wait)

    def start(self) -> None:
        """Begin to write words in the background."""
        self._task = asyncio.create_task(self._write_on())

    async def stop(self) -> None:
        """End the writing; what is not written yet is in the frame of the end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _write_on(self) -> None:
        wait = GATHER_SECONDS
        while True:
            await self._dirty.wait()
            wait = GATHER_SECONDS if await self.flush() else min(wait * 2, LONGEST_WAIT)
            await asyncio.sleep(wait)

    async def flush(self) -> bool:
        """Write the words not written yet; False where Redis is away (they stay to be written)."""
        async with self._order:
            self._dirty.clear()
            text, at = self.text, self.written
            if self._replaced:
                frame = self._frames.replace(text)
            elif len(text) > at:
                frame = self._frames.text(at, text[at:])
            else:
                return True
            try:
                (frame_id,) = await write_frames_async(self._session, [frame])
            except UNREACHABLE as error:
                log.warning("redis_unreachable", doing="text", error=str(error))
                self.written = 0
                self._dirty.set()
                return False
            self.frame_id, self.written, self.written_text = frame_id, len(text), text
            self._replaced = self._replaced and self.text != text
            return True
