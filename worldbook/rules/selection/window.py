"""The texts of one turn and which keys of a book occur where in them (WB-19, WB-46)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.matcher import ScanText
from worldbook.rules.patterns import PatternRun
from worldbook.rules.selection.compiled import CompiledBook, KeyTable
from worldbook.rules.selection.request import SelectionRequest


@dataclass(frozen=True, slots=True)
class Source:
    """A text of the turn and where it comes from.

    `level` is how deep an entry must look to see it: 1 for the query and the scene, 2 for the
    message before; 0 for a body, which every entry sees that is open to bodies.
    """

    text: ScanText
    level: int
    where: Mapping[str, Any]


def chat_sources(request: SelectionRequest) -> tuple[Source, ...]:
    """The query, the public scene and the history, newest first; `back` counts from the query."""
    query = Source(
        ScanText(request.query), 1, {"text": "message", "back": 0, "role": request.query_role}
    )
    scene = (
        (Source(ScanText(request.scene), 1, {"text": "scene"}),) if request.scene.strip() else ()
    )
    history = tuple(
        Source(
            ScanText(message.content),
            back + 1,
            {"text": "message", "back": back, "role": message.role},
        )
        for back, message in enumerate(request.history(), start=1)
    )
    return (query, *scene, *history)


@dataclass(slots=True)
class _Found:
    """Where each probe was found first; how many texts the lazily asked ones were tried on."""

    first: dict[int, int] = field(default_factory=dict)
    tried: dict[int, int] = field(default_factory=dict)


class Window:
    """What one book's keys find in the chat and in the bodies so far.

    Only the first place of each key is kept: the chat is read newest first, so the first place is
    in every entry's window that holds any.
    """

    def __init__(
        self,
        compiled: CompiledBook,
        chat: tuple[Source, ...],
        dynamic: KeyTable | None,
        run: PatternRun,
    ) -> None:
        self.chat = tuple(source for source in chat if source.level <= compiled.max_depth)
        self.bodies: list[Source] = []
        self._tables = (compiled.keys,) if dynamic is None else (compiled.keys, dynamic)
        self._run = run
        self._in_chat, self._in_bodies = _Found(), _Found()

    def read_chat(self) -> set[int]:
        """Numbers of the entries that have a primary key somewhere in the chat."""
        return self._read(self.chat, 0, self._in_chat)

    def read_bodies(self, bodies: list[Source]) -> set[int]:
        """Take in further bodies; the numbers of the entries that have a primary key there."""
        begin = len(self.bodies)
        self.bodies.extend(bodies)
        return self._read(self.bodies, begin, self._in_bodies)

    def find_in_chat(self, number: int, depth: int) -> Source | None:
        """The newest chat text within a depth where a probe occurs."""
        at = self._first(number, self.chat, self._in_chat)
        return self.chat[at] if at is not None and self.chat[at].level <= depth else None

    def find_in_bodies(self, number: int) -> Source | None:
        """The first body so far where a probe occurs."""
        at = self._first(number, self.bodies, self._in_bodies)
        return self.bodies[at] if at is not None else None

    def _read(
        self, sources: tuple[Source, ...] | list[Source], begin: int, found: _Found
    ) -> set[int]:
        entries: set[int] = set()
        for at in range(begin, len(sources)):
            for table, number in self._hits(sources[at], found):
                found.first[table.first + number] = at
                entries.update(table.uses[number])
        return entries

    def _hits(self, source: Source, found: _Found) -> Iterator[tuple[KeyTable, int]]:
        """Probes that occur in a text and were not found before."""
        for table in self._tables:
            for number in table.matcher.plain_hits(source.text):
                if table.first + number not in found.first:
                    yield table, number
            for number in table.asked:
                if table.first + number not in found.first and table.matcher.regex_hit(
                    number, source.text, self._run
                ):
                    yield table, number

    def _first(
        self, number: int, sources: tuple[Source, ...] | list[Source], found: _Found
    ) -> int | None:
        """Where a probe occurs first; a secondary regex is tried only now."""
        at = found.first.get(number)
        if at is not None:
            return at
        table = self._tables[-1] if number >= self._tables[-1].first else self._tables[0]
        own = number - table.first
        if own not in table.matcher.patterns or table.uses[own]:
            return None
        for at in range(found.tried.get(number, 0), len(sources)):
            if table.matcher.regex_hit(own, sources[at].text, self._run):
                found.first[number] = at
                return at
        found.tried[number] = len(sources)
        return None
