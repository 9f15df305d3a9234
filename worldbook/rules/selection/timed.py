"""Timed effects, counted in turns of the session (WB-29, WB-49)."""

from worldbook.rules.selection.compiled import CompiledBook
from worldbook.rules.selection.request import SelectionRequest


class Timer:
    """What sticky, cooldown and delay say of one book's entries this turn.

    An entry activated in turn t with sticky s and cooldown c is active in t+1 … t+s and barred in
    the c turns after that.
    """

    def __init__(self, compiled: CompiledBook, request: SelectionRequest) -> None:
        self._compiled, self._turn, self._timed = compiled, request.turn, request.timed

    def last(self, at: int) -> int | None:
        """The turn of an entry's last activation that started the clock; None if there is none."""
        name = self.name(at)
        return self._timed[name] if name else None

    def name(self, at: int) -> str:
        """Under which name the state knows an entry: with its book, its key_id or its source_id."""
        if not self._timed:
            return ""
        entry, book = self._compiled.entries[at], self._compiled.book.key
        names = (f"{book}:{entry.key_id}", entry.key_id, entry.source_id)
        return next((name for name in names if name and name in self._timed), "")

    def sticky(self) -> list[int]:
        """Numbers of the entries that sticky keeps active this turn."""
        if not self._timed:
            return []
        return [at for at in self._compiled.with_sticky if self.is_sticky(at)]

    def is_sticky(self, at: int) -> bool:
        """Whether sticky keeps the entry active this turn."""
        last, sticky = self.last(at), self._compiled.entries[at].sticky
        return last is not None and last < self._turn <= last + sticky

    def is_cooling(self, at: int) -> bool:
        """Whether cooldown bars the entry this turn."""
        last, entry = self.last(at), self._compiled.entries[at]
        if last is None:
            return False
        over = last + entry.sticky
        return over < self._turn <= over + entry.cooldown

    def is_delayed(self, at: int) -> bool:
        """Whether the entry's first turn has not come yet."""
        return self._turn < self._compiled.entries[at].delay
