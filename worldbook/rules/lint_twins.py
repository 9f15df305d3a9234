"""What lint finds in entries that say the same: equal keys and almost equal bodies (WB-40)."""

from collections.abc import Iterator

from worldbook.rules import folding
from worldbook.rules.entries import Book, Entry
from worldbook.rules.findings import Finding, finding
from worldbook.rules.lint_errors import acts


def twin_findings(book: Book) -> Iterator[Finding]:
    """Each entry that almost repeats one before it, told at the later one."""
    groups: dict[frozenset[str], list[Entry]] = {}
    for entry in book.entries:
        if acts(entry) and entry.content.strip():
            keys = frozenset(filter(None, map(folding.name, entry.keys)))
            groups.setdefault(keys, []).append(entry)
    crowded = [group for group in groups.values() if len(group) > 1]
    if not crowded:
        return
    # Arrays take 0.3 s to load; most books need none.
    from worldbook.rules.near_duplicates import near_duplicates  # noqa: PLC0415

    for group in crowded:
        for pair in near_duplicates([entry.content for entry in group]):
            first, second = group[pair.first], group[pair.second]
            percent = int(100 * pair.alike)
            yield finding(
                "duplicate", second.key_id, "content", entry=first.key_id, percent=percent
            )
