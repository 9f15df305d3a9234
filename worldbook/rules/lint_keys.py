"""What lint finds in keys: too short, too common, broken or slow patterns (WB-40)."""

import re
from collections.abc import Callable, Iterable, Iterator

from worldbook.rules import folding
from worldbook.rules.entries import Book, Entry
from worldbook.rules.findings import Finding, finding
from worldbook.rules.keys import Probe, probe_of
from worldbook.rules.lint_errors import acts
from worldbook.rules.macros import has_macros
from worldbook.rules.matcher import Matcher, ScanText
from worldbook.rules.patterns import Pattern, PatternRun, pattern_of, split_regex
from worldbook.rules.scripts import is_unspaced

SHARE = 0.3
"""Of how many entries a key may be, or in how many bodies it may stand."""
FEWEST_ENTRIES, FEWEST_BODIES = 3, 5
"""Fewer than these are never many: of three entries each is a third."""
MOST_BODIES = 2_000
"""How many bodies are searched for common words; of a larger book as many, evenly spread."""

SLOW_SHOWN = 20
_HOSTILE_LENGTH = 5_000
_UNBOUNDED = re.compile(r"[*+]|\{\d+,\}|\(\?[=!<]")
_LETTERS = re.compile(r"\\.|(\w)")
_CLOSED, _SIGNS = re.compile(r".+/[a-z]{0,6}$"), re.compile(r"[\\|()\[\]*+?^$]")

Clock = Callable[[], float]


def key_findings(book: Book, clock: Clock | None = None) -> Iterator[Finding]:
    """All findings about keys of the entries that act; `clock` is that of `PatternRun`."""
    entries = [entry for entry in book.entries if acts(entry)]
    for entry in entries:
        yield from _short(entry)
    yield from _common(book, entries)
    yield from _patterns(entries, clock)


def _short(entry: Entry) -> Iterator[Finding]:
    for key in dict.fromkeys(entry.keys):
        text = folding.plain(folding.trim(key))
        if len(text) == 1 and not is_unspaced(text):
            yield finding("short_key", entry.key_id, "keys", key=text)


def _common(book: Book, entries: list[Entry]) -> Iterator[Finding]:
    """Keys of many entries, told at the first; then keys that stand in the bodies of many."""
    users: dict[Probe, list[Entry]] = {}
    for entry in entries:
        for probe in _plain_probes(book, entry):
            users.setdefault(probe, []).append(entry)
    total = len(entries)
    for probe, those in users.items():
        if len(those) >= FEWEST_ENTRIES and len(those) > SHARE * total:
            yield _told("common_key", probe, those, len(those), total)
    searched = entries[:: -(-total // MOST_BODIES) or 1]
    for probe, count in _in_bodies(list(users), searched):
        if count >= FEWEST_BODIES and count > SHARE * len(searched):
            yield _told("common_word", probe, users[probe], count, len(searched))


def _told(code: str, probe: Probe, those: list[Entry], count: int, total: int) -> Finding:
    percent = 100 * count // total
    return finding(
        code, those[0].key_id, "keys", key=probe.text, count=count, total=total, percent=percent
    )


def _plain_probes(book: Book, entry: Entry) -> Iterable[Probe]:
    """What the primary keys of an entry look for, each once, without patterns and macros."""
    exact = book.case_sensitive if entry.case_sensitive is None else entry.case_sensitive
    whole = book.whole_words if entry.whole_words is None else entry.whole_words
    probes = (probe_of(key, exact=exact, whole=whole) for key in entry.keys if not has_macros(key))
    return dict.fromkeys(probe for probe in probes if probe is not None and not probe.regex)


def _in_bodies(probes: list[Probe], entries: list[Entry]) -> Iterator[tuple[Probe, int]]:
    """In how many bodies each probe occurs; bodies are searched for all probes at once."""
    matcher = Matcher(probes)
    counts = [0] * len(probes)
    for entry in entries:
        for number in set(matcher.plain_hits(ScanText(entry.content))):
            counts[number] += 1
    return zip(probes, counts, strict=True)


def _patterns(entries: list[Entry], clock: Clock | None) -> Iterator[Finding]:
    """Keys that look like patterns and are none; patterns that are slow, as many as are shown."""
    slow = left = 0
    for entry, field, key in _written_as_patterns(entries):
        pattern = pattern_of(key)
        if pattern is None:
            if _meant_as_pattern(key):
                yield finding("broken_pattern", entry.key_id, field, key=key)
        elif pattern.refers_back or len(_UNBOUNDED.findall(key)) > 1:
            if slow == SLOW_SHOWN:
                left += 1
            elif _is_slow(key, pattern, clock):
                slow += 1
                yield finding("slow_pattern", entry.key_id, field, key=key)
    if left:
        yield finding("patterns_left", "", "keys", count=left)


def _written_as_patterns(entries: list[Entry]) -> Iterator[tuple[Entry, str, str]]:
    """Keys that begin as patterns do: the entry, the field, the key; each once in an entry."""
    for entry in entries:
        fields = dict.fromkeys(map(folding.trim, entry.secondary_keys), "secondary_keys")
        fields |= dict.fromkeys(map(folding.trim, entry.keys), "keys")
        for key, field in fields.items():
            if key.startswith("/") and not has_macros(key):
                yield entry, field, key


def _meant_as_pattern(key: str) -> bool:
    """Whether a key that is no pattern was meant as one: it has flags, or signs that paths lack."""
    return split_regex(key) is not None or bool(_CLOSED.search(key) and _SIGNS.search(key))


def _is_slow(key: str, pattern: Pattern, clock: Clock | None) -> bool:
    """Whether a pattern runs out of a turn's time on a text that is made to delay it."""
    for text in _hostile_texts(key):
        run = PatternRun(clock)
        run.test(key, pattern, text)
        if run.slow:
            return True
    return False


def _hostile_texts(key: str) -> Iterator[str]:
    """Long texts of what the pattern itself looks for, none of which ends as it wants."""
    written = dict.fromkeys(letter for letter in _LETTERS.findall(key) if letter)
    letters = list(dict.fromkeys([*list(written)[:3], "a", " ", "1"]))
    mixed = "".join(letters)
    for letter in (*letters, mixed):
        yield letter * (_HOSTILE_LENGTH // len(letter)) + "\x01"
