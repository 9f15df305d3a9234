"""An OpenAI-compatible chat server that answers as a script says, on loopback.

In a test:

    async with ModelServer() as server:
        server.script(Reply(chunks=("Hel", "lo")))
        ... server.base_url, server.requests, server.hung_up

As a process: `python -m tests.fakes.model_server PORT`. It is steered by the last user message,
whose first word may be one of COMMANDS ("!cut", "!429"…), or by POST /control with
{"replies": [{...fields of Reply...}]}; GET /control tells {"requests": n, "hung_up": n}.
Without a script it echoes the message, word by word.
"""

import asyncio
import json
import sys
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

FOREVER = 3600.0


@dataclass(frozen=True)
class Reply:
    """One answer. `chunks`: text is content, {"raw": [...]} goes out as it is, bytes too, another
    object is a JSON chunk. `then`: done (finish reason, usage, [DONE]), end (nothing more, a clean
    end), cut (the connection breaks) or hang. `split` sends every n bytes on their own."""

    chunks: tuple[Any, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    delay: float = 0.0
    first_delay: float = 0.0
    then: str = "done"
    finish: str = "stop"
    usage: tuple[int, int] | None = (10, 2)
    split: int = 0
    newline: str = "\n"


def error(status: int, message: str, **headers: str) -> Reply:
    """An error answer in the usual form."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = json.dumps({"error": {"message": message, "code": status}})
    return Reply(status=status, headers=named, body=body)


WORDS = ("The ", "door ", "opens ", "slowly, ", "and ", "nobody ", "is ", "there.")
COMMANDS: dict[str, list[Reply]] = {
    "!401": [error(401, "Incorrect API key provided")],
    "!429": [error(429, "Too many requests", retry_after="1"), Reply(chunks=WORDS)],
    "!busy": [error(429, "Too many requests", retry_after="600")],
    "!500": [error(500, "Internal error")] * 3,
    "!quota": [error(429, "You exceeded your current quota (insufficient_quota)")],
    "!overflow": [error(400, "maximum context length is 4096 tokens")],
    "!cut": [Reply(chunks=WORDS[:4], delay=0.05, then="cut")],
    "!hang": [Reply(chunks=WORDS[:2], then="hang")],
    "!empty": [Reply(chunks=("",))] * 2,
    "!unknown": [Reply(body="<html>It works!</html>")],
    "!think": [Reply(chunks=("<th", "ink>They want in.</thi", "nk>\n\n", *WORDS))],
    "!length": [Reply(chunks=WORDS[:4], finish="length")],
    "!slow": [Reply(chunks=WORDS * 20, delay=0.1)],
    "!usage": [Reply(chunks=WORDS, usage=None)],
    "!late": [Reply(chunks=("The ", {"error": {"message": "upstream overloaded", "code": 502}}))],
}


class ModelServer:
    """The server; one instance a test, or one a process."""

    def __init__(self, port: int = 0) -> None:
        self.port = port
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.hung_up = 0
        self.running = 0
        self.most_at_once = 0
        self._replies: deque[Reply] = deque()
        self._server: asyncio.Server | None = None
        self._serving: dict[asyncio.Task[Any], asyncio.StreamWriter] = {}

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def script(self, *replies: Reply) -> None:
        """What the next requests get, in order."""
        self._replies.extend(replies)

    async def __aenter__(self) -> "ModelServer":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._serving.values():
            writer.transport.abort()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def serve_forever(self) -> None:
        assert self._server is not None
        await self._server.serve_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving[task] = writer
        try:
            method, path, headers, body = await read_request(reader)
            if path.startswith("/control"):
                await self._control(method, body, writer)
            elif path == "/v1/models":
                await send_json(writer, {"object": "list", "data": [{"id": "fake"}]})
            elif path == "/v1/chat/completions":
                await self._complete(json.loads(body), headers, reader, writer)
            else:
                await send_json(writer, {"error": {"message": "no such path"}}, 404)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hung_up += 1
        finally:
            del self._serving[task]
            writer.close()

    async def _control(self, method: str, body: bytes, writer: asyncio.StreamWriter) -> None:
        if method == "POST":
            for item in json.loads(body)["replies"]:
                self.script(Reply(**{**item, "chunks": tuple(item.get("chunks", ()))}))
        await send_json(writer, {"requests": len(self.requests), "hung_up": self.hung_up})

    async def _complete(
        self,
        request: dict[str, Any],
        headers: dict[str, str],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.requests.append(request)
        self.headers.append(headers)
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        answer = asyncio.create_task(self._answer(self._next_reply(request), writer))
        gone = asyncio.create_task(reader.read(1))
        try:
            await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                self.hung_up += 1
        finally:
            answer.cancel()
            gone.cancel()
            self.running -= 1
            await asyncio.gather(answer, gone, return_exceptions=True)

    def _next_reply(self, request: dict[str, Any]) -> Reply:
        said = [item["content"] for item in request["messages"] if item["role"] == "user"]
        words = (said[-1] if said else "").split()
        if not self._replies and words and words[0] in COMMANDS:
            self.script(*COMMANDS[words[0]])
        if self._replies:
            return self._replies.popleft()
        return Reply(chunks=tuple(f"{word} " for word in ("You", "said:", *words)))

    async def _answer(self, reply: Reply, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(reply.first_delay)
        if reply.body is not None:
            await send(writer, reply.status, reply.body.encode(), reply.headers)
            return
        fields = {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"}
        writer.write(head(reply.status, {**fields, **reply.headers}))
        async for data in pieces(reply):
            if data:
                writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
                await writer.drain()
        if reply.then == "hang":
            await asyncio.sleep(FOREVER)
        if reply.then == "cut":
            writer.transport.abort()
            return
        writer.write(b"0\r\n\r\n")
        await writer.drain()


async def pieces(reply: Reply) -> AsyncIterator[bytes]:
    """The bytes of a streamed reply, as they go out."""
    held = bytearray()
    for number, item in enumerate([*reply.chunks, *last_chunks(reply)]):
        if number and reply.delay:
            await asyncio.sleep(reply.delay)
        for data in encoded(item, reply.newline):
            if reply.split:
                held += data
            else:
                yield data
    for at in range(0, len(held), reply.split or 1):
        yield bytes(held[at : at + reply.split])
        await asyncio.sleep(0)


def last_chunks(reply: Reply) -> list[Any]:
    if reply.then != "done":
        return []
    chunks: list[Any] = [{"choices": [{"delta": {}, "finish_reason": reply.finish}]}]
    if reply.usage:
        names = ("prompt_tokens", "completion_tokens")
        chunks.append({"choices": [], "usage": dict(zip(names, reply.usage, strict=True))})
    return [*chunks, {"raw": [f"data: [DONE]{reply.newline * 2}"]}]


def encoded(item: Any, newline: str) -> list[bytes]:
    """A chunk of a reply as bytes to send, one by one."""
    if isinstance(item, bytes):
        return [item]
    if isinstance(item, Mapping) and "raw" in item:
        return [raw.encode() for raw in item["raw"]]
    if isinstance(item, str):
        item = {"choices": [{"delta": {"content": item}, "finish_reason": None}]}
    return [f"data: {json.dumps(item, ensure_ascii=False)}{newline * 2}".encode()]


async def read_request(
    reader: asyncio.StreamReader,
) -> tuple[str, str, dict[str, str], bytes]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    method, path, _ = lines[0].split(" ")
    headers = {
        name.lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines[1:] if line)
    }
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return method, path, headers, body


def head(status: int, headers: Mapping[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} Scripted", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def send(
    writer: asyncio.StreamWriter, status: int, body: bytes, headers: Mapping[str, str]
) -> None:
    kind = "application/json" if body[:1] in b"{[" else "text/html"
    fields = {"Content-Type": kind, "Content-Length": str(len(body)), **headers}
    writer.write(head(status, fields) + body)
    await writer.drain()


async def send_json(writer: asyncio.StreamWriter, data: Any, status: int = 200) -> None:
    await send(writer, status, json.dumps(data).encode(), {})


async def main(port: int) -> None:
    async with ModelServer(port) as server:
        sys.stdout.write(f"serving {server.base_url}\n")
        sys.stdout.flush()
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
