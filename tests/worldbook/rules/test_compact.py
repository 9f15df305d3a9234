from worldbook.rules.compact import compact_entry, whole_entry
from worldbook.rules.entries import Entry, entry_to_json


def test_what_is_default_is_left_out_and_comes_back():
    entry = Entry("gate", content="Shut.", prevent_recursion=False, depth=0, delay=0)
    whole = entry_to_json(entry)
    compact = compact_entry(whole)
    assert compact == {"key_id": "gate", "content": "Shut.", "prevent_recursion": False, "depth": 0}
    assert whole_entry(compact) == whole


def test_unknown_names_and_other_types_are_kept():
    assert compact_entry({"key_id": "a", "odd": 1, "delay": False}) == {
        "key_id": "a",
        "odd": 1,
        "delay": False,
    }
