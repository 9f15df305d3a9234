"""Bundles of any size: what is too large never goes in and costs no more than it must (WB-27)."""

import pytest

from tests.factories import make_entry
from worldbook.rules.entries import Book
from worldbook.rules.selection import SelectionRequest, compile_book, select
from worldbook.rules.selection.eligibility import Judge
from worldbook.rules.selection.request import MAX_ENTRIES
from worldbook.rules.tokens import estimate

pytestmark = [pytest.mark.spec("WB-27"), pytest.mark.spec("WB-50")]


def chosen(*entries, query="go"):
    book = compile_book(Book(key="b", entries=entries))
    return select(SelectionRequest(query=query, budget=100_000), [book], estimate)


def chain(length, **last):
    """Entries of which each requires the next; only the first one has a key that is said."""
    links = [
        make_entry(f"e{n}", keys=("go",) if n == 0 else (f"never{n}",), requires=(f"e{n + 1}",))
        for n in range(length - 1)
    ]
    return (*links, make_entry(f"e{length - 1}", keys=(f"never{length}",), **last))


def test_as_many_as_a_turn_takes_go_in_together() -> None:
    assert len(chosen(*chain(MAX_ENTRIES)).selected) == MAX_ENTRIES


def test_one_more_never_goes_in_and_is_told() -> None:
    found = chosen(*chain(MAX_ENTRIES + 1))
    assert found.selected == ()
    told = {item["key_id"]: item["decision"] for item in found.dropped}
    assert told["e0"] == "over_count"


@pytest.mark.parametrize(
    ("last", "member", "why"),
    [({"enabled": False}, "e299", "disabled"), ({"requires": ("no",)}, "no", "unknown_entry")],
)
def test_a_bad_member_is_found_however_far_it_is(last, member, why) -> None:
    found = chosen(*chain(300, **last))
    (told,) = [item for item in found.dropped if item["key_id"] == "e0"]
    assert (told["decision"], told["member"], told["why"]) == (
        "dependency_ineligible",
        member,
        why,
    )


def test_entries_that_all_require_each_other_are_looked_at_once(monkeypatch) -> None:
    """Else 5,000 entries with a hundred each would take a quarter of an hour."""
    count, asked = 600, []
    plain = Judge.reason
    monkeypatch.setattr(Judge, "reason", lambda self, at: asked.append(at) or plain(self, at))
    names = [f"e{n}" for n in range(count)]
    entries = [
        make_entry(name, keys=("go",), requires=tuple(names[n + 1 : n + 101]))
        for n, name in enumerate(names)
    ]
    found = chosen(*entries)
    assert len(found.selected) == MAX_ENTRIES
    assert len(asked) < 2 * sum(len(entry.requires) for entry in entries)
