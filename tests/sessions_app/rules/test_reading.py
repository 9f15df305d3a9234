"""The order in which a pinned revision is read, and what a search in it finds (WB-37a)."""

import pytest

from sessions_app.rules.reading import found, in_order
from tests.factories import make_entry

pytestmark = pytest.mark.spec("WB-37a")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", ["a", "b", "c"]),
        ("  ", ["a", "b", "c"]),
        ("COPPER", ["a"]),
        ("copper lock", ["a"]),
        ("copper nothing", []),
        ("ｌａｍｐ", ["b"]),
        ("北塔", ["c"]),
        ("gate-key", ["b"]),
        ("lantern", ["b"]),
    ],
)
def test_a_search_wants_every_word_in_title_id_keys_or_body(text, keys) -> None:
    entries = [
        make_entry("a", title="Copper", content="fits the lower lock"),
        make_entry("b", title="Lamp", keys=("gate-key",), secondary_keys=("lantern",)),
        make_entry("c", content="守卫站在北塔下"),
    ]
    assert [entry.key_id for entry in found(entries, text)] == keys
    placed = [make_entry("second", place=1), make_entry("first", place=0)]
    assert [entry.key_id for entry in in_order(placed)] == ["first", "second"]
