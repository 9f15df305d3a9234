"""Entries that join a book keep what they say of each other under their new ids."""

import pytest

from worldbook.rules.arrivals import arrivals, join

GATE = {"key_id": "gate", "title": "Gate", "content": "It is shut."}
KEY = {"key_id": "key", "title": "Key", "content": "Copper.", "requires": ["gate", "elsewhere"]}


@pytest.mark.spec("WB-6")
def test_ids_that_are_taken_are_numbered_and_references_follow():
    joined = join([GATE, KEY], ["gate", "gate-2"], 7)
    assert joined == [
        {**GATE, "key_id": "gate-3", "place": 7},
        {**KEY, "requires": ["gate-3", "elsewhere"], "place": 8},
    ]
    assert KEY["requires"] == ["gate", "elsewhere"]


@pytest.mark.spec("WK-12")
def test_what_would_come_is_told_with_twins_and_new_ids():
    present = [{**GATE, "place": 3}, {"key_id": "key", "title": "Key", "content": "Iron."}]
    gate, key = arrivals([GATE, KEY], present)
    assert (gate.key_id, gate.renumbered, gate.twin) == ("gate-2", True, "gate")
    assert (key.key_id, key.renumbered, key.twin) == ("key-2", True, "")
    (alone,) = arrivals([KEY], [])
    assert (alone.key_id, alone.renumbered, alone.twin) == ("key", False, "")


def test_defaults_left_out_are_said_all_the_same():
    whole = {**GATE, "enabled": True, "keys": [], "order": 100}
    (gate,) = arrivals([GATE], [whole])
    assert gate.twin == "gate"
