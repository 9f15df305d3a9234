"""What lint finds in books made for it, and that it finds nothing in a sound one (WB-40)."""

from dataclasses import replace

import pytest

from worldbook.rules.condition_asks import PARTS
from worldbook.rules.entries import Book, Entry
from worldbook.rules.findings import FACTS, MESSAGES
from worldbook.rules.lint import lint
from worldbook.rules.tokens import estimate

SOUND = (
    Entry("gate", title="The gate", content="The gate is shut at night.", keys=("gate", "门")),
    Entry("oda", title="Oda", content="Oda keeps the key of copper.", keys=("Oda", "/guards?/i")),
    Entry("sea", content="The sea is far away.", constant=True),
)


def found(*entries, **options):
    book = options.pop("book", {})
    return [
        (one.code, one.key_id, one.field)
        for one in lint(Book(entries=entries, **book), count=estimate, **options)
    ]


def codes(*entries, **options):
    return [code for code, _, _ in found(*entries, **options)]


def entry(key_id="a", **fields):
    return Entry(
        key_id, **{"content": f"Lore of {key_id}.", "keys": (f"key of {key_id}",)} | fields
    )


def level(code):
    return MESSAGES[code][0]


@pytest.mark.spec("WB-40")
def test_a_sound_book_has_no_findings():
    assert found(*SOUND, index_on=False, known_facts=frozenset()) == []


@pytest.mark.spec("WB-27", "WB-40")
def test_an_unknown_id_in_requires_is_an_error():
    assert found(entry(requires=("nobody", "a", "nobody"))) == [
        ("unknown_requires", "a", "requires")
    ]
    assert level("unknown_requires") == "error"


@pytest.mark.spec("WB-50")
def test_two_required_in_conflict_are_an_error_told_once():
    one, two = entry("a", required=True, conflicts=("b",)), entry("b", required=True)
    assert found(one, replace(two, conflicts=("a",))) == [("required_conflict", "a", "conflicts")]
    assert found(one, replace(two, enabled=False)) == []
    assert found(one, replace(two, required=False)) == []
    assert level("required_conflict") == "error"


@pytest.mark.spec("WB-22b")
@pytest.mark.parametrize("key", ["", "  \n", "\u200b"])
def test_empty_keys_are_errors(key):
    assert found(entry(keys=("gate", key), secondary_keys=(key,))) == [
        ("empty_key", "a", "keys"),
        ("empty_secondary_key", "a", "secondary_keys"),
    ]
    assert level("empty_key") == level("empty_secondary_key") == "error"


@pytest.mark.spec("WB-40")
@pytest.mark.parametrize(
    ("key", "short"), [("x", True), ("é", True), (" 7 ", True), ("xy", False), ("猫", False)]
)
def test_a_key_of_one_character_is_short_but_for_chinese(key, short):
    assert codes(entry(keys=(key,))) == (["short_key"] if short else [])


@pytest.mark.spec("WB-40")
def test_a_key_of_more_than_three_in_ten_entries_is_told_at_the_first():
    entries = [entry(f"e{n}", keys=("North",) if n < 4 else (f"word{n}",)) for n in range(10)]
    (one,) = lint(Book(entries=tuple(entries)), count=estimate)
    assert (one.code, one.key_id, one.field) == ("common_key", "e0", "keys")
    assert one.detail == {"key": "north", "count": 4, "total": 10, "percent": 40}
    assert found(*entries[2:]) == found(*entries[:2]) == []


@pytest.mark.spec("WB-40")
def test_a_key_in_the_bodies_of_more_than_three_in_ten_entries_is_told():
    bodies = ["The tower stands." if n % 2 else "Nothing." for n in range(10)]
    entries = [entry(f"e{n}", content=f"{body} {n}") for n, body in enumerate(bodies)]
    assert found(*entries, entry("tower", keys=("tower",))) == [("common_word", "tower", "keys")]


@pytest.mark.spec("WB-40", "WB-22")
@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("/(guard/", ["broken_pattern"]),
        ("/gu(a|b)rd/x", ["broken_pattern"]),
        ("/home/user", []),
        ("AC/DC", []),
        ("/guards?/i", []),
        ("/(a+)+$/", []),
        (r"/(a*)*\1b/", ["slow_pattern"]),
        (r"/(\w+)\s\1/", ["slow_pattern"]),
    ],
)
def test_patterns_that_do_not_compile_or_are_slow(key, expected):
    assert codes(entry(keys=(key,))) == expected


@pytest.mark.spec("WB-40")
def test_of_many_slow_patterns_the_first_are_tried_and_the_rest_are_counted():
    entries = [entry(f"e{n}", keys=(rf"/(a*)*\1b{n}/",)) for n in range(23)]
    result = lint(Book(entries=tuple(entries)), count=estimate)
    assert [one.code for one in result] == ["slow_pattern"] * 20 + ["patterns_left"]
    assert result[-1].detail == {"count": 3}


@pytest.mark.spec("WB-40")
def test_empty_bodies_and_unknown_macros():
    assert found(entry(content=" \n ")) == [("empty_body", "a", "content")]
    assert found(entry(content="{{setvar::x::1}}{{outlet}}")) == [
        ("unknown_macro", "a", "content"),
        ("setvar", "a", "content"),
    ]
    assert found(entry(content="", enabled=False)) == []


@pytest.mark.spec("WB-40")
def test_bodies_longer_than_the_budget_or_the_cap_of_constants():
    long = "Lore of the tower. " * 20
    assert codes(entry(content=long), budget=100) == ["body_over_budget"]
    assert codes(entry(content=long, ignore_budget=True), budget=100) == []
    constant = entry(content=long, constant=True)
    assert codes(constant, budget=200) == ["constant_over_cap"]
    assert codes(constant, budget=200, book={"constant_budget_ratio": 1.0}) == []


@pytest.mark.spec("WB-27", "WB-40")
def test_bundles_that_can_never_go_in():
    long = "Lore of the tower. " * 10
    root, other = entry("a", content=long, requires=("b",)), entry("b", content=long)
    assert found(root, other, budget=100) == [("bundle_over_budget", "a", "requires")]
    assert found(root, replace(other, enabled=False)) == [("requires_off", "a", "requires")]
    assert found(replace(root, conflicts=("b",)), other) == [
        ("bundle_in_conflict", "a", "requires")
    ]
    circle = [entry(f"e{n}", requires=(f"e{(n + 1) % 51}",)) for n in range(51)]
    assert set(codes(*circle)) == {"bundle_over_count"}


@pytest.mark.spec("WB-25", "WB-40")
def test_required_entries_that_no_turn_can_hold():
    long = "Lore of the tower. " * 10
    entries = [entry(f"e{n}", content=f"{n} {long}", required=True) for n in range(3)]
    assert found(*entries, budget=150) == [("required_over_budget", "", "required")]
    maybe = [replace(one, conditions={"turn": {"at_least": 9}}) for one in entries]
    assert found(*maybe, budget=150) == []
    many = [entry(f"e{n}", required=True) for n in range(51)]
    assert found(*many) == [("too_many_required", "", "required")]


@pytest.mark.spec("WB-40")
def test_entries_with_the_same_keys_and_almost_the_same_body():
    body = "The gate is shut at night, and only Oda has the key of copper that opens it."
    one = entry("a", keys=("Gate", "door"), content=body)
    two = entry("b", keys=("door", "gate "), content=body.replace("Oda", "Mira"))
    (found_,) = lint(Book(entries=(one, two)), count=estimate)
    assert (found_.code, found_.key_id, found_.detail["entry"]) == ("duplicate", "b", "a")
    assert 70 <= found_.detail["percent"] < 100
    assert found(one, replace(two, keys=("gate",))) == []


@pytest.mark.spec("WB-40")
@pytest.mark.parametrize(
    ("fields", "book", "expected"),
    [
        ({"keys": ()}, {}, [("unreachable", "a", "keys")]),
        ({"keys": (), "constant": True}, {}, []),
        ({"keys": (), "required": True}, {}, []),
        ({"keys": (), "activate": True}, {}, []),
        ({"dont_activate": True}, {}, [("unreachable_switch", "a", "dont_activate")]),
        ({"scan_depth": 0}, {}, [("unreachable_depth", "a", "scan_depth")]),
        ({"scan_depth": 0, "exclude_recursion": False}, {}, []),
        (
            {"delay_until_recursion": 3},
            {"max_passes": 2},
            [("unreachable_pass", "a", "delay_until_recursion")],
        ),
        ({"probability": 0, "constant": True}, {}, [("never_drawn", "a", "probability")]),
        ({"keys": (), "enabled": False}, {}, []),
        ({"keys": (), "blocked": "script"}, {}, []),
    ],
)
def test_entries_that_nothing_can_start(fields, book, expected):
    assert found(entry(**fields), index_on=False, book=book) == expected


@pytest.mark.spec("WB-40")
def test_an_entry_without_keys_is_reached_by_meaning_or_by_another():
    assert found(entry(keys=()), index_on=True) == []
    assert found(entry(dont_activate=True), index_on=True) == [
        ("unreachable_switch", "a", "dont_activate")
    ]
    assert found(entry(keys=()), entry("b", requires=("a",)), index_on=False) == []


@pytest.mark.spec("WB-14")
def test_a_condition_on_what_stories_do_not_keep():
    condition = {
        "any": [
            {"item": {"item": "key", "held_by": "player"}},
            {"not": {"time": {"after": "2026-01-01T00:00"}}},
            {"elapsed": {"since": {"event": "flood"}, "at_least": "2d"}},
            {"turn": {"at_least": 3}},
        ]
    }
    book = Book(entries=(entry(conditions=condition),))
    told = lint(book, count=estimate, known_facts={"turn", "now"})
    assert [(one.code, one.level, one.detail) for one in told] == [
        ("unkept_fact", "warning", {"fact": "items", "path": "any[0].item"}),
        ("unkept_fact", "warning", {"fact": "events", "path": "any[2].elapsed"}),
    ]
    assert lint(book, count=estimate) == ()


@pytest.mark.spec("WB-40")
def test_findings_have_a_place_and_a_sentence_errors_first():
    book = Book(entries=(entry("a", keys=("x",)), entry("b", requires=("nobody",))))
    told = [one.to_json() for one in lint(book, count=estimate)]
    assert [(one["level"], one["key_id"]) for one in told] == [("error", "b"), ("warning", "a")]
    assert "nobody" in told[0]["text"]
    assert set(told[0]) == {"code", "level", "key_id", "field", "detail", "text"}


def test_each_part_of_a_state_has_words():
    assert set(FACTS) == set(PARTS)


def test_a_circle_of_requires_and_of_conflicts_ends():
    one, two = entry("a", requires=("b", "a")), entry("b", requires=("a",), conflicts=("b",))
    assert found(one, two) == []
    assert found(entry(conflicts=("nobody",))) == [("unknown_conflict", "a", "conflicts")]
