"""Decorators at the head of a body become fields (WB-28a, WB-55)."""

import pytest

from worldbook.rules.formats.decorators import ENDLESS, read_decorators


def fields_of(body):
    return read_decorators(body, [])[0]


def said(body):
    notes = []
    read_decorators(body, notes)
    return [(note.code, note.field) for note in notes]


@pytest.mark.spec("WB-28a")
@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("@@activate", {"activate": True}),
        ("@@dont_activate", {"dont_activate": True}),
        ("@@activate_only_after 3", {"only_after": 3}),
        ("@@activate_only_every 2", {"only_every": 2}),
        ("@@keep_activate_after_match", {"sticky": ENDLESS}),
        ("@@dont_activate_after_match", {"cooldown": ENDLESS}),
        ("@@depth 3", {"depth": 3, "position": "at_depth"}),
        ("@@role Assistant", {"role": "assistant"}),
        ("@@scan_depth 1", {"scan_depth": 1}),
        ("@@additional_keys a, b", {"additional_keys": (("a", "b"),)}),
        ("@@exclude_keys a,/b,c/", {"exclude_keys": ("a", "/b,c/")}),
    ],
)
def test_each_decorator_becomes_a_field(line, fields):
    assert read_decorators(f"{line}\nhello", []) == (fields, "hello")
    assert said(f"{line}\nhello") == [("decorator", line.split(" ")[0])]


@pytest.mark.spec("WB-28a")
@pytest.mark.parametrize(
    ("body", "fields", "rest"),
    [
        ("hello", {}, "hello"),
        ("hello\n@@activate", {}, "hello\n@@activate"),
        ("@@x\n\nhello", {}, "hello"),
        ("@@depth 3\n@@@activate\nhello", {"depth": 3, "position": "at_depth"}, "hello"),
        ("@@foo\n@@@bar\n@@@activate\nhello", {"activate": True}, "hello"),
        ("@@depth x\n@@@depth 2\nhello", {"depth": 2, "position": "at_depth"}, "hello"),
        ("@@@activate\nhello", {}, "hello"),
        ("@@activate", {"activate": True}, ""),
        ("\n@@activate\n\n  hello", {"activate": True}, "  hello"),
    ],
)
def test_only_the_head_counts_and_is_taken_out(body, fields, rest):
    assert read_decorators(body, []) == (fields, rest)


@pytest.mark.spec("WB-55")
def test_lines_are_trimmed_and_may_end_with_crlf():
    assert read_decorators("@@activate \r\n@@scan_depth 2\r\nhello", []) == (
        {"activate": True, "scan_depth": 2},
        "hello",
    )


@pytest.mark.spec("WB-55")
def test_the_first_repeat_wins_and_additional_keys_add_up():
    assert fields_of("@@scan_depth 1\n@@scan_depth 4\nx") == {"scan_depth": 1}
    assert fields_of("@@additional_keys a\n@@additional_keys b,c\nx") == {
        "additional_keys": (("a",), ("b", "c"))
    }


@pytest.mark.spec("WB-28a")
def test_unknown_and_loose_ones_are_reported():
    assert said("@@@activate\n@@foo 3\nx") == [
        ("loose_fallback", "@@@activate"),
        ("unknown_decorator", "@@foo"),
    ]
