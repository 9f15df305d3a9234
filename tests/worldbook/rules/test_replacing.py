import pytest

from worldbook.rules.replacing import found_in, growth, with_hits_replaced
from worldbook.rules.search import Search, Stopwatch, finder_of

pytestmark = pytest.mark.spec("WK-3")


def found(row, text, new, fields):
    return found_in(row, fields, finder_of(Search(text)), Stopwatch(lambda: 0.0, 1), new)


def row(**fields):
    return {"pk": 7, **fields}


def test_each_hit_has_a_name_by_its_place():
    entry = row(content="gate gate", keys=["gate", "x"], additional_keys=[["a"], ["b", "gate"]])
    hits = found(entry, "gate", "door", ("content", "keys", "additional_keys"))
    assert [hit.name for hit in hits] == [
        "7:content:0",
        "7:content:1",
        "7:keys.0:0",
        "7:additional_keys.1.1:0",
    ]
    assert with_hits_replaced(entry, hits) == {
        "content": "door door",
        "keys": ["door", "x"],
        "additional_keys": [["a"], ["b", "door"]],
    }
    assert with_hits_replaced(entry, hits[1:2]) == {"content": "gate door"}


@pytest.mark.parametrize(
    ("keys", "new", "result"),
    [
        (["gate", "door"], "door", ["door"]),
        (["door", "gate"], "door", ["door"]),
        (["gate", "GATE"], "door", ["door"]),
        (["gate", "x"], "", ["x"]),
        (["the gate", "x"], "", ["the", "x"]),
        (["x", "x", "gate"], "y", ["x", "x", "y"]),
    ],
)
def test_members_that_become_empty_or_equal_fall_away(keys, new, result):
    entry = row(keys=keys)
    assert with_hits_replaced(entry, found(entry, "gate", new, ("keys",))) == {"keys": result}


def test_a_key_line_that_loses_all_its_keys_falls_away():
    entry = row(additional_keys=[["gate"], ["x"]])
    hits = found(entry, "gate", "", ("additional_keys",))
    assert with_hits_replaced(entry, hits) == {"additional_keys": [["x"]]}


def test_how_long_a_text_would_become_is_known_before_it_is_made():
    entry = row(content="a b a", title="a")
    assert growth(entry, found(entry, "a", "x" * 10, ("title", "content"))) == 23
    assert growth(entry, []) == 0
