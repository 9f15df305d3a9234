"""Who is activated, in which pass and by what (WB-21, WB-23, WB-26, WB-45, WB-46)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from worldbook.rules.matcher import ScanText
from worldbook.rules.patterns import PatternRun
from worldbook.rules.selection.compiled import (
    ADDITIONAL,
    EXCLUDED,
    PRIMARY,
    SECONDARY,
    CompiledBook,
    KeyProbe,
)
from worldbook.rules.selection.eligibility import Judge
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.window import Source, Window

# An entry of this turn: the number of its book among the pins, its number in the book.
Who = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Active:
    """One activated entry. `direct`: a primary key was found in the chat itself.

    `score` is how well it answers the query where the strategy is hybrid, 0 if it does not.
    `forced`: an author lets it in this once.
    """

    who: Who
    cause: Mapping[str, Any]
    direct: bool = False
    score: float = 0.0
    forced: bool = False


class BookRun:
    """One book in one turn: its keys in the texts, its judge, what is activated of it."""

    def __init__(
        self,
        pin: int,
        compiled: CompiledBook,
        request: SelectionRequest,
        chat: tuple[Source, ...],
        patterns: PatternRun,
    ) -> None:
        self.pin, self.compiled = pin, compiled
        self.judge = Judge(compiled, request)
        self._dynamic = (
            compiled.dynamic_keys(self.judge.context) if compiled.with_macro_keys else None
        )
        self.window = Window(compiled, chat, self._dynamic, patterns)
        self._sticky = frozenset(self.judge.timer.sticky())
        self._forced = compiled.numbers_of(request.forced)
        self.given = self.judge.given
        self.active: dict[int, Active] = {}
        self.barred: dict[int, Mapping[str, Any]] = {}
        self._offered: Mapping[int, Mapping[str, Any]] = {}
        self.pending = {
            *compiled.starters,
            *self._sticky,
            *self._forced,
            *self.given,
            *self.window.read_chat(),
        }

    def activate(self, number: int) -> list[Active]:
        """What is activated in one pass, in the order of the book; the ineligible are put aside."""
        new = []
        for at in sorted(self.pending, key=self.compiled.rank.__getitem__):
            if not self._is_open(at, number):
                continue
            found = self._activation(at, number)
            if found is None:
                continue
            self.pending.discard(at)
            if self.judge.reason(at):
                self.barred[at] = found.cause
            else:
                self.active[at] = found
                new.append(found)
        return new

    def offer(self, candidates: Mapping[int, Mapping[str, Any]]) -> None:
        """Take in hybrid candidates: they need no key, and no word of their secondary keys."""
        self._offered = candidates
        self.pending |= candidates.keys()

    def may_be_offered(self, at: int) -> bool:
        """Whether an entry can be a candidate at all."""
        if at in self.given or self.compiled.entries[at].dont_activate:
            return False
        return not self.judge.reason(at)

    def waits(self, number: int) -> bool:
        """Whether a later pass can activate entries even if no new body comes."""
        entries, last = self.compiled.entries, self.compiled.book.max_passes
        return any(number < entries[at].delay_until_recursion <= last for at in self.pending)

    def read_bodies(self, bodies: list[Source]) -> None:
        """Take in what earlier passes activated, of this book and others."""
        found = self.window.read_bodies(bodies)
        self.pending |= found - self.active.keys() - self.barred.keys()

    def _is_open(self, at: int, number: int) -> bool:
        if at in self._sticky or at in self._forced or at in self.given:
            return True
        level = self.compiled.entries[at].delay_until_recursion
        return level <= number <= self.compiled.book.max_passes

    def _activation(self, at: int, number: int) -> Active | None:
        """How an entry is activated in a pass, None if it is not."""
        entry = self.compiled.entries[at]
        matched = self.match(at)
        direct = matched is not None and matched[1].level > 0
        offered = self._offered.get(at, {})
        cause = _offered_cause(offered) if matched is None else self._matched_cause(*matched)
        if at in self.given:
            cause = {"kind": "shared"}
        elif entry.required:
            cause = {**cause, "kind": "required"}
        elif at in self._forced:
            cause = {**cause, "kind": "forced"}
        elif entry.constant:
            cause = {**cause, "kind": "constant"}
        elif at in self._sticky:
            cause = {"kind": "sticky", "since": self.judge.timer.last(at)}
        elif entry.activate:
            cause = {**cause, "kind": "activate"}
        elif not cause:
            return None
        score = offered.get("score", 0.0)
        cause = {**cause, "pass": number}
        return Active((self.pin, at), cause, direct, score, forced=at in self._forced)

    def _matched_cause(self, key: str, source: Source) -> dict[str, Any]:
        kind = "keyword" if source.level else "recursion"
        return {"kind": kind, "key": key, "in": dict(source.where)}

    def match(self, at: int) -> tuple[str, Source] | None:
        """The key of an entry that was found and the text, if its other keys allow it."""
        if self.compiled.entries[at].dont_activate:
            return None
        found = self.find_primary(at)
        return found if found is not None and not self.unmet(at) else None

    def find_primary(self, at: int) -> tuple[str, Source] | None:
        """A primary key that occurs: in the newest text of the chat, else in a body."""
        best: tuple[str, Source] | None = None
        keys = self.keys_for(PRIMARY, at)
        depth = self.compiled.depth_of(at)
        for key, number in keys:
            source = self.window.find_in_chat(number, depth)
            if source is not None and (best is None or source.level < best[1].level):
                best = key, source
        if best is None and not self.compiled.entries[at].exclude_recursion:
            for key, number in keys:
                source = self.window.find_in_bodies(number)
                if source is not None:
                    return key, source
        return best

    def unmet(self, at: int) -> str:
        """Which other keys forbid a match: secondary, additional or exclude keys; "" if none."""
        entry = self.compiled.entries[at]
        if not self._secondary_holds(at):
            return "secondary_keys"
        for purpose in range(ADDITIONAL, ADDITIONAL + len(entry.additional_keys)):
            keys = self.keys_for(purpose, at)
            if keys and not any(self.finds(at, number) for _, number in keys):
                return "additional_keys"
        if any(self.finds(at, number) for _, number in self.keys_for(EXCLUDED, at)):
            return "exclude_keys"
        return ""

    def _secondary_holds(self, at: int) -> bool:
        """Whether the logic of the secondary keys holds; none, or only empty ones, always do."""
        keys = self.keys_for(SECONDARY, at)
        if not keys:
            return True
        found = [self.finds(at, number) for _, number in keys]
        logic = self.compiled.entries[at].secondary_logic
        wanted = any(found) if logic.endswith("_any") else all(found)
        return wanted == logic.startswith("and_")

    def finds(self, at: int, number: int) -> bool:
        """Whether a probe occurs anywhere an entry looks: its window and the bodies."""
        if self.window.find_in_chat(number, self.compiled.depth_of(at)) is not None:
            return True
        if self.compiled.entries[at].exclude_recursion:
            return False
        return self.window.find_in_bodies(number) is not None

    def keys_for(self, purpose: int, at: int) -> list[KeyProbe]:
        """An entry's keys for a purpose, with their probes; those with macros last, no empty ones."""
        entry = self.compiled.entries[at]
        keys = self.compiled.keys.numbered(purpose, at, entry)
        return keys if self._dynamic is None else keys + self._dynamic.numbered(purpose, at, entry)

    def regex_keys(self) -> list[tuple[int, str]]:
        """Entries with their regex keys after macros."""
        tables = (
            [self.compiled.keys] if self._dynamic is None else [self.compiled.keys, self._dynamic]
        )
        return [
            (at, table.matcher.patterns[number][0])
            for table in tables
            for at, number in table.regexes()
        ]


def _offered_cause(offered: Mapping[str, Any]) -> dict[str, Any]:
    """The cause of a hybrid candidate: its score, and its places by words and by vectors."""
    return {"kind": "hybrid", **offered} if offered else {}


@dataclass(slots=True)
class Activation:
    """All books of a turn after activation: who is in, and the last pass that was needed."""

    runs: list[BookRun]
    passes: int = 0
    active: dict[Who, Active] = field(default_factory=dict)


def run_passes(runs: Sequence[BookRun]) -> Activation:
    """Match chat and bodies pass by pass until nothing more can happen (WB-45).

    Every pass activates entries or opens a delay level, and no book allows more than its
    max_passes further ones, so this ends.
    """
    result = Activation(list(runs))
    last = max((run.compiled.book.max_passes for run in runs), default=0)
    for number in range(last + 1):
        new = [found for run in runs for found in run.activate(number)]
        result.active.update((found.who, found) for found in new)
        if new:
            result.passes = number
        bodies = [_body_source(runs, found) for found in new if _starts_others(runs, found)]
        if number == last or not (bodies or any(run.waits(number) for run in runs)):
            break
        for run in runs:
            run.read_bodies(bodies)
    return result


def _starts_others(runs: Sequence[BookRun], found: Active) -> bool:
    pin, at = found.who
    return not runs[pin].compiled.entries[at].prevent_recursion


def _body_source(runs: Sequence[BookRun], found: Active) -> Source:
    pin, at = found.who
    run = runs[pin]
    where = {
        "text": "body",
        "book": run.compiled.book.key,
        "key_id": run.compiled.entries[at].key_id,
    }
    return Source(ScanText(run.judge.body(at)), 0, where)
