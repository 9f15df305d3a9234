"""An OpenAI-compatible /v1/embeddings service on loopback, in a thread, that answers as told.

    with EmbeddingServer(dimensions=8) as server:
        server.script(Answer(status=429, body={"error": {"message": "slow down"}}))
        ... server.base_url, server.requests

Without a script each text gets a vector of its words: texts that share words are near each other.
"""

import json
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from zlib import crc32


@dataclass(frozen=True)
class Answer:
    """One answer: `body` None is the usual one, bytes go out as they are. `delay` is seconds."""

    status: int = 200
    body: Any = None
    delay: float = 0.0
    dimensions: int = 0
    headers: dict[str, str] = field(default_factory=dict)


def vector(text: str, dimensions: int) -> list[float]:
    """A vector of length 1 or more in which each word of the text has a place."""
    result = [0.0] * dimensions
    result[-1] = 0.1
    for word in text.lower().split():
        result[crc32(word.encode()) % (dimensions - 1)] += 1.0
    return result


class EmbeddingServer:
    """The server; `requests` are the bodies it got."""

    def __init__(self, dimensions: int = 64) -> None:
        self.dimensions = dimensions
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._answers: deque[Answer] = deque()
        self._going = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def texts(self) -> list[str]:
        return [text for request in self.requests for text in request["input"]]

    def script(self, *answers: Answer) -> None:
        """What the next requests get, in order."""
        self._answers.extend(answers)

    def __enter__(self) -> "EmbeddingServer":
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._going.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: dict[str, Any]) -> tuple[Answer, bytes]:
        self.requests.append(request)
        answer = self._answers.popleft() if self._answers else Answer()
        self._going.wait(answer.delay)
        if isinstance(answer.body, bytes):
            return answer, answer.body
        size = answer.dimensions or self.dimensions
        data = [
            {"index": at, "embedding": vector(text, size)}
            for at, text in enumerate(request["input"])
        ]
        usual = {"object": "list", "data": data[::-1], "model": request["model"]}
        return answer, json.dumps(usual if answer.body is None else answer.body).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.headers.append({name.lower(): value for name, value in self.headers.items()})
                size = int(self.headers["content-length"])
                answer, body = outer.answer(json.loads(self.rfile.read(size)))
                try:
                    self.send_response(answer.status)
                    for name, value in answer.headers.items():
                        self.send_header(name, value)
                    self.send_header("content-length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except ConnectionError:
                    return

            def log_message(self, *_args: object) -> None:
                return

        return Handler
