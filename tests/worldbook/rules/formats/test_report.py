"""The report: counts kept apart, sums, what does not act yet, sentences that can be translated."""

import pytest

from tests.worldbook.rules.formats.helpers import card, parsed, world_info
from worldbook.rules.formats.notes import MESSAGES, Note, block_reason, say, shown
from worldbook.rules.formats.refusals import REASONS, reason_in, refuse


@pytest.mark.spec("WB-9")
def test_parsed_saved_and_eligible_are_kept_apart():
    report = parsed(
        world_info({}, {"disable": True}, {"content": "<% x %>"}, {"content": " "}, {"order": "3"})
    ).report.to_json()
    counts = {name: report[name] for name in ("parsed", "saved", "eligible", "blocked", "disabled")}
    assert counts == {"parsed": 5, "saved": 0, "eligible": 2, "blocked": 1, "disabled": 1}
    assert report["read"] == 5
    assert "not complete" in report["compatibility"]


@pytest.mark.spec("WB-9")
def test_sums_name_the_field_the_number_and_the_entries():
    result = parsed(world_info({"order": "3"}, {"order": "4", "position": 2}, {"later": 1}))
    report = result.report.to_json()
    coerced = report["coerced"]
    assert [(line["code"], line["field"], line["count"]) for line in coerced] == [
        ("coerced", "order", 2)
    ]
    assert coerced[0]["entries"] == ["a", "a-2"]
    assert [line["field"] for line in report["mapped"]] == ["position"]
    assert [line["field"] for line in report["unsupported"]] == ["later"]
    assert report["entries"][0] == {
        "key_id": "a",
        "notes": [
            {
                "code": "coerced",
                "kind": "coerced",
                "field": "order",
                "detail": {"was": "“3”", "now": "3"},
                "text": "order: “3” was read as 3.",
            }
        ],
    }
    assert [entry["key_id"] for entry in report["entries"]] == ["a", "a-2", "a-3"]


@pytest.mark.spec("WB-9a")
@pytest.mark.parametrize(
    ("entries", "dead"),
    [
        ([{"key": []}], True),
        ([{"probability": 0}, {"disable": True}], True),
        ([{"key": []}, {}], False),
        ([{"key": [], "constant": True}], False),
        ([{"key": [], "content": "@@activate\nhello"}], False),
        ([], False),
    ],
)
def test_a_book_that_can_never_act_is_called_dead(entries, dead):
    report = parsed(world_info(*entries)).report
    assert ([note.code for note in report.book_notes] == ["dead_book"]) is dead


@pytest.mark.spec("WB-9")
def test_fields_that_do_not_act_yet_are_listed_only_if_the_file_has_them():
    entries = [{"key_id": "x", "content": "c"}, {"key_id": "y", "content": "c"}]
    book = {"rpsite_lorebook": 1, "entries": entries}
    assert parsed(book).report.to_json()["stored_only"] == []
    entries[1]["conditions"] = {"turn": {"at_least": 2}}
    assert parsed(book).report.to_json()["stored_only"] == []
    entries[1]["scope"] = "everyone"
    assert parsed(book).report.to_json()["stored_only"] == ["scope"]


@pytest.mark.spec("WB-9")
def test_a_blocked_entry_says_why():
    entry = parsed(world_info({"content": "{{nope}}"})).book.entries[0]
    assert entry.blocked == block_reason("blocked_macro")
    assert "%" not in entry.blocked


def test_every_message_can_be_said_in_another_language():
    for code, (kind, text, in_sum) in MESSAGES.items():
        assert say(code, "f", {"was": "w"}, "[{}]".format).startswith("["), (kind, text)
        assert "%" not in say(code, "f", {}, in_sum=True), in_sum
    for code in REASONS:
        detail = dict.fromkeys(
            (
                *(
                    "size",
                    "limit",
                    "count",
                    "encoding",
                    "at",
                    "problem",
                    "line",
                    "column",
                    "format",
                ),
                "known",
            ),
            1,
        )
        assert reason_in(refuse(code, **detail), "[{}]".format).startswith("[")


def test_values_are_shown_short():
    assert shown("x" * 100) == "“" + "x" * 60 + "…”"
    assert [shown(value) for value in (None, True, 3, [1], {}, {"a": 1})] == [
        "null",
        "true",
        "3",
        "[…]",
        "{}",
        "{…}",
    ]


def test_the_notes_of_one_entry_have_an_end():
    many = parsed(world_info({f"f{number}": 1 for number in range(1000)}))
    assert len(many.report.entries[0][1]) == 200


def test_a_note_knows_its_kind():
    assert Note("dead_book").kind == "warning"


@pytest.mark.spec("WB-7")
def test_the_report_of_a_card_names_card_and_book():
    book = {"entries": [{"keys": ["a"], "content": "x", "insertion_order": 1}]}
    report = parsed(card(character_book=book)).report
    assert (report.format, report.name, report.read) == ("chara_card_v2", "Ann", 1)
