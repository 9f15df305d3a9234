"""Who may be chosen at all (WB-20), tested before anything else and for every entry alike."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from worldbook.rules.conditions import UNKNOWN, Outcome, evaluate
from worldbook.rules.draws import draw
from worldbook.rules.entries import Entry
from worldbook.rules.facts import Facts
from worldbook.rules.macros import MacroContext, expand, has_macros
from worldbook.rules.selection.compiled import CompiledBook, names_of, salted
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.timed import Timer

BY_DEFAULT = ("actor", "gm")
BY_DEFAULT_SHARED = ("actor", "gm", "planner", "story")


def audience_of(entry: Entry, *, shared: bool) -> tuple[str, ...]:
    """Whom an entry addresses; without a word of its own the actor and the game master (WB-3)."""
    return entry.audience or (BY_DEFAULT_SHARED if shared else BY_DEFAULT)


class Judge:
    """Says of the entries of one book why they may not be chosen this turn, or that they may."""

    def __init__(self, compiled: CompiledBook, request: SelectionRequest) -> None:
        self.compiled, self.request = compiled, request
        self.timer = Timer(compiled, request)
        self.context = MacroContext(
            char=request.char,
            user=request.user,
            seed=request.seed,
            turn=request.turn,
            variables=request.variables,
            original=request.original,
        )
        self.answers = request.answers()
        self.barred = compiled.numbers_of(request.barred)
        self.given = compiled.numbers_of(request.given)
        self._present = names_of((request.char, *request.others))
        self._facts = Facts(request.state or {})
        self._outcomes: dict[int, Outcome] = {}
        self._reasons: dict[int, str] = {}
        self._bodies: dict[int, str] = {}
        self.notes: dict[int, tuple[Mapping[str, Any], ...]] = {}

    def reason(self, at: int) -> str:
        """Why an entry is not eligible, "" if it is."""
        known = self._reasons.get(at)
        if known is None:
            known = "" if at in self.given else self._first_bar(at)
            self._reasons[at] = known
        return known

    def _first_bar(self, at: int) -> str:
        return next((why for why, bars in _BARS if bars(self, at, self.compiled.entries[at])), "")

    def verdict(self, at: int) -> dict[str, Any]:
        """Decision and reason of an entry that may not be chosen; empty for one that may.

        Where the reason is its condition, `condition` tells what each part of it saw (CO-4).
        """
        why = self.reason(at)
        if why == "blocked":
            return {"decision": "blocked", "why": self.compiled.entries[at].blocked}
        if not why:
            return {}
        outcome = self._outcomes.get(at) if why in (UNKNOWN, "condition") else None
        tree = {"condition": outcome.tree} if outcome else {}
        return {"decision": "ineligible", "why": why, **tree}

    def body(self, at: int) -> str:
        """An entry's body after macros, drawn once a turn; `notes` keeps what is to be told of it."""
        known = self._bodies.get(at)
        if known is None:
            known = self.compiled.entries[at].content
            if has_macros(known):
                salt = f"{self.compiled.book.key}:{self.compiled.identities[at]}"
                expansion = expand(known, salted(self.context, salt))
                known, self.notes[at] = expansion.text, expansion.notes
            self._bodies[at] = known
        return known

    def addressed(self, entry: Entry) -> bool:
        """Whether the entry is for the audience that asks."""
        shared = self.request.share_worldbook
        return self.request.audience in audience_of(entry, shared=shared)

    def decided(self, entry: Entry) -> bool:
        """Whether the entry addresses an audience that has been chosen for before (WB-36)."""
        after, shared = self.request.after, self.request.share_worldbook
        return bool(after) and after in audience_of(entry, shared=shared)

    def fits_characters(self, entry: Entry) -> bool:
        """Whether those present pass the entry's character filter (WB-54)."""
        if entry.character_filter is None:
            return True
        named = names_of(entry.character_filter.names)
        if not named:
            return True
        return bool(named & self._present) == (entry.character_filter.mode == "include")

    def holds(self, at: int, entry: Entry) -> bool | None:
        """Whether the entry's condition holds in the story's state; None: that is not known (WB-14)."""
        if not entry.conditions:
            return True
        if at in self.compiled.unreadable:
            return None
        if at not in self._outcomes:
            self._outcomes[at] = evaluate(entry.conditions, self._facts)
        return self._outcomes[at].verdict

    def drawn(self, at: int, entry: Entry) -> bool:
        """Whether chance lets the entry in; while sticky runs there is no draw (WB-49)."""
        if entry.probability >= 100 or self.timer.is_sticky(at):
            return True
        who = (self.compiled.book.key, self.compiled.identities[at])
        chance = draw(self.request.seed, "probability", self.request.turn, *who)
        return chance * 100 < entry.probability


# The order in which reasons are looked for; the first that holds is told.
_BARS: Sequence[tuple[str, Callable[[Judge, int, Entry], bool]]] = (
    ("disabled", lambda judge, at, entry: not entry.enabled),
    ("barred", lambda judge, at, entry: at in judge.barred),
    ("blocked", lambda judge, at, entry: bool(entry.blocked)),
    ("audience", lambda judge, at, entry: not judge.addressed(entry)),
    ("decided", lambda judge, at, entry: judge.decided(entry)),
    ("character", lambda judge, at, entry: not judge.fits_characters(entry)),
    (UNKNOWN, lambda judge, at, entry: judge.holds(at, entry) is None),
    ("condition", lambda judge, at, entry: judge.holds(at, entry) is False),
    ("delay", lambda judge, at, entry: judge.timer.is_delayed(at)),
    ("cooldown", lambda judge, at, entry: judge.timer.is_cooling(at)),
    ("only_after", lambda judge, at, entry: judge.answers < (entry.only_after or 0)),
    ("only_every", lambda judge, at, entry: judge.answers % (entry.only_every or 1) != 0),
    ("probability", lambda judge, at, entry: not judge.drawn(at, entry)),
    ("empty", lambda judge, at, entry: not judge.body(at).strip()),
)


def eligible(
    request: SelectionRequest, books: Sequence[CompiledBook]
) -> dict[str, tuple[str, ...]]:
    """The key_ids that may be chosen this turn, by book key: what ranked searches may return."""
    result = {}
    for compiled in books:
        judge = Judge(compiled, request)
        result[compiled.book.key] = tuple(
            entry.key_id for at, entry in enumerate(compiled.entries) if not judge.reason(at)
        )
    return result
