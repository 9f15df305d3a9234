"""Which keys of which entries stand where in the chat of a selection, for eyes (WB-39)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worldbook.rules.keys import Probe, expand_key, probe_of
from worldbook.rules.macros import MacroContext
from worldbook.rules.places import Allowance, WrittenText
from worldbook.rules.selection.activation import Who
from worldbook.rules.selection.compiled import EXCLUDED, PRIMARY, CompiledBook, keys_of, salted
from worldbook.rules.selection.eligibility import Judge
from worldbook.rules.selection.request import SelectionRequest
from worldbook.rules.selection.window import Source, chat_sources


@dataclass(frozen=True, slots=True)
class Mark:
    """One place of a key: text[start:end] of a source, by the number of the source.

    `primary` tells keys from the further keys that had to be met too.
    """

    source: int
    start: int
    end: int
    who: Who
    key: str
    primary: bool


def marks(
    request: SelectionRequest,
    books: Sequence[CompiledBook],
    entries: Sequence[Who],
    allowance: Allowance,
) -> list[Mark]:
    """Where the keys of these entries stand in what they look at of the chat.

    Sources are numbered as `chat_sources` gives them: query, scene where there is one, history
    newest first.
    """
    sources = chat_sources(request)
    texts = [WrittenText(source.text.written) for source in sources]
    judges = [Judge(book, request) for book in books]
    return [
        mark
        for who in entries
        for mark in _of_entry(who, judges[who[0]], sources, texts, allowance)
    ]


def _of_entry(
    who: Who,
    judge: Judge,
    sources: Sequence[Source],
    texts: Sequence[WrittenText],
    allowance: Allowance,
) -> Iterator[Mark]:
    depth = judge.compiled.depth_of(who[1])
    for key, probe, primary in _probes(judge.compiled, who[1], judge.context):
        for number, source in enumerate(sources):
            if source.level > depth:
                continue
            for start, end in texts[number].places(probe, allowance):
                yield Mark(number, start, end, who, key, primary)


def _probes(
    compiled: CompiledBook, at: int, context: MacroContext
) -> Iterator[tuple[str, Probe, bool]]:
    """An entry's keys after macros, but for those that must not occur."""
    entry = compiled.entries[at]
    exact, whole = compiled.matching(entry)
    own = salted(context, f"{compiled.book.key}:{compiled.identities[at]}:keys")
    for purpose, keys in keys_of(entry):
        if purpose == EXCLUDED:
            continue
        for key in keys:
            probe = probe_of(expand_key(key, own), exact=exact, whole=whole)
            if probe is not None:
                yield key, probe, purpose == PRIMARY
